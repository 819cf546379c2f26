// SPDX-License-Identifier: MIT
// Fetches the pages that can be reached from a start, over HTTP: crawler [-a] [-n N] [-m N] [-r RATE] [-l LIMIT] [-t LIMIT] http://HOST[:PORT]/…
// Each page is fetched once: -n at once, of one host -m at once, and -r of them in a second. A page has -l seconds, the whole has -t.
// With -a pages of other hosts are fetched, too. It prints a line for each page: status, size, address. SIGINT and SIGTERM end it at once.
#define _GNU_SOURCE
#include <conc.h>
#include <errno.h>
#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PAGES = 1000, HOSTS = 100, SIZE = 256 << 10 }; // of what is larger only the beginning is read

struct host { char name[100], port[6]; conc_semaphore places; conc_limiter turns; };
struct page { struct host *host; char path[500]; };
struct result { const struct page *page; char *text; size_t size; int status; const char *wrong; }; // text: malloced, ends in a 0

static struct host hosts[HOSTS]; // only crawl changes these, and not what it has added
static struct page pages[PAGES];
static int host_count, page_count, done, failed;
static conc_semaphore places;
static channel(struct result) results;
static conc_duration page_limit = 10s, whole_limit = 10min, interval = 100ms;
static unsigned of_host = 2;
static bool all_hosts;

// The host at the beginning of text, which goes on at *end. NULL: there is none, or it is not wanted.
static struct host *find_host(const char *text, const char **end)
{
	char name[sizeof hosts->name] = "", port[sizeof hosts->port] = "80";
	int n = 0, m = 0, i = 0;
	if (sscanf(text, "%99[A-Za-z0-9.-]%n:%5[0-9]%n", name, &n, port, &m) < 1) return NULL;
	*end = text + (m ? m : n);
	if (**end && !strchr("/?#", **end)) return NULL;
	while (i < host_count && (strcasecmp(hosts[i].name, name) || strcmp(hosts[i].port, port))) i++;
	if (i == HOSTS || (i == host_count && i > 0 && !all_hosts)) return NULL;
	if (i == host_count) {
		strcpy(hosts[i].name, name);
		strcpy(hosts[i].port, port);
		conc_semaphore_init(&hosts[i].places, of_host);
		hosts[i].turns.every = interval;
		host_count++;
	}
	return &hosts[i];
}

// Takes . and .. out of a path, which begins with /.
static void tidy(char *path)
{
	char *to = path, *from = path;
	while (*from == '/') {
		size_t n = 1 + strcspn(from + 1, "/?");
		bool up = n == 3 && from[1] == '.' && from[2] == '.';
		while (up && to > path && *--to != '/') ;
		if (!up && !(n == 2 && from[1] == '.')) memmove(to, from, n), to += n;
		from += n;
	}
	if (to == path && from > path) *to++ = '/';
	memmove(to, from, strlen(from) + 1);
}

// Adds the page that a reference in another one means, if that is new.
static void add(const struct page *in, const char *reference, size_t length)
{
	char text[sizeof pages->path], *path = pages[page_count].path;
	const char *rest = text;
	struct host *host = in ? in->host : NULL;
	size_t base = 0;
	if (page_count == PAGES || length >= sizeof text) return;
	memcpy(text, reference, length);
	text[length] = 0;
	text[strcspn(text, "#")] = 0;
	for (const char *c = text; *c; c++)
		if (*c <= ' ' || *c > '~') return; // it would be more than a path in the request
	if (!strncasecmp(text, "http://", 7)) host = find_host(text + 7, &rest);
	else if (!strncmp(text, "//", 2)) host = find_host(text + 2, &rest);
	else if (text[strcspn(text, ":/?")] == ':') return; // mailto: and the like
	else if (in && *text != '/') base = strcspn(in->path, "?");
	while (base && *text && *text != '?' && in->path[base - 1] != '/') base--;
	const char *slash = base || *rest == '/' ? "" : "/";
	if (!host || snprintf(path, sizeof text, "%.*s%s%s", (int)base, base ? in->path : "", slash, rest) >= (int)sizeof text) return;
	tidy(path);
	for (int i = 0; i < page_count; i++)
		if (pages[i].host == host && !strcmp(pages[i].path, path)) return;
	pages[page_count++].host = host;
}

static int connect_to(const struct host *h)
{
	struct addrinfo *list, hints = {.ai_socktype = SOCK_STREAM};
	int s = -1, error = conc_getaddrinfo(h->name, h->port, &hints, &list);
	if (error && error != EAI_SYSTEM) errno = ENOENT;
	if (error) return -1;
	for (struct addrinfo *a = list; a && s < 0; a = a->ai_next) {
		s = socket(a->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
		if (s >= 0 && conc_connect(s, a->ai_addr, a->ai_addrlen) < 0) close(s), s = -1;
	}
	freeaddrinfo(list);
	return s;
}

static struct result fetch(const struct page *p)
{
	struct result r = {.page = p, .text = malloc(SIZE + 1)};
	char head[1000];
	bool late;
	int s = -1, n = snprintf(head, sizeof head, "GET %s HTTP/1.0\r\nHost: %s:%s\r\nConnection: close\r\n\r\n", p->path, p->host->name, p->host->port);
	scope (late = timeout(page_limit)) {
		long got = -1;
		if (r.text && (s = connect_to(p->host)) >= 0 && conc_send(s, head, (size_t)n, MSG_NOSIGNAL) == n)
			while (r.size < SIZE && (got = conc_read(s, r.text + r.size, SIZE - r.size)) > 0) r.size += (size_t)got;
		if (got < 0) r.wrong = strerror(errno);
	}
	if (s >= 0) close(s);
	if (late && r.wrong) r.wrong = "too slow";
	if (r.text) r.text[r.size] = 0;
	if (!r.wrong && sscanf(r.text, "HTTP/1.%*d %d", &r.status) != 1) r.wrong = "not HTTP";
	return r;
}

static void visit(const struct page *p)
{
	waituntil (cancelled()) return;
	or waituntil (p->host->places) {
		if (conc_limiter_wait(&p->host->turns) != 0) return;
		waituntil (cancelled()) return;
		or waituntil (places) {
			struct result r = fetch(p);
			if ((r.wrong && conc_cancelled()) || !(results << r)) free(r.text);
		}
	}
}

static void find_links(const struct page *in, char *text, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (!text[i]) text[i] = ' ';
	char *end = strstr(text, "\r\n\r\n"), *at = strcasestr(text, "\nLocation:");
	if (at && end && at < end) {
		at += 10 + strspn(at + 10, " ");
		add(in, at, strcspn(at, "\r\n"));
	}
	while (text && (text = strcasestr(text, "href="))) {
		char quote[2] = {text[5]};
		text += 5;
		if (*quote != '"' && *quote != '\'') continue;
		size_t length = strcspn(++text, quote);
		if (text[length]) add(in, text, length); // its end has been read
	}
}

// Returns whether all pages have been fetched. Who returns early cancels the others.
static bool crawl(void)
{
	struct result r;
	char line[700];
	scope {
		for (int begun = 0; done < page_count; done++) {
			while (begun < page_count) spawn visit(&pages[begun++]);
			if (conc_cancelled() || !(r << results)) return false;
			if (!r.wrong) find_links(r.page, r.text, r.size);
			else failed++;
			free(r.text);
			int n = r.wrong ? snprintf(line, sizeof line, "%s", r.wrong) : snprintf(line, sizeof line, "%d %zu", r.status, r.size);
			n += snprintf(line + n, sizeof line - (size_t)n, " http://%s:%s%s\n", r.page->host->name, r.page->host->port, r.page->path);
			if (conc_write(1, line, (size_t)n) != n) return false; // nobody reads it any more, or it was cancelled
		}
	}
	return true;
}

static bool duration_of(const char *text, conc_duration *d)
{
	char *end;
	double s = strtod(text, &end);
	*d = s > 0 && s < 1e9 ? (conc_duration)(s * 1e9) : 0;
	return *d > 0 && !*end;
}

int main(int argc, char **argv)
{
	int option, at_once = 10;
	bool ok = true;
	while ((option = getopt(argc, argv, "an:m:r:l:t:")) != -1) switch (option) {
		case 'a': all_hosts = true; break;
		case 'n': ok &= (at_once = atoi(optarg)) > 0; break;
		case 'm': ok &= (int)(of_host = (unsigned)atoi(optarg)) > 0; break;
		case 'r': ok &= atof(optarg) >= 1e-3 && atof(optarg) <= 1e6, interval = (conc_duration)(1e9 / atof(optarg)); break;
		case 'l': ok &= duration_of(optarg, &page_limit); break;
		case 't': ok &= duration_of(optarg, &whole_limit); break;
		default: ok = false;
	}
	if (ok && optind == argc - 1 && !strncasecmp(argv[optind], "http://", 7)) add(NULL, argv[optind], strlen(argv[optind]));
	if (!page_count) return fputs("arguments: [-a] [-n AT_ONCE] [-m OF_A_HOST] [-r IN_A_SECOND] [-l PAGE_LIMIT] [-t LIMIT] http://…\n", stderr), 2;
	conc_semaphore_init(&places, (unsigned)at_once);
	signal(SIGPIPE, SIG_IGN);
	bool all = false;
	scope (timeout(whole_limit)) {
		task(bool) crawler = spawn crawl();
		waituntil (crawler) { }
		or waituntil (signalled(SIGINT)) conc_cancel(crawler);
		or waituntil (signalled(SIGTERM)) conc_cancel(crawler);
		all = join(crawler);
	}
	fprintf(stderr, "%d pages, %d of them failed, %d not fetched\n", done, failed, page_count - done);
	return !all;
}
