/* SPDX-License-Identifier: MIT */
/* channel.c, channel_core.c, channel_end.c: what is sent is received once, in the order of its sender,
 * or stays where it is; nobody waits for ever; a channel that is closed lets everybody go. The
 * locks of the sides are plain here (biased_lock.c has a driver of its own), elements are ints. */
// take: channel_core.c claim_observers size_of fifo_of take_out channel_core_append channel_core_finish hand meet channel_core_put wait_for_room conc_channel_send_core conc_channel_refill channel_core_take take_from_buffer conc_channel_receive_core conc_channel_take_back
// take: channel.c operation_of channel_leave channel_await operate send_slow receive_slow find_room send_fast find_element seems_empty receive_fast
// take: channel_end.c close_in end_sending
// scale: channel.h s/if (size == 1) memcpy.*/if (true) model_copy(to, from, size);/
// options: --disable-spin-assume
// case: one_to_one -DCAPACITY=1 -DFIRST="send(2)" -DSECOND="receive(2)"
// case: rendezvous -DCAPACITY=0 -DFIRST="send(2)" -DSECOND="receive(2)"
// case: one_left -DCAPACITY=1 -DFIRST="send(2)" -DSECOND="receive(1)"
// case: wraps -DCAPACITY=2 -DFIRST="send(3)" -DSECOND="receive(3)"
// case: two_senders -DCAPACITY=1 -DFIRST="send(1)" -DSECOND="send(1)" -DTHIRD="receive(2)"
// case: two_receivers -DCAPACITY=0 -DFIRST="receive(1)" -DSECOND="receive(1)" -DTHIRD="send(2)"
// case: close -DCAPACITY=1 -DFIRST="send(1)" -DSECOND="receive(2)" -DTHIRD="close_it(false)"
// case: shut_down -DCAPACITY=1 -DFIRST="send(2)" -DSECOND="receive(1)" -DTHIRD="close_it(true)"
// mutant: channel.h s/store_release(&in->conc_count/store_relaxed(\&in->conc_count/
// mutant: channel.h s/store_release(&out->conc_count/store_relaxed(\&out->conc_count/
// mutant: channel.c s/count = load_acquire(&c->conc_in.conc_count)/count = load_relaxed(\&c->conc_in.conc_count)/
// mutant: channel.c s/in->conc_limit = load_acquire(/in->conc_limit = load_relaxed(/
// mutant: channel_core.c s/	out->conc_flags |= CONC_CHANNEL_SENDERS;//
// mutant: channel_core.c s/^	in->conc_limit = in->conc_count;/	;/
// mutant: channel_core.c s/if (c->conc_in.conc_count - count < c->conc_capacity) {/if (false) {/
// mutant: channel_end.c s/\*senders = conc_waiters_claim_all.*/;/
#include "permit.h"

/* In the place of biased_lock.h. */
#define CONC_SRC_BIASED_LOCK_H
#include <conc/abi_channel.h>
struct conc_processor {
	struct conc_thread *current;
};
enum { CONC_BIASED_LOCK_IN, CONC_BIASED_LOCK_OUT };
static struct conc_processor processors[MODEL_THREADS];

static struct conc_processor *conc_processor_get(void)
{
	return &processors[model_number()];
}

static void conc_biased_lock_enter(struct conc_abi_channel_side *s, struct conc_processor *p, int place)
{
	uintptr_t free;

	(void)p, (void)place;
	do {
		free = load_relaxed(&s->conc_word);
		if (free != 0) conc_relax(1);
	} while (free != 0 || !cas_acquire(&s->conc_word, &free, (uintptr_t)1));
}

static void conc_biased_lock_leave(struct conc_abi_channel_side *s, struct conc_processor *p, int place)
{
	(void)p, (void)place;
	store_release(&s->conc_word, (uintptr_t)0);
}

/* An int, as an int: GenMC copies no bytes. The name is the header's in all that it defines. */
static void model_copy(void *to, const void *from, size_t size)
{
	assert(size == sizeof(int));
	*(int *)to = *(const int *)from;
}
#include <channel.h>

/* Nobody is cancelled. */
static int park_uncancelled(struct conc_thread *self, uint64_t deadline)
{
	(void)deadline;
	conc_thread_park(self);
	return 0;
}

void conc_channel_prepare(struct conc_channel *c, const char *where)
{
	(void)c, (void)where;
	assert(!"it has a buffer");
}

_Noreturn static void failed(const struct conc_waiter *w, const struct conc_channel *c,
                             const char *where)
{
	(void)w, (void)c, (void)where;
	abort();
}

#define conc_thread_park_cancellable park_uncancelled
#include <taken.c>

static struct conc_channel *c; /* not a constant: GenMC cannot wait for those */
static int values[3][3];
static int sent[3], received[3]; /* plain: per thread */
static int sum_sent[3], sum_received[3];

static void send(int times)
{
	int me = model_number();

	for (int i = 0; i < times; i++) {
		values[me][i] = 10 * me + i + 1;
		if (!send_fast(c, &values[me][i], sizeof(int), NULL, true)) return;
		sent[me]++;
		sum_sent[me] += values[me][i];
	}
}

static void receive(int times)
{
	int me = model_number(), last = 0;

	for (int i = 0; i < times; i++) {
		int value = 0;

		if (!receive_fast(c, &value, sizeof(int), NULL, true)) return;
		assert(value % 10 > last % 10 || value / 10 != last / 10);
		last = value;
		received[me]++;
		sum_received[me] += value;
	}
}

static void close_it(bool shut)
{
	end_sending(c, shut, NULL);
}

static void *body(void *unused)
{
	conc_processor_get()->current = model_self;
	switch (model_number()) {
	case 0: FIRST; break;
	case 1: SECOND; break;
#ifdef THIRD
	case 2: THIRD; break;
#endif
	}
	(void)send, (void)receive, (void)close_it;
	return unused;
}

int main(void)
{
	int s = 0, r = 0, ss = 0, sr = 0;
	int *buffer = malloc(sizeof(int) * (CAPACITY + 1));

	c = malloc(sizeof(*c));
	c->conc_capacity = CAPACITY;
	c->conc_size = sizeof(int);
	c->conc_where = "";
	c->conc_wait_in = c->conc_wait_out = NULL;
	c->conc_look = 0;
	c->conc_blocked[0] = c->conc_blocked[1] = 0;
	c->conc_handed = c->conc_flushed = 0;
	for (int i = 0; i < 2; i++) {
		struct conc_abi_channel_side *side = i ? &c->conc_out : &c->conc_in;

		side->conc_word = 0;
		side->conc_count = side->conc_limit = 0;
		side->conc_flags = 0;
		side->conc_next = side->conc_first = (char *)buffer;
		side->conc_end = (char *)(buffer + CAPACITY);
	}
#ifdef THIRD
	model_run(3, body);
#else
	model_run(2, body);
#endif
	for (int i = 0; i < 3; i++) {
		s += sent[i], ss += sum_sent[i];
		r += received[i], sr += sum_received[i];
	}
	for (; r < s; r++) { /* what is left */
		int value = 0;

		assert(c->conc_out.conc_count != c->conc_in.conc_count);
		conc_channel_get(c, &value, sizeof(int));
		sr += value;
	}
	assert(c->conc_out.conc_count == c->conc_in.conc_count);
	assert(ss == sr);
	assert(!c->conc_wait_in && !c->conc_wait_out);
	return 0;
}
