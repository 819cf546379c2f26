// SPDX-License-Identifier: MIT
// What generated programs (write.c) work on, and the check of what they did.
//
// Everything is written down by those who have the handler, in plain memory: two at a time would be a race, for
// the sanitizer. What came about is one number, as in explore.c, and must be among those of the model. A
// deadlock is looked at where the program stops, so the report's text is kept until then.
//
//     PROGRAM [MODE [ROUNDS]]      MODE 0: active handlers, 1: passive ones, 2: some of each, switched at random
//                                  ROUNDS 0: what the model allows, as in WORLD_SEEN
//
// WORLD_SEEN=FILE: the outcomes are added to FILE, a line for each. WORLD_REPORT=FILE: standard error is FILE.
#include <conc.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "world_sizes.h"

typedef struct cell { int handler; unsigned char value; } cell;

struct allowed { const uint64_t *hash; size_t count; };
extern const struct allowed allowed[];

static struct world {
	int mode, rounds, round, report;
	unsigned long long random;	// atomic
	struct { int count; uint16_t done[DONE_MAX]; } handlers[HANDLERS];
	struct { int count; uint8_t answer[ANSWERS_MAX]; } clients[CLIENTS];
} world;

/* ---- chance ---- */

static unsigned random_bits(void)
{
	unsigned long long x = __atomic_add_fetch(&world.random, 0x9e3779b97f4a7c15, __ATOMIC_RELAXED);
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
	return (unsigned)(x >> 40);
}

// Lets others run; under a seed that is the schedule's to say.
static void wander(void)
{
	if (conc_test_seed()) return;
	for (unsigned n = random_bits() % 16; n > 10; n--) conc_yield();
}

static __attribute__((unused)) bool wants_switch(void) { return world.mode == 2 && random_bits() % 4 != 0; }
static __attribute__((unused)) bool begins_passive(void) { return world.mode == 1 || (world.mode == 2 && random_bits() % 2); }

static void note(int handler, int what)
{
	if (world.handlers[handler].count == DONE_MAX) abort();
	wander();
	world.handlers[handler].done[world.handlers[handler].count++] = (uint16_t)what;
}

static __attribute__((unused)) void answer(int client, int value)
{
	if (world.clients[client].count == ANSWERS_MAX) abort();
	wander();
	world.clients[client].answer[world.clients[client].count++] = (uint8_t)value;
}

/* ---- what is called on cells ---- */

static __attribute__((unused)) void add(cell *self, int number, int value)
{
	note(self->handler, number);
	self->value += value;
}

// The same with an argument that does not fit where short requests stand, or not in any common stretch.
struct wide { long at[26]; };
struct huge { struct wide at[30]; };

static __attribute__((unused)) void add_wide(cell *self, int number, int value, struct wide wide)
{
	if (wide.at[0] != value || wide.at[25] != number) abort();
	add(self, number, value);
}

static __attribute__((unused)) void add_huge(cell *self, int number, int value, struct huge huge)
{
	add_wide(self, number, value, huge.at[29]);
}

static __attribute__((unused)) int get(cell *self, int number)
{
	note(self->handler, number);
	return self->value;
}

static __attribute__((unused)) int value_of(const cell *self) { return self->value; }

static __attribute__((unused)) int move(cell *from, cell *to, int number)
{
	note(from->handler, number);
	if (to->handler != from->handler) note(to->handler, number);
	from->value--;
	return ++to->value;
}

/* ---- what came about ---- */

static uint64_t say(uint64_t h, unsigned value) { return (h ^ value) * 1099511628211u; }

static uint64_t outcome(bool deadlock)
{
	uint64_t h = say(14695981039346656037u, deadlock);
	for (int i = 0; i < HANDLERS; i++) {
		h = say(h, 5000 + (unsigned)i);
		for (int j = 0; j < world.handlers[i].count; j++) h = say(h, world.handlers[i].done[j]);
	}
	for (int i = 0; i < CLIENTS; i++) {
		h = say(h, 6000 + (unsigned)i);
		for (int j = 0; j < world.clients[i].count; j++) h = say(h, world.clients[i].answer[j]);
	}
	return h ? h : 1;
}

static bool is_allowed(uint64_t h)
{
	const struct allowed *a = &allowed[world.mode];
	size_t low = 0, high = a->count;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (a->hash[middle] < h) low = middle + 1;
		else high = middle;
	}
	return low < a->count && a->hash[low] == h;
}

static void print_outcome(bool deadlock)
{
	for (int i = 0; i < HANDLERS; i++) {
		printf("handler %d:", i);
		for (int j = 0; j < world.handlers[i].count; j++) printf(" %d", world.handlers[i].done[j]);
		printf("; ");
	}
	for (int i = 0; i < CLIENTS; i++) {
		printf("client %d:", i);
		for (int j = 0; j < world.clients[i].count; j++) printf(" %d", world.clients[i].answer[j]);
		printf("; ");
	}
	printf("%s\n", deadlock ? "deadlock" : "end");
	fflush(stdout);
}

static void write_seen(uint64_t h)
{
	const char *file = getenv("WORLD_SEEN");
	char text[32];
	int fd = file ? open(file, O_WRONLY | O_APPEND | O_CREAT, 0644) : -1;
	if (fd < 0) return;
	if (write(fd, text, (size_t)snprintf(text, sizeof text, "%016llx\n", (unsigned long long)h)) < 0) abort();
	close(fd);
}

// One round is over.
static void world_check(bool deadlock)
{
	uint64_t h = outcome(deadlock);
	write_seen(h);
	if (is_allowed(h)) return;
	printf("round %d, mode %d: not among what the model allows:\n", world.round, world.mode);
	print_outcome(deadlock);
	exit(1);
}

/* ---- rounds ---- */

// Without the queue of queues who reserves waits, so there are deadlocks that the model has not.
#ifndef LOCKED
#define LOCKED 0
#endif

// ThreadSanitizer: when it runs nobody else does, but nothing orders what they did before it.
const char *__tsan_default_suppressions(void);
const char *__tsan_default_suppressions(void) { return "race:stopped\n"; }

// The report of a stop: with it there may be a deadlock that the model has, too.
static void stopped(int signal)
{
	static char text[20000];
	ssize_t size = pread(world.report, text, sizeof text - 1, 0);
	(void)signal;
	if (size > 0 && strstr(text, "every thread is blocked") && (LOCKED || is_allowed(outcome(true)))) {
		write_seen(outcome(true));
		_exit(0);
	}
	printf("round %d, mode %d: stopped:\n%s", world.round, world.mode, text);
	print_outcome(true);
}

static void check_last(void) { world_check(false); }

static void world_begin(int argc, char **argv)
{
	char name[] = "/tmp/world.XXXXXX";
	const char *kept = getenv("WORLD_REPORT");
	world.mode = argc > 1 ? atoi(argv[1]) : 0;
	world.rounds = argc > 2 ? atoi(argv[2]) : 1;
	for (size_t i = 0; world.rounds == 0 && i < allowed[world.mode].count; i++)
		printf("%016llx\n", (unsigned long long)allowed[world.mode].hash[i]);
	if (world.rounds == 0) exit(0);
	world.random = conc_test_seed() ? conc_test_seed() : (unsigned long long)getpid();
	world.round = -1;
	world.report = kept ? open(kept, O_RDWR | O_APPEND | O_CREAT | O_TRUNC, 0644) : mkstemp(name);
	if (world.report < 0 || dup2(world.report, 2) < 0) abort();
	if (!kept) unlink(name);
	signal(SIGABRT, stopped);
}

static bool world_goes_on(void)
{
	memset(world.handlers, 0, sizeof world.handlers);
	memset(world.clients, 0, sizeof world.clients);
	return ++world.round < world.rounds;
}

// What handlers were asked to do in the last round is done when main has returned.
static bool is_last(void)
{
	if (world.round + 1 < world.rounds) return false;
	return atexit(check_last) == 0;
}
