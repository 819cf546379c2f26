/* SPDX-License-Identifier: MIT */
/* channel_end: closing, shutting down, flushing, the end of a channel and its statistics. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "channel.h"
#include "kernel/statistics.h"
#include "port/os.h"
#include "port/stop.h"

/* Under the senders' lock: closes c and claims the waiters that fail. A receiver that can be
 * claimed waits only while the buffer is empty; a statement that has just opened its selection
 * looks again itself. */
static void close_in(struct conc_channel *c, bool shut, struct conc_waiter **senders,
                     struct conc_waiter **receivers)
{
	struct conc_abi_channel_side *in = &c->conc_in;

	in->conc_flags |= CONC_CHANNEL_CLOSED | (shut ? CONC_CHANNEL_SHUT : 0);
	in->conc_limit = in->conc_count;
	*senders = conc_waiters_claim_all(&c->conc_wait_in);
	/* relaxed: equal counts stay equal under the senders' lock */
	if (shut || load_relaxed(&c->conc_out.conc_count) == in->conc_count)
		*receivers = conc_waiters_claim_all(&c->conc_wait_out);
}

static void end_sending(struct conc_channel *c, bool shut, const char *where)
{
	struct conc_processor *p = conc_processor_get();
	struct conc_waiter *senders = NULL, *receivers = NULL;

	if (CONC_UNLIKELY(!c)) conc_channel_null(where);
	conc_biased_lock_enter(&c->conc_in, p, CONC_BIASED_LOCK_IN);
	if (!c->conc_where) c->conc_where = where;
	conc_edge_from(&c->conc_in.conc_flags);
	close_in(c, shut, &senders, &receivers);
	if (shut) {
		conc_biased_lock_enter(&c->conc_out, p, CONC_BIASED_LOCK_OUT);
		c->conc_out.conc_flags |= CONC_CHANNEL_SHUT;
		/* relaxed: a thread that looks without the lock looks again inside */
		store_relaxed(&c->conc_out.conc_limit, c->conc_out.conc_count);
		conc_biased_lock_leave(&c->conc_out, p, CONC_BIASED_LOCK_OUT);
	}
	conc_channel_update_look(c);
	conc_biased_lock_leave(&c->conc_in, p, CONC_BIASED_LOCK_IN);
	conc_waiters_complete_all(senders, CONC_WAIT_CLOSED);
	conc_waiters_complete_all(receivers, CONC_WAIT_CLOSED);
}

void conc_channel_null(const char *where)
{
	conc_stop(where, conc_thread_self_or_null(), "a channel by a null pointer");
}

void conc_abi_channel_close(struct conc_channel *c, const char *where)
{
	conc_operation_on(c, CHANGES, "closes");
	end_sending(c, false, where);
}

void conc_abi_channel_shutdown(struct conc_channel *c, const char *where)
{
	conc_operation_on(c, CHANGES, "shuts down");
	end_sending(c, true, where);
}

/* ---- Flushing ---- */

/* Under the senders' lock: gives the value to all waiting receivers, and returns their ring. Those
 * that a close or a send passed by, and that are open again, look again themselves. */
static struct conc_waiter *give_all(struct conc_channel *c, const void *slot, size_t size)
{
	struct conc_waiter *receivers = NULL;

	/* relaxed: equal counts stay equal under the senders' lock */
	if (!(c->conc_in.conc_flags & CONC_CHANNEL_CLOSED) &&
	    load_relaxed(&c->conc_out.conc_count) == c->conc_in.conc_count)
		receivers = conc_waiters_claim_waiting(&c->conc_wait_out);
	for (struct conc_waiter *w = receivers; w; w = conc_waiters_next(receivers, w)) {
		conc_channel_copy(w->slot, slot, size);
		c->conc_handed++;
	}
	return receivers;
}

/* Under both locks: discards the elements in the buffer. */
static void throw_away(struct conc_channel *c)
{
	struct conc_abi_channel_side *in = &c->conc_in, *out = &c->conc_out;

	c->conc_flushed += in->conc_count - out->conc_count;
	out->conc_next = in->conc_next;
	/* release: as in conc_channel_get, though nothing was read */
	store_release(&out->conc_count, in->conc_count);
}

void conc_abi_channel_flush(struct conc_channel *c, const void *slot, size_t size,
                            const char *where)
{
	struct conc_waiter *senders, *receivers;
	struct conc_processor *p;

	conc_operation_on(c, CHANGES, "sends to");
	p = conc_processor_get();
	conc_channel_set_size(c, size, where);
	conc_biased_lock_enter(&c->conc_in, p, CONC_BIASED_LOCK_IN);
	if (!c->conc_where) c->conc_where = where;
	receivers = give_all(c, slot, size);
	conc_biased_lock_enter(&c->conc_out, p, CONC_BIASED_LOCK_OUT);
	throw_away(c);
	senders = conc_channel_refill(c);
	conc_biased_lock_leave(&c->conc_out, p, CONC_BIASED_LOCK_OUT);
	conc_channel_update_look(c);
	conc_biased_lock_leave(&c->conc_in, p, CONC_BIASED_LOCK_IN);
	conc_waiters_complete_all(receivers, CONC_WAIT_DONE);
	conc_waiters_complete_all(senders, CONC_WAIT_DONE);
}

/* ---- Beginning and end ---- */

size_t conc_abi_channel_count(const struct conc_channel *c)
{
	size_t out, again, in;

	conc_operation_on(c, SYNC, "counts");
	again = load_acquire(&c->conc_out.conc_count);
	do { /* acquire: keeps the order of the loads */
		out = again;
		in = load_acquire(&c->conc_in.conc_count);
		again = load_acquire(&c->conc_out.conc_count);
	} while (out != again);
	return in - out;
}

void conc_abi_channel_init(struct conc_channel *c, size_t capacity)
{
	*c = (struct conc_channel){.conc_capacity = capacity};
}

static size_t add_waiters(char *text, size_t used, size_t size, const struct conc_waiter *head,
                          const char *what)
{
	char name[128];

	for (const struct conc_waiter *w = head; w && used < size - 1;
	     w = conc_waiters_next(head, w)) {
		const char *where = w->thread ? w->thread->wait.where : NULL;

		used += (size_t)snprintf(
		        text + used, size - used, "%s%s (%s%s%s)", used ? ", " : "",
		        w->thread ? conc_thread_describe(w->thread, name, sizeof name)
		                  : "a conc_waitset",
		        w->thread ? what : "of which it is a member", where ? ", at " : "",
		        where ? where : "");
	}
	return used < size ? used : size - 1;
}

static void check_unused(const struct conc_channel *c, const char *where)
{
	char text[768];
	size_t used;

	if (CONC_LIKELY(!c->conc_wait_in && !c->conc_wait_out)) return;
	used = add_waiters(text, 0, sizeof text, c->conc_wait_in, "send");
	add_waiters(text, used, sizeof text, c->conc_wait_out, "receive");
	conc_stop(where, conc_thread_self_or_null(), "end of a channel in which threads wait: %s",
	          text);
}

static bool wants_statistics(void)
{
	static uint32_t wants; /* atomic; 0: not known yet, 1: no, 2: yes */
	uint32_t known = load_relaxed(&wants);

	if (CONC_LIKELY(known)) return known == 2;
	known = conc_os_environment("CONC_STATS", 0) ? 2 : 1;
	store_relaxed(&wants, known); /* relaxed: all threads store the same value */
	return known == 2;
}

static void print_statistics(const struct conc_channel *c)
{
	char text[512];
	size_t sent = c->conc_in.conc_count + c->conc_handed;
	size_t left = c->conc_in.conc_count - c->conc_out.conc_count;
	ssize_t ignored;
	int length = snprintf(text, sizeof text,
	                      "%s: conc: channel of capacity %zu: %zu sent (%u waited), "
	                      "%zu received (%u waited), %zu flushed, %zu left\n",
	                      c->conc_where ? c->conc_where : "?", c->conc_capacity, sent,
	                      c->conc_blocked[0], sent - left - c->conc_flushed, c->conc_blocked[1],
	                      c->conc_flushed, left);

	ignored = write(STDERR_FILENO, text,
	                length < (int)sizeof text ? (size_t)length : sizeof text - 1);
	(void)ignored;
}

/* By the place of its declaration. */
static void count_elements(const struct conc_channel *c)
{
	size_t sent = c->conc_in.conc_count + c->conc_handed;
	size_t left = c->conc_in.conc_count - c->conc_out.conc_count;

	conc_statistics_count("channel: sent", c->conc_where, sent);
	conc_statistics_count("channel: received", c->conc_where, sent - left - c->conc_flushed);
}

/* ---- Static channels, which do not end ---- */

static struct conc_tiny_lock statics_guard; /* protects the variables below */
static bool registered;
static struct used {
	struct used *next;
	const struct conc_channel *channel;
} * statics;

static void print_statics(void)
{
	for (const struct used *u = statics; u; u = u->next)
		if (conc_os_is_loaded(u->channel) && load_relaxed(&u->channel->conc_size))
			print_statistics(u->channel);
}

/* Returns the n-th static channel; null: there are not so many. */
static const struct conc_channel *nth_static(uint64_t n)
{
	const struct conc_channel *c;
	const struct used *u;

	conc_tiny_lock_acquire(&statics_guard);
	for (u = statics; u && n > 0; n--) u = u->next;
	c = u ? u->channel : NULL;
	conc_tiny_lock_release(&statics_guard);
	return c;
}

/* Whether a channel's library is still loaded is asked without the lock: that takes the loader's.
 */
static void say_statics(struct conc_statistics *to)
{
	const struct conc_channel *c;

	for (uint64_t n = 0; (c = nth_static(n)); n++) {
		struct conc_statistics_row row = {.family = "channels",
		                                  .number = n + 1,
		                                  .count = 3,
		                                  .names = {"capacity", "sent", "left"}};
		uint64_t in, out;

		if (!conc_os_is_loaded(c)) continue;
		/* relaxed: counts of a channel in use */
		in = load_relaxed(&c->conc_in.conc_count);
		out = load_relaxed(&c->conc_out.conc_count);
		row.where = c->conc_where;
		row.values[0] = c->conc_capacity;
		row.values[1] = in + c->conc_handed;
		row.values[2] = in - out;
		conc_statistics_add(to, &row);
	}
}

static struct conc_statistics_source source = {.say = say_statics};

/* Unregisters c: a static channel that the program ends itself is not printed again. */
static void forget_static(const struct conc_channel *c)
{
	struct used **link = &statics, *u;

	conc_tiny_lock_acquire(&statics_guard);
	while ((u = *link) && u->channel != c) link = &u->next;
	if (u) *link = u->next;
	conc_tiny_lock_release(&statics_guard);
	free(u);
}

void conc_channel_first_used(const struct conc_channel *c)
{
	struct used *u;

	if (CONC_LIKELY(!wants_statistics() && !conc_statistics_on) || !conc_os_is_loaded(c))
		return;
	forget_static(c); /* it may have been initialised again */
	u = malloc(sizeof *u);
	if (!u) return; /* then c is not printed */
	conc_tiny_lock_acquire(&statics_guard);
	if (!registered && wants_statistics()) atexit(print_statics);
	if (!registered) conc_statistics_register(&source);
	registered = true;
	*u = (struct used){statics, c};
	statics = u;
	conc_tiny_lock_release(&statics_guard);
}

void conc_abi_channel_fini(struct conc_channel *c, const char *where)
{
	struct conc_processor *p;

	if (load_relaxed(&c->conc_size) == 0 && !c->conc_where) return; /* never used */
	p = conc_processor_get();
	/* the last partner may still be inside a lock */
	conc_biased_lock_enter(&c->conc_in, p, CONC_BIASED_LOCK_IN);
	conc_biased_lock_enter(&c->conc_out, p, CONC_BIASED_LOCK_OUT);
	check_unused(c, where);
	if (CONC_UNLIKELY(wants_statistics())) print_statistics(c);
	if (CONC_UNLIKELY(conc_statistics_on)) count_elements(c);
	if (CONC_UNLIKELY(wants_statistics() || conc_statistics_on)) forget_static(c);
	free(c->conc_in.conc_first);
	conc_abi_channel_init(c, c->conc_capacity);
}
