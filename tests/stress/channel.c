/* SPDX-License-Identifier: MIT */
/* Random games of senders, receivers and statements on three channels of small capacities, by
 * user threads, pinned ones and foreign kernel threads, that somebody closes, shuts down or flushes meanwhile,
 * while the number of processors changes. Every value arrives once, in the order of its sender, or is still
 * in its channel, was flushed, or stayed with its sender. Runs for STRESS_SECONDS (default 3), or so
 * many games as the first argument says; the second is the first game's number. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conc.h"
#include "conc/abi.h"
#include "port/atomic.h"
#include "../libconc/clauses.h"

#define CHECK(x) ((x) ? (void)0 : failed(CONC_HERE, #x))

static unsigned game;

static void failed(const char *where, const char *what)
{
	fprintf(stderr, "%s: failed: %s (game %u)\n", where, what, game);
	abort();
}

enum { PLAYERS = 8, CHANNELS = 3, MOST = 200 };

CONC_CHANNEL_TYPE(long, longs);

static longs channels[CHANNELS];
static long sent, received, flushed;
static uint8_t seen[PLAYERS][MOST]; /* atomic: how often that value came */
static long length;                 /* values per sender */

static unsigned next_random(unsigned *state)
{
	return (*state = *state * 1103515245u + 12345u) >> 16;
}

static bool receive_any(longs *a, longs *b, long *value)
{
	bool took = false;

	CONC_WAITUNTIL(1, 2);
	CONC_RECEIVE_CLAUSE(1, 0, 1, longs, a);
	CONC_CHECKED(1, 0);
	CONC_RECEIVE_CLAUSE(1, 1, 1, longs, b);
	CONC_CHECKED(1, 1);
	CONC_WAIT(1);
	if (CONC_CHOSEN(1, 0)) {
		took = CONC_TOOK_PLACE(1, 0);
		if (took) *value = conc_value_1_0;
	} else if (CONC_CHOSEN(1, 1)) {
		took = CONC_TOOK_PLACE(1, 1);
		if (took) *value = conc_value_1_1;
	}
	return took;
}

static bool send_any(longs *a, longs *b, long value)
{
	bool took = false;

	CONC_WAITUNTIL(2, 2);
	CONC_SEND_CLAUSE(2, 0, 1, longs, a, value);
	CONC_CHECKED(2, 0);
	CONC_SEND_CLAUSE(2, 1, 1, longs, b, value);
	CONC_CHECKED(2, 1);
	CONC_WAIT(2);
	if (CONC_CHOSEN(2, 0)) took = CONC_TOOK_PLACE(2, 0);
	else if (CONC_CHOSEN(2, 1)) took = CONC_TOOK_PLACE(2, 1);
	return took;
}

static void came(long value)
{
	CHECK(value >= 0 && value < PLAYERS * MOST);
	CHECK(__atomic_fetch_add(&seen[value / MOST][value % MOST], 1, __ATOMIC_RELAXED) == 0);
}

static void play_sender(int index, unsigned *random)
{
	longs *one = &channels[next_random(random) % CHANNELS];
	bool statements = next_random(random) % 2;

	for (long i = 0; i < length; i++) {
		longs *a = &channels[next_random(random) % CHANNELS];
		longs *b = &channels[next_random(random) % CHANNELS];
		long value = (long)index * MOST + i;
		bool ok;

		if (statements) ok = send_any(a, b, value);
		else if (next_random(random) % 4 == 0 && longs_try_send(one, value, CONC_HERE)) ok = true;
		else ok = longs_send_ok(one, value, CONC_HERE);
		if (!ok) return;
		__atomic_fetch_add(&sent, 1, __ATOMIC_RELAXED);
	}
}

static void play_receiver(unsigned *random)
{
	longs *one = &channels[next_random(random) % CHANNELS];
	bool statements = next_random(random) % 2, ok = true;
	long last[PLAYERS];

	memset(last, -1, sizeof last);
	while (ok) {
		longs *a = &channels[next_random(random) % CHANNELS];
		longs *b = &channels[next_random(random) % CHANNELS];
		long value;

		if (statements) ok = receive_any(a, b, &value);
		else if (next_random(random) % 4 == 0 && longs_try_receive(one, &value, CONC_HERE)) ok = true;
		else ok = longs_receive_ok(one, &value, CONC_HERE);
		if (!ok) return;
		came(value);
		/* of one channel, which one sender fills in order */
		if (!statements) CHECK(value % MOST > last[value / MOST]);
		last[value / MOST] = value % MOST;
		__atomic_fetch_add(&received, 1, __ATOMIC_RELAXED);
	}
}

/* Ends the game: nobody waits for ever. */
static void play_closer(unsigned *random)
{
	for (unsigned i = next_random(random) % 50; i > 0; i--) {
		conc_yield();
		if (i % 16 == 15) conc_processors(1 + next_random(random) % 4);
	}
	for (int i = 0; i < CHANNELS; i++) {
		if (next_random(random) % 3 == 0) conc_shutdown(&channels[i]);
		else conc_close(&channels[i]);
		if (next_random(random) % 2 == 0) conc_yield();
	}
}

static void play(int *index)
{
	unsigned random = game * 31 + (unsigned)*index * 7919;

	if (*index == 0) play_closer(&random);
	else if (*index % 2) play_sender(*index, &random);
	else play_receiver(&random);
}

static void play_pinned(int *index)
{
	conc_pin();
	play(index);
	conc_unpin();
}

static void *play_foreign(void *index)
{
	play(index);
	return NULL;
}

CONC_TASK_TYPE_VOID(task);
CONC_SPAWN1_VOID(spawn_play, task, play, int *);
CONC_SPAWN1_VOID(spawn_pinned, task, play_pinned, int *);

static void clear(void)
{
	sent = received = flushed = 0;
	memset(seen, 0, sizeof seen);
	for (int i = 0; i < CHANNELS; i++)
		conc_channel_init(&channels[i], (game + (unsigned)i * (game / 5 % 3)) % 5);
}

static void check_rest(void)
{
	long value;

	for (int i = 0; i < CHANNELS; i++) {
		while (longs_try_receive(&channels[i], &value, CONC_HERE)) {
			came(value);
			received++;
		}
		conc_channel_fini(&channels[i]);
	}
	CHECK(sent == received);
}

static void play_game(bool foreign)
{
	int index[PLAYERS], players = 2 + (int)(game % (PLAYERS - 2));
	task tasks[PLAYERS];
	pthread_t threads[PLAYERS];

	clear();
	for (int i = 0; i < players; i++) {
		index[i] = i;
		tasks[i] = (task){NULL};
		if (foreign && (game + (unsigned)i) % 5 == 1)
			pthread_create(&threads[i], NULL, play_foreign, &index[i]);
		else if ((game + (unsigned)i) % 7 == 3) tasks[i] = spawn_pinned(CONC_HERE, &index[i]);
		else tasks[i] = spawn_play(CONC_HERE, &index[i]);
	}
	for (int i = 0; i < players; i++) {
		if (tasks[i].conc_task) {
			task_join_value(tasks[i], CONC_HERE);
			continue;
		}
		CONC_BLOCKING(1);
		pthread_join(threads[i], NULL);
	}
	check_rest();
}

int main(int count, char **arguments)
{
	const char *seconds = getenv("STRESS_SECONDS");
	uint64_t end = conc_now() + (uint64_t)(seconds ? atoi(seconds) : 3) * 1000000000;
	unsigned games = count > 1 ? (unsigned)atoi(arguments[1]) : 0;

	length = games ? 4 : MOST;
	game = count > 2 ? (unsigned)atoi(arguments[2]) : 0;
	for (unsigned i = 0; games ? i < games : conc_now() < end; i++, game++) play_game(!games);
	puts("ok channel");
	return 0;
}
