/* SPDX-License-Identifier: MIT */
/* Park and unpark: rings of threads that pass a token, with and without deadlines, from
 * user threads, pinned threads and foreign kernel threads; no permit is lost. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "conc/abi.h"
#include "kernel/thread.h"

#define CHECK(x) \
	do { \
		if (!(x)) { \
			fprintf(stderr, "%s: failed: %s\n", CONC_HERE, #x); \
			abort(); \
		} \
	} while (0)

#define RING 7
#if defined(__SANITIZE_THREAD__)
#define ROUNDS 300
#define PATIENCE 100000 /* ns */
#else
#define ROUNDS 4000
#define PATIENCE 5000
#endif

/* One place of a ring: `full` says whose turn it is; whoever sets it unparks. */
struct place {
	struct conc_thread *thread; /* atomic; set before the thread first waits */
	unsigned full;              /* atomic: tokens handed over */
	struct place *next;
	int kind;                   /* 0 plain, 1 deadlines, 2 pinned */
};

/* Waits until a token is there. The flag and the permit make a tiny semaphore: exactly
 * one unpark per token. */
static void wait_token(struct place *place, struct conc_thread *self)
{
	if (place->kind != 1) {
		conc_thread_park(self);
	} else {
		while (conc_thread_park_until(self, conc_now() + PATIENCE) != 0)
			;
	}
	CHECK(__atomic_exchange_n(&place->full, 0, __ATOMIC_ACQUIRE) == 1);
}

static void pass_token(struct place *next)
{
	struct conc_thread *thread;

	CHECK(__atomic_exchange_n(&next->full, 1, __ATOMIC_RELEASE) == 0);
	while (!(thread = __atomic_load_n(&next->thread, __ATOMIC_ACQUIRE)))
		conc_yield();
	conc_thread_unpark(thread);
}

static void run_place(struct place *place)
{
	struct conc_thread *self = conc_self();

	if (place->kind == 2)
		conc_pin();
	__atomic_store_n(&place->thread, self, __ATOMIC_RELEASE);
	for (int i = 0; i < ROUNDS; i++) {
		wait_token(place, self);
		pass_token(place->next);
	}
	if (place->kind == 2)
		conc_unpin();
}

typedef struct member member;
struct member { struct place *place; struct conc_thread_object conc_thread; };
static void member_main(member *self) { run_place(self->place); }
CONC_THREAD_TYPE(member, member_main);

static void *foreign(void *place)
{
	run_place(place);
	return NULL;
}

/* One token goes round; main is the place that closes the ring. */
static void ring(int kind, int foreign_at)
{
	struct place places[RING + 1] = {0};
	member members[RING] = {0};
	pthread_t thread;

	for (int i = 0; i <= RING; i++) {
		places[i].next = &places[(i + 1) % (RING + 1)];
		places[i].kind = kind == 3 ? i % 3 : kind;
	}
	places[RING].kind = kind == 3 ? 0 : kind;
	for (int i = 0; i < RING; i++)
		members[i].place = &places[i];
	if (foreign_at >= 0) {
		static struct place unused;
		members[foreign_at].place = &unused;
		pthread_create(&thread, NULL, foreign, &places[foreign_at]);
	}
	for (int i = 0; i < RING; i++) {
		if (i == foreign_at)
			continue;
		conc_abi_threads_start(&conc_type_member, &members[i], sizeof members[i], CONC_HERE);
	}
	places[RING].thread = conc_self();
	for (int i = 0; i < ROUNDS; i++) {
		pass_token(&places[0]);
		wait_token(&places[RING], conc_self());
	}
	for (int i = 0; i < RING; i++) {
		struct conc_abi_threads one = {&conc_type_member, (char *)&members[i], 1};
		if (i != foreign_at)
			conc_abi_threads_end(&one);
	}
	if (foreign_at >= 0)
		pthread_join(thread, NULL);
}

int main(void)
{
	ring(0, -1);
	ring(1, -1);
	ring(2, -1);
	ring(3, -1);
	ring(0, 3);
	ring(3, 2);
	puts("ok park");
	return 0;
}
