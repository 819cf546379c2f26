// SPDX-License-Identifier: MIT
// Programs that end in all sorts of ways, for ends.sh: the first argument says which.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "remote.h"

static const char *how = "";

actor other { long n; };
message poke { long n; };
receive (other *self, poke *m) { self->n += m->n; }
static other friend;

actor sum { long total, elsewhere; };
message add { long by; unsigned turns; };
message show {};

message odd { long a, b; };
serialize (odd *self, conc_writer *out) { conc_writer_put(out, &self->a, sizeof self->a); }
deserialize (odd *self, conc_reader *in) { conc_reader_get(in, &self->a, 2 * sizeof self->a); }

static void *exits(void *unused) { exit(5); }
static void exit_all(void)
{
	pthread_t threads[4];
	for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, exits, NULL);
	exit(5);
}

scalable receive (sum *self, add *m)
{
	uint64_t until = conc_now() + m->turns * 1000ull;

	while (conc_now() < until) {
	}
	self->total += m->by;
	self->elsewhere += rank() != 0;
	if (rank() == 0) return;
	if (!strcmp(how, "exits elsewhere")) exit(5);
	if (!strcmp(how, "exits in several threads")) exit_all();
	if (!strcmp(how, "sends elsewhere")) friend | (poke){1};
	if (!strcmp(how, "crashes elsewhere")) raise(SIGSEGV);
}
scalable receive (sum *self, odd *m) { work(20000); self->total += m->a; }
receive (sum *self, show *m) { printf("%ld\n", self->total); }
export (sum *self, sum *replica) {}
import (sum *self, sum *replica)
{
	self->total += replica->total;
	self->elsewhere += replica->elsewhere;
	replica->total = replica->elsewhere = 0;
}

static void in_atexit(void) { printf("atexit on rank %d\n", rank()); }
static __attribute__((constructor)) void first(void)
{
	atexit(in_atexit);
	if (getenv("HOW")) how = getenv("HOW");
}
static __attribute__((destructor)) void last(void) { printf("destructor on rank %d\n", rank()); }

/* Until something was handled elsewhere. */
static void add_all(sum *s, int count, unsigned turns)
{
	for (int i = 0; i < count; i++) {
		if (!strcmp(how, "reads what was not written")) *s | (odd){i, 0};
		else *s | (add){.by = i, .turns = turns};
	}
	*s | (show){};
}

/* Processor time of the other ranks, in hundredths of a second: processes of this name, but this one. */
static long used_by_hosts(void)
{
	long sum = 0, user, kernel;
	char line[1000];
	FILE *list;

	snprintf(line, sizeof line,
	         "for c in /proc/[0-9]*/comm; do p=${c%%/comm}; [ \"$(cat $c 2>/dev/null)\" = %s ] && "
	         "[ $p != /proc/$PPID ] && cut -d' ' -f14,15 $p/stat; done",
	         program_invocation_short_name);
	list = popen(line, "r");
	while (fgets(line, sizeof line, list))
		if (sscanf(line, "%ld %ld", &user, &kernel) == 2) sum += user + kernel;
	pclose(list);
	return sum;
}

int main(void)
{
	static sum s;

	conc_actors_start(&split_always);
	if (!strcmp(how, "exits at once")) {
		add_all(&s, 10000, 100);
		exit(4);
	}
	if (!strcmp(how, "forks")) {
		pid_t child = fork();
		if (child == 0) exit(0);
		waitpid(child, NULL, 0);
	}
	if (!strcmp(how, "works long")) add_all(&s, 4, 6000000);
	else add_all(&s, 2000, 50);
	if (!strcmp(how, "computes long")) {
		for (uint64_t until = conc_now() + 6000000000; conc_now() < until;) {
		}
	}
	if (!strcmp(how, "sleeps long")) {
		long before = used_by_hosts();

		conc_sleep(3s);
		printf("used %ld\n", used_by_hosts() - before);
	}
	if (!strcmp(how, "sends nowhere")) {
		other *none = NULL;
		*none | (poke){1};
	}
	stop_and_count();
	if (!strcmp(how, "aborts")) abort();
	expect_remote();
	return 3;
}
