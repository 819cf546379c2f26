/* SPDX-License-Identifier: MIT */
/* waitset.c over futures: each member is told once, to one thread, which sees what made it ready; a member
 * may leave, and the set may end and be freed, while its future is fulfilled; a clause with a
 * deadline. */
// scale: future.c s/if (seen != WRITING .*/conc_relax(1);/
// scale: future.c s/^\telse conc_backoff(turns);/\t(void)f, (void)seen, (void)turns;/
// scale: future.c s/if (size == 8) .*/model_copy(to, from);/
// scale: future.c s/else if (size == 4) .*/(void)size;/
// scale: future.c s/else memcpy(.*//
// scale: waitset.c s/realloc(s->conc_members, room/malloc(room/
// scale: waitset.c s/2 \* room : 16/4 : 2/
// scale: waitset.c s/\*s = (conc_waitset){0};/s->conc_count = 0;/
// options: --disable-spin-assume
// case: told -DFIRST="fulfil(0)" -DSECOND="receives(1)" -DMEMBERS=1
// case: two -DFIRST="fulfil(0)" -DSECOND="receives(2)" -DTHIRD="fulfil(1)" -DMEMBERS=2
// case: share -DFIRST="(fulfil(0), fulfil(1))" -DSECOND="receives(1)" -DTHIRD="receives(1)" -DMEMBERS=2
// case: leaves -DFIRST="fulfil(0)" -DSECOND="leave()" -DMEMBERS=1 -DFREED
// case: ends -DFIRST="fulfil(0)" -DSECOND="end()" -DTHIRD="fulfil(1)" -DMEMBERS=2 -DFREED
// case: clause -DFIRST="fulfil(0)" -DSECOND="statement()" -DMEMBERS=1
// case: either -DFIRST="fulfil(0)" -DSECOND="either()" -DTHIRD="fulfil(1)" -DMEMBERS=1
// mutant: waitset.c s/store_relaxed(&m->observer.selection.state, CONC_SELECTION_OPEN);//
// mutant: waitset.c s/	} else told = becomes_ready(s, m);/	}/
// mutant: waitset.c s/	} else if (conc_selection_close(&m->observer.selection)) {/	} else if (false) {/
// mutant: waitset.c s/	if (s->conc_leaving) s->conc_end = &end;//
// mutant: waitset.c s/if (--s->conc_leaving == 0 /if (--s->conc_leaving == 7 /
// mutant: waitset.c s/	if (queued) s->conc_waiters = conc_waiters_remove(s->conc_waiters, w);//
// mutant: waitset.c s/	if (m && conc_waiter_claim(w)) {/	if (m) {/
#include "permit.h"

static void model_copy(void *to, const void *from)
{
	*(int *)to = *(const int *)from;
}

void conc_cancel_unchecked(const struct conc_thread *thread, const char *what, const char *where)
{
	(void)what;
	conc_stop(where, thread, "cancelled");
	abort();
}

/* tiny_lock.c has what it is really like. */
void conc_tiny_lock_wait(struct conc_tiny_lock *lock)
{
	if (!conc_tiny_lock_try(lock)) conc_relax(1);
}

void conc_tiny_lock_wake(struct conc_tiny_lock *lock)
{
	(void)lock;
	assert(false);
}

#include <future.c>
#include <waitset.c>

const struct conc_selectable conc_channel_observer_selectable, conc_thread_selectable;

CONC_FUTURE_TYPE(int, future_int);

static conc_waitset *set;
static future_int *f[2];
static int told[2]; /* atomic, relaxed: how often */

static void fulfil(int i)
{
	future_int_fulfil(f[i], i + 1, NULL);
}

static void is_told(int i)
{
	add_relaxed(&told[i], 1);
	assert(conc_future_ready(f[i]) && future_int_read(f[i], NULL) == i + 1);
}

static void receives(int times)
{
	for (int i = 0; i < times; i++) is_told(conc_waitset_receive(set, NULL));
}

static void end(void)
{
	conc_abi_waitset_fini(set, NULL);
	free(set);
}

static void leave(void)
{
	conc_abi_waitset_remove(set, 0, NULL);
	end();
}

static void statement(void)
{
	static struct conc_selection selection;
	static struct conc_waiter w;
	struct conc_waiter *won = &w;
	int number = -1;

	conc_waiter_init(&w, model_self, &selection, 0);
	w.slot = &number;
	conc_selection_open(&selection);
	if (waitset_enlist(set, &w, true, NULL) == CONC_ENLIST_QUEUED)
		won = conc_selection_wait(&selection, model_self, 1, &(bool){false});
	if (!won) waitset_delist(set, &w);
	assert(!w.queued);
	if (won) is_told(number);
	else receives(1);
}

/* A set or a future: what is not chosen is told later. */
static void either(void)
{
	static struct conc_selection selection;
	static struct conc_waiter w, other;
	struct conc_waiter *won = &w;
	int number = -1, how;

	conc_waiter_init(&w, model_self, &selection, 0);
	conc_waiter_init(&other, model_self, &selection, 0);
	w.slot = &number;
	conc_selection_open(&selection);
	how = future_enlist(f[1], &other, true, NULL);
	if (how == CONC_ENLIST_DONE) won = &other;
	else if (how == CONC_ENLIST_QUEUED) how = waitset_enlist(set, &w, true, NULL);
	if (how != CONC_ENLIST_DONE)
		won = conc_selection_wait(&selection, model_self, CONC_NEVER, &(bool){false});
	assert(load_relaxed(&selection.state) == (uintptr_t)won);
	future_delist(f[1], &other);
	waitset_delist(set, &w);
	if (won == &w) is_told(number);
	else receives(1);
}

static void *run(void *self)
{
	if (self == &model_threads[0]) FIRST;
	else if (self == &model_threads[1]) SECOND;
#ifdef THIRD
	else THIRD;
#endif
	return NULL;
}

int main(void)
{
	set = malloc(sizeof *set);
	set->conc_members = NULL;
	set->conc_room = set->conc_used = set->conc_count = set->conc_leaving = set->conc_lock = 0;
	set->conc_waiters = set->conc_ready = set->conc_told = set->conc_end = NULL;
	for (int i = 0; i < 2; i++) {
		f[i] = malloc(sizeof *f[i]);
		f[i]->conc_future.conc_state = 0;
		if (i < MEMBERS) assert(conc_abi_waitset_add(set, &conc_future_selectable, &f[i]->conc_future, NULL) == i);
	}
#ifdef THIRD
	model_run(3, run);
#else
	model_run(2, run);
#endif
#ifndef FREED
	for (int i = 0; i < MEMBERS; i++) assert(told[i] == 1);
	assert(!set->conc_count && !set->conc_waiters && !set->conc_ready && !set->conc_told);
#endif
	(void)receives, (void)end, (void)leave, (void)statement, (void)either;
	return 0;
}
