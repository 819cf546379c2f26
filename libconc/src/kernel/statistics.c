/* SPDX-License-Identifier: MIT */
/* Statistics: counting by place, and writing all counts.
 *
 * Places are in an open hash table that grows by touching its pages. An entry is claimed by a
 * compare-and-swap of its first word and never given back; the counts are atomic additions. So
 * counting takes no lock. It is off unless it was asked for.
 */
#define _GNU_SOURCE
#include "statistics.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "conc/statistics.h"
#include "metrics.h"
#include "mutex_core.h"
#include "poller.h"
#include "port/os.h"
#include "port/stop.h"
#include "report.h"
#include "scheduler.h"

#define PLACES (1u << 16) /* at most; more are counted as one */
#define ROWS (1u << 18)
enum { COUNT, CONTENDED, WAITS, WAITED, LONGEST }; /* numbers of a place */
#define BILLION UINT64_C(1000000000)

bool conc_statistics_on;

struct place {
	uintptr_t key;            /* atomic; 0: free; else what and where, mixed */
	const char *what, *where; /* atomic: written after key, before the first count */
	uint64_t count, contended, waits, waited, longest; /* atomic */
};

static struct place *places;
static struct place others = {.what = "at other places"}; /* when there is no room for more */
static struct conc_statistics_source *sources;            /* atomic */
static const char *json_file;

/* ---- Counting ---- */

static struct place *place_of(const char *what, const char *where)
{
	uint64_t hash = ((uintptr_t)what ^ (uintptr_t)where << 20 ^ (uintptr_t)where >> 44) *
	                UINT64_C(0x9e3779b97f4a7c15);
	uintptr_t key = (uintptr_t)(hash | 1);

	for (unsigned i = 0; i < PLACES; i++) {
		struct place *p = &places[((hash >> 48) + i) % PLACES];
		/* acquire: pairs with the cas of another thread that claimed it */
		uintptr_t seen = load_acquire(&p->key);
		if (!seen && cas_acq_rel(&p->key, &seen, key)) {
			store_release(&p->where, where);
			/* release: a place without what is not shown yet */
			store_release(&p->what, what);
			return p;
		}
		if (seen == key) return p;
	}
	return &others;
}

void conc_statistics_count(const char *what, const char *where, uint64_t times)
{
	add_relaxed(&place_of(what, where)->count, times);
}

void conc_statistics_contended(const char *what, const char *where)
{
	add_relaxed(&place_of(what, where)->contended, UINT64_C(1));
}

void conc_statistics_waited(const char *what, const char *where, uint64_t time)
{
	struct place *p = place_of(what, where);
	uint64_t longest = load_relaxed(&p->longest);

	add_relaxed(&p->waits, UINT64_C(1));
	add_relaxed(&p->waited, time);
	while (time > longest && !cas_relaxed(&p->longest, &longest, time))
		;
}

/* ---- Rows ---- */

struct conc_statistics {
	size_t count;
	struct conc_statistics_row rows[ROWS];
};

void conc_statistics_add(struct conc_statistics *to, const struct conc_statistics_row *row)
{
	if (to->count < ROWS) to->rows[to->count++] = *row;
}

void conc_statistics_register(struct conc_statistics_source *source)
{
	source->next = load_relaxed(&sources);
	/* release: publishes the source */
	while (!cas_release(&sources, &source->next, source))
		;
}

static void say_place(struct conc_statistics *to, const struct place *p)
{
	struct conc_statistics_row row = {
	        .family = "places",
	        .what = load_acquire(&p->what),
	        .where = load_relaxed(&p->where),
	        .count = 5,
	        .names = {"count", "contended", "waits", "waited_ns", "longest_ns"},
	        .values = {load_relaxed(&p->count), load_relaxed(&p->contended),
	                   load_relaxed(&p->waits), load_relaxed(&p->waited),
	                   load_relaxed(&p->longest)},
	};

	if (row.what && (row.values[COUNT] || row.values[WAITS])) conc_statistics_add(to, &row);
}

static void say_places(struct conc_statistics *to)
{
	for (unsigned i = 0; i < PLACES; i++) say_place(to, &places[i]);
	say_place(to, &others);
}

static void say_processors(struct conc_statistics *to)
{
	for (uint32_t i = 0, n = load_acquire(&conc_scheduler.workers); i < n; i++) {
		const struct conc_processor *p = conc_scheduler.processors[i];
		struct conc_statistics_row row = {
		        .family = "processors",
		        .number = i + 1,
		        .count = 3,
		        .names = {"dispatches", "steals", "sleeps"},
		        .values = {load_relaxed(&p->dispatches), load_relaxed(&p->steals),
		                   load_relaxed(&p->sleeps)},
		};
		conc_statistics_add(to, &row);
	}
}

static void say_poller(struct conc_statistics *to)
{
	struct conc_statistics_row row = {
	        .family = "poller", .count = 2, .names = {"looks", "events"}};

	conc_poller_statistics(&row.values[0], &row.values[1]);
	conc_statistics_add(to, &row);
}

static int by_family(const void *a, const void *b)
{
	const struct conc_statistics_row *x = a, *y = b;
	int order = strcmp(x->family, y->family);

	if (order) return order;
	if (x->number != y->number) return x->number < y->number ? -1 : 1;
	order = strcmp(x->where ? x->where : "", y->where ? y->where : "");
	return order ? order : strcmp(x->what ? x->what : "", y->what ? y->what : "");
}

/* One literal may be in several files: rows of one text are one. */
static void merge_places(struct conc_statistics *all)
{
	size_t kept = 0;

	for (size_t i = 0; i < all->count; i++) {
		struct conc_statistics_row *row = &all->rows[i], *last = &all->rows[kept - 1];
		if (!kept || by_family(last, row) != 0 || strcmp(row->family, "places") != 0) {
			all->rows[kept++] = *row;
			continue;
		}
		for (unsigned n = 0; n < row->count; n++)
			if (n != LONGEST) last->values[n] += row->values[n];
			else if (row->values[n] > last->values[n]) last->values[n] = row->values[n];
	}
	all->count = kept;
}

struct conc_statistics *conc_statistics_take(void)
{
	struct conc_statistics *all = mmap(NULL, sizeof *all, PROT_READ | PROT_WRITE,
	                                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (all == MAP_FAILED) return NULL;
	say_places(all);
	say_processors(all);
	say_poller(all);
	for (struct conc_statistics_source *s = load_acquire(&sources); s; s = s->next) s->say(all);
	qsort(all->rows, all->count, sizeof *all->rows, by_family);
	merge_places(all);
	return all;
}

void conc_statistics_drop(struct conc_statistics *all)
{
	munmap(all, sizeof *all);
}

/* ---- JSON ---- */

/* Between quotes, for JSON and for Prometheus alike. */
static void put_text(FILE *to, const char *text)
{
	fputc('"', to);
	for (; *text; text++) {
		if (*text == '"' || *text == '\\') fputc('\\', to);
		if ((unsigned char)*text >= ' ') fputc(*text, to);
	}
	fputc('"', to);
}

static void put_json_row(FILE *to, const struct conc_statistics_row *row)
{
	const char *comma = "";

	fputs("{", to);
	if (row->number) fprintf(to, "\"number\": %" PRIu64, row->number - 1), comma = ", ";
	if (row->what) fprintf(to, "%s\"what\": ", comma), put_text(to, row->what), comma = ", ";
	if (row->where) fprintf(to, "%s\"where\": ", comma), put_text(to, row->where), comma = ", ";
	for (unsigned i = 0; i < row->count; i++, comma = ", ")
		fprintf(to, "%s\"%s\": %" PRIu64, comma, row->names[i], row->values[i]);
	fputs("}", to);
}

static void put_json(FILE *to, const struct conc_statistics *all)
{
	const char *family = NULL;

	fprintf(to, "{\"pid\": %d", (int)getpid());
	for (size_t i = 0; i < all->count; i++) {
		const struct conc_statistics_row *row = &all->rows[i];
		if (!family || strcmp(family, row->family) != 0)
			fprintf(to, "%s,\n\"%s\": [\n", family ? "\n]" : "", row->family);
		else fputs(",\n", to);
		family = row->family;
		put_json_row(to, row);
	}
	fprintf(to, "%s}\n", family ? "\n]" : "");
}

/* ---- Prometheus: its text format, 0.0.4 ---- */

static void put_labels(FILE *to, const struct conc_statistics_row *row)
{
	const char *open = "{";

	if (row->number) fprintf(to, "%snumber=\"%" PRIu64 "\"", open, row->number - 1), open = ",";
	if (row->what) fprintf(to, "%swhat=", open), put_text(to, row->what), open = ",";
	if (row->where) fprintf(to, "%swhere=", open), put_text(to, row->where), open = ",";
	if (*open == ',') fputs("}", to);
}

/* May it become less? */
static bool is_gauge(const char *name)
{
	static const char *const gauges[] = {"longest_ns", "left", "capacity", "most"};

	for (size_t i = 0; i < sizeof gauges / sizeof *gauges; i++)
		if (strcmp(name, gauges[i]) == 0) return true;
	return false;
}

/* All rows of a family, which begins at row, for one of its numbers. */
static void put_metric(FILE *to, const struct conc_statistics_row *row,
                       const struct conc_statistics_row *end, unsigned i)
{
	const char *name = row->names[i], *unit = strstr(name, "_ns");
	int length = unit ? (int)(unit - name) : (int)strlen(name);
	const char *suffix = unit ? "_seconds" : "";

	fprintf(to, "# TYPE conc_%s_%.*s%s %s\n", row->family, length, name, suffix,
	        is_gauge(name) ? "gauge" : "counter");
	for (; row < end; row++) {
		fprintf(to, "conc_%s_%.*s%s", row->family, length, name, suffix);
		put_labels(to, row);
		if (unit)
			fprintf(to, " %" PRIu64 ".%09" PRIu64 "\n", row->values[i] / BILLION,
			        row->values[i] % BILLION);
		else fprintf(to, " %" PRIu64 "\n", row->values[i]);
	}
}

void conc_statistics_put_metrics(FILE *to, const struct conc_statistics *all)
{
	for (size_t i = 0, end; i < all->count; i = end) {
		const struct conc_statistics_row *row = &all->rows[i];
		for (end = i; end < all->count && strcmp(all->rows[end].family, row->family) == 0;)
			end++;
		for (unsigned n = 0; n < row->count; n++) put_metric(to, row, all->rows + end, n);
	}
}

/* ---- On request, and at the end ---- */

int conc_statistics_write(int file)
{
	struct conc_statistics *all;
	int copy, error = 0;
	FILE *to;

	if (!conc_statistics_on) return -ENOTSUP;
	copy = fcntl(file, F_DUPFD_CLOEXEC, 0);
	if (copy < 0) return -errno;
	to = fdopen(copy, "w");
	all = to ? conc_statistics_take() : NULL;
	if (all) put_json(to, all);
	if (!all || ferror(to)) error = -ENOMEM;
	if (to ? fclose(to) != 0 : close(copy) != 0) error = -errno;
	if (all) conc_statistics_drop(all);
	return error;
}

static void print_place(const struct conc_statistics_row *row)
{
	struct conc_report_line line = {0};

	conc_report_add(&line, "%s: conc: %s:", row->where ? row->where : "?", row->what);
	if (row->values[COUNT]) conc_report_add(&line, " %" PRIu64 " times", row->values[COUNT]);
	if (row->values[CONTENDED])
		conc_report_add(&line, ", contended %" PRIu64 " times", row->values[CONTENDED]);
	if (row->values[WAITS])
		conc_report_add(&line, "%s %" PRIu64 " wait%s of %.3f ms in all, %.3f ms at most",
		                row->values[COUNT] ? "," : "", row->values[WAITS],
		                row->values[WAITS] == 1 ? "" : "s",
		                (double)row->values[WAITED] / 1e6,
		                (double)row->values[LONGEST] / 1e6);
	conc_report_print(&line, STDERR_FILENO);
}

static void print_at_exit(void)
{
	struct conc_statistics *all = conc_statistics_take();

	for (size_t i = 0; all && i < all->count; i++)
		if (strcmp(all->rows[i].family, "places") == 0) print_place(&all->rows[i]);
	if (all) conc_statistics_drop(all);
}

static void write_at_exit(void)
{
	int file, error;

	if (!json_file) return; /* a child of fork */
	file = open(json_file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	error = file < 0 ? -errno : conc_statistics_write(file);
	if (error) conc_warn(NULL, NULL, "CONC_STATS=json:%s: %s", json_file, strerror(-error));
	if (file >= 0) close(file);
}

void conc_statistics_init(void)
{
	const char *stats = getenv("CONC_STATS"), *metrics = getenv("CONC_METRICS");
	bool prints = conc_os_environment("CONC_STATS", 0) != 0, serves = metrics && *metrics;

	if (stats && strncmp(stats, "json:", 5) == 0) json_file = stats + 5;
	if (CONC_SCHEDULES || !(prints || json_file || serves)) return;
	places = mmap(NULL, PLACES * sizeof *places, PROT_READ | PROT_WRITE,
	              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (places == MAP_FAILED) conc_stop(NULL, NULL, "no memory for statistics");
	conc_statistics_on = true;
	/* all locks go the long way, which counts */
	conc_abi_unlocked = CONC_LOCK_NEVER;
	if (json_file) atexit(write_at_exit);
	if (prints) atexit(print_at_exit);
	if (serves) conc_metrics_start(metrics);
}

/* The child counts anew. */
void conc_statistics_reset(void)
{
	if (!conc_statistics_on) return;
	json_file = NULL;
	for (unsigned i = 0; i < PLACES; i++)
		places[i].count = places[i].contended = places[i].waits = places[i].waited =
		        places[i].longest = 0;
	conc_metrics_reset();
}
