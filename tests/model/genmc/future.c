/* SPDX-License-Identifier: MIT */
/* future.c and the inline half of it: fulfilled once, and who reads sees the value of the one that
 * did; a reader that waits is told by whoever fulfils or cancels; a reset makes room for a value
 * that is not written while the old one is read; a clause that is passed by is seen when its
 * statement waits again. */
// scale: future.c s/if (seen != WRITING .*/conc_relax(1);/
// scale: future.c s/^\telse conc_backoff(turns);/\t(void)f, (void)seen, (void)turns;/
// scale: future.c s/if (size == 8) .*/model_copy(to, from);/
// scale: future.c s/else if (size == 4) .*/(void)size;/
// scale: future.c s/else memcpy(.*//
// options: --disable-spin-assume
// case: read -DFIRST="fulfil(1)" -DSECOND="read(1)"
// case: two_read -DFIRST="fulfil(1)" -DSECOND="read(1)" -DTHIRD="read(1)"
// case: contend -DFIRST="contend(1)" -DSECOND="contend(2)" -DTHIRD="read_one()"
// case: given_up -DFIRST="contend(1)" -DSECOND="contend(2)" -DTHIRD="read_any()" -DCANCELS
// case: reset -DFIRST="fulfil(1)" -DSECOND="read_and_reset()" -DTHIRD="fulfil_later()"
// case: cancel -DFIRST="contend(1)" -DSECOND="cancel()" -DTHIRD="read_any()"
// case: clause -DFIRST="fulfil(1)" -DSECOND="statement(false)"
// case: deadline -DFIRST="fulfil(1)" -DSECOND="statement(true)"
// case: and -DFIRST="fulfil(1)" -DSECOND="both()" -DTHIRD="fulfil_other()"
// mutant: future.c s/copy(value, from, size);/;/
// mutant: future.c s/bool blank = bits == 0;/bool blank = true;/
// mutant: future.c s/future_notify_readers(readers, from, size);/;/
// mutant: future.c s/if (w->queued) head = conc_waiters_remove(head, w);/;/
// mutant: future.c s/if (bits) how = conc_waiter_claim(w) ? CONC_ENLIST_DONE : CONC_ENLIST_GONE;/if (bits) how = CONC_ENLIST_DONE;/
// mutant: future.c s/readers = conc_waiters_claim_all(&head);/readers = head, head = NULL;/
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

#include <future.c>

CONC_FUTURE_TYPE(int, future_int);

static future_int *f, *other;
static int winner; /* atomic: whose value it is; 0: cancelled */

static void fulfil(int value)
{
	future_int_fulfil(f, value, NULL);
}

static void fulfil_other(void)
{
	future_int_fulfil(other, 2, NULL);
}

static void contend(int value)
{
	if (future_int_fulfil_ok(f, value, NULL)) add_relaxed(&winner, value);
}

static void cancel(void)
{
	if (conc_future_cancel(f)) add_relaxed(&winner, 4);
}

static void read(int value)
{
	assert(future_int_read(f, NULL) == value);
}

static int was_read = -1;

static void read_one(void)
{
	was_read = future_int_read(f, NULL);
}

/* Or the waiting thread was cancelled. */
static void read_any(void)
{
	int value = 0;

	was_read = future_int_read_any(f, &value, NULL, true) ? value : 4;
}

static int reset; /* atomic, relaxed: orders nothing */

static void read_and_reset(void)
{
	read(1);
	conc_future_reset(f);
	store_relaxed(&reset, 1);
}

/* Before the reset it must fail, after it it must not write while the old value is read. */
static void fulfil_later(void)
{
	if (load_relaxed(&reset)) future_int_fulfil(f, 2, NULL);
}

/* ---- Statements by hand ---- */

static struct conc_selection selection;
static struct conc_waiter w[2];
static int got[2];

static void clause(int i, future_int *future)
{
	conc_waiter_init(&w[i], model_self, &selection, offsetof(future_int, conc_value));
	w[i].slot = &got[i];
	w[i].since = sizeof(int);
	(void)future;
}

static void statement(bool hurry)
{
	struct conc_waiter *won = &w[0];

	clause(0, f);
	conc_selection_open(&selection);
	if (future_enlist(f, &w[0], true, NULL) == CONC_ENLIST_QUEUED)
		won = conc_selection_wait(&selection, model_self, hurry ? 1 : CONC_NEVER, &(bool){true});
	if (won) assert(won == &w[0] && got[0] == 1);
	else future_delist(f, &w[0]);
	assert(!w[0].queued);
	conc_selection_open(&selection); /* what was passed by is there */
	if (!won && future_enlist(f, &w[0], true, NULL) == CONC_ENLIST_QUEUED) {
		won = conc_selection_wait(&selection, model_self, CONC_NEVER, &(bool){true});
		assert(won == &w[0]);
	}
	assert(got[0] == 1);
}

static void both(void)
{
	future_int *futures[2] = {f, other};
	bool ran[2] = {false, false};

	for (int i = 0; i < 2; i++) clause(i, futures[i]);
	for (int round = 0; round < 2; round++) {
		struct conc_waiter *won = NULL;
		int how = CONC_ENLIST_QUEUED;

		conc_selection_open(&selection);
		for (int i = 0; i < 2 && how == CONC_ENLIST_QUEUED; i++) {
			if (ran[i]) continue;
			how = future_enlist(futures[i], &w[i], true, NULL);
			if (how == CONC_ENLIST_DONE) won = &w[i];
		}
		if (!won) won = conc_selection_wait(&selection, model_self, CONC_NEVER, &(bool){true});
		assert(!won->queued && !ran[won - w] && got[won - w] == won - w + 1);
		ran[won - w] = true;
	}
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
	f = malloc(sizeof *f);
	other = malloc(sizeof *other);
	f->conc_future.conc_state = other->conc_future.conc_state = 0;
	selection.state = CONC_SELECTION_CLOSED;
#ifdef THIRD
	model_run(3, run);
#else
	model_run(2, run);
#endif
	assert(was_read == -1 || was_read == 4 || was_read == winner);
	assert(f->conc_future.conc_state <= 15 && !(f->conc_future.conc_state & CONC_GUARD_BITS));
	(void)fulfil, (void)fulfil_other, (void)contend, (void)cancel, (void)read_any, (void)read_one;
	(void)read_and_reset, (void)fulfil_later, (void)statement, (void)both;
	return 0;
}
