// SPDX-License-Identifier: MIT
// Channels as simple as can be, with one lock over all of them, right, and wrong in one way:
// MUTANT=NAME in the environment, one of `mutants`. What the workload finds in them says what it can
// find.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "subject.h"

static const char *const mutants[] = {
	"none",
	"lifo",                 // the last element comes first
	"last-come",            // the last thread that waits is served first
	"lost",                 // an element gets lost
	"twice",                // an element is delivered twice
	"completed-twice",      // who was served is served again
	"two-clauses",          // another clause of a statement has an effect too
	"too-many",             // one more element than the capacity
	"open-after-close",     // a send to a closed channel
	"close-loses-rest",     // what was in the buffer is gone
	"close-completes",      // senders that wait are told that they have sent
	"close-delivers",       // receivers that wait are told that they have received
	"spurious-refusal",     // a try fails for no reason
	"flush-keeps",          // something survives a flush
	"flush-passes-by",      // a receiver that waits gets no copy
	"timed-out-effect",     // a statement that has timed out sends after all
	"miscount",
	"shutdown-drains",      // shutting down is only closing
	"else-first",           // an else though something is ready
	"wrong-order",          // of those ready the last, not the first
	"unlocked",             // two receivers may see the same element
	"alone",                // a try at a rendezvous needs nobody
};
enum mutant {
	NONE, LIFO, LAST_COME, LOST, TWICE, COMPLETED_TWICE, TWO_CLAUSES, TOO_MANY, OPEN_AFTER_CLOSE, CLOSE_LOSES_REST,
	CLOSE_COMPLETES, CLOSE_DELIVERS, SPURIOUS_REFUSAL, FLUSH_KEEPS, FLUSH_PASSES_BY, TIMED_OUT_EFFECT, MISCOUNT,
	SHUTDOWN_DRAINS, ELSE_FIRST, WRONG_ORDER, UNLOCKED, ALONE, MUTANTS,
};

struct waiter {
	struct waiter *next;
	struct subject_clause *clauses;
	unsigned count, ran;	// clauses that have taken effect, as bits
	int chosen;
};

struct model {
	uint32_t capacity, count, blocked[2];
	bool closed, shut;
	uint32_t buffer[128];
};

static conc_mutex gate;
static conc_condition changed;
static struct model models[SUBJECT_CHANNELS];
static struct waiter *first_waiter;
static enum mutant mutant;
static uint32_t sometimes_count;

// One time of a few, of this mutant.
static bool sometimes(enum mutant m)
{
	return mutant == m && ++sometimes_count % 3 == 0;
}

static void choose_mutant(void)
{
	const char *name = getenv("MUTANT");
	unsigned i = 0;
	while (name && i < MUTANTS && strcmp(name, mutants[i]) != 0) i++;
	if (i == MUTANTS) {
		for (i = 1; i < MUTANTS; i++) puts(mutants[i]);
		exit(2);
	}
	mutant = i;
}

void subject_start(const uint32_t *capacities, unsigned count)
{
	choose_mutant();
	memset(models, 0, sizeof(models));
	for (unsigned i = 0; i < count; i++) models[i].capacity = capacities[i] + (mutant == TOO_MANY);
	sometimes_count = 0;
}

void subject_end(void)
{
}

// ---- Who waits; everything up to the operations is called with the gate locked ----

static void append(struct waiter *w)
{
	struct waiter **end = &first_waiter;
	while (*end) end = &(*end)->next;
	w->next = NULL;
	*end = w;
}

static void take_out(struct waiter *w)
{
	struct waiter **at = &first_waiter;
	while (*at && *at != w) at = &(*at)->next;
	if (*at) *at = w->next;
}

static bool fits(const struct waiter *w, unsigned i, unsigned c, bool is_send)
{
	return !(w->ran >> i & 1) && w->clauses[i].channel == c && w->clauses[i].is_send == is_send;
}

// The first that waits to send to c, or to receive from it, and which clause of it.
static struct waiter *partner(unsigned c, bool is_send, unsigned *clause)
{
	struct waiter *found = NULL;
	for (struct waiter *w = first_waiter; w; w = w->next)
		for (unsigned i = 0; i < w->count; i++)
			if ((!found || mutant == LAST_COME) && fits(w, i, c, is_send)) found = w, *clause = i;
	return found;
}

static void complete(struct waiter *w, unsigned i, bool ok)
{
	w->clauses[i].ok = ok;
	w->chosen = (int)i;
	if (mutant != COMPLETED_TWICE) take_out(w);
	conc_broadcast(&changed);
}

// ---- The channel ----

static void put(struct model *m, uint32_t value)
{
	if (m->count < 128) m->buffer[m->count++] = value;
	if (sometimes(LOST)) m->count--;
}

static uint32_t get(struct model *m)
{
	uint32_t value = m->buffer[mutant == LIFO ? m->count - 1 : 0];
	if (mutant == UNLOCKED) {
		conc_mutex_unlock(&gate);
		conc_yield();
		conc_mutex_lock(&gate);
		if (!m->count) return value;
	}
	if (sometimes(TWICE)) return value;
	m->count--;
	if (mutant != LIFO) memmove(m->buffer, m->buffer + 1, m->count * sizeof(m->buffer[0]));
	return value;
}

static void refill(unsigned c)
{
	struct model *m = &models[c];
	struct waiter *w;
	unsigned i;
	while (m->count < m->capacity && !m->closed && (w = partner(c, true, &i))) {
		put(m, w->clauses[i].value);
		complete(w, i, true);
		if (mutant == COMPLETED_TWICE) return;
	}
}

// True: the clause is over.
static bool send(struct subject_clause *s)
{
	struct model *m = &models[s->channel];
	struct waiter *w;
	unsigned i;
	s->ok = !m->closed || mutant == OPEN_AFTER_CLOSE;
	if (!s->ok) return true;
	if (!m->count && (w = partner(s->channel, false, &i))) {
		w->clauses[i].value = s->value;
		complete(w, i, true);
		return true;
	}
	if (m->count >= m->capacity) return false;
	put(m, s->value);
	return true;
}

static bool receive(struct subject_clause *s, bool drains)
{
	struct model *m = &models[s->channel];
	struct waiter *w;
	unsigned i;
	s->ok = false;
	if (m->shut && !drains) return true;
	if (m->count) {
		s->value = get(m);
		refill(s->channel);
	} else if (!m->closed && (w = partner(s->channel, true, &i))) {
		s->value = w->clauses[i].value;
		complete(w, i, true);
	} else {
		return m->closed;
	}
	s->ok = true;
	return true;
}

static bool attempt(struct subject_clause *s, bool drains)
{
	return s->is_send ? send(s) : receive(s, drains);
}

// ---- Statements, of which a plain operation is one ----

static int first_ready(struct waiter *w)
{
	for (unsigned k = 0; k < w->count; k++) {
		unsigned i = mutant == WRONG_ORDER ? w->count - 1 - k : k;
		if (!(w->ran >> i & 1) && attempt(&w->clauses[i], false)) {
			if (i && w->clauses[0].is_send && sometimes(TWO_CLAUSES)) attempt(&w->clauses[0], false);
			return (int)i;
		}
	}
	return -1;
}

static void block(struct waiter *w, bool has_timeout)
{
	w->chosen = -1;
	append(w);
	while (w->chosen < 0)
		if (!has_timeout) conc_wait(&changed, &gate);
		else if (conc_wait_for(&changed, &gate, 20us) && w->chosen < 0) break;
	take_out(w);
	if (w->chosen < 0 && mutant == TIMED_OUT_EFFECT && w->clauses[0].is_send) put(&models[w->clauses[0].channel], w->clauses[0].value);
}

// Which clause took effect, or -1.
static int wait_once(struct waiter *w, enum subject_form form)
{
	int chosen = -1;
	mutex (gate) {
		if (form != SUBJECT_ELSE || !sometimes(ELSE_FIRST)) chosen = first_ready(w);
		if (chosen < 0 && form != SUBJECT_ELSE) {
			if (w->count == 1 && form == SUBJECT_OR) models[w->clauses[0].channel].blocked[w->clauses[0].is_send]++;
			block(w, form == SUBJECT_TIMEOUT);
			chosen = w->chosen;
		}
	}
	return chosen;
}

void subject_wait(enum subject_form form, struct subject_clause *clauses, unsigned count, subject_block *took, void *argument)
{
	struct waiter w = {.clauses = clauses, .count = count};
	do {
		int chosen = wait_once(&w, form);
		if (chosen < 0) break;
		took(argument, (unsigned)chosen);
		w.ran |= 1u << chosen;
	} while (form == SUBJECT_AND && w.ran != 3);
}

// ---- The rest ----

static void nothing(void *argument, unsigned clause)
{
	(void)argument, (void)clause;
}

bool subject_send(unsigned c, uint32_t value)
{
	struct subject_clause s = {.channel = (uint8_t)c, .is_send = true, .value = value};
	subject_wait(SUBJECT_OR, &s, 1, nothing, NULL);
	return s.ok;
}

bool subject_receive(unsigned c, uint32_t *value)
{
	struct subject_clause s = {.channel = (uint8_t)c};
	subject_wait(SUBJECT_OR, &s, 1, nothing, NULL);
	if (s.ok) *value = s.value;
	return s.ok;
}

bool subject_try_send(unsigned c, uint32_t value)
{
	struct subject_clause s = {.channel = (uint8_t)c, .is_send = true, .value = value};
	if (mutant == ALONE && !models[c].capacity) return true;
	if (sometimes(SPURIOUS_REFUSAL)) return false;
	mutex (gate) s.ok = attempt(&s, true) && s.ok;
	return s.ok;
}

bool subject_try_receive(unsigned c, uint32_t *value)
{
	struct subject_clause s = {.channel = (uint8_t)c};
	if (sometimes(SPURIOUS_REFUSAL)) return false;
	mutex (gate) s.ok = attempt(&s, true) && s.ok;
	if (s.ok) *value = s.value;
	return s.ok;
}

void subject_flush(unsigned c, uint32_t value)
{
	struct model *m = &models[c];
	struct waiter *w;
	unsigned i;
	mutex (gate) {
		while (!m->count && !m->closed && (w = partner(c, false, &i))) {
			w->clauses[i].value = value;
			complete(w, i, true);
			if (mutant == FLUSH_PASSES_BY || mutant == COMPLETED_TWICE) break;
		}
		m->count = mutant == FLUSH_KEEPS && m->count ? 1 : 0;
		refill(c);
	}
}

static void end(unsigned c, bool shut)
{
	struct model *m = &models[c];
	struct waiter *w;
	unsigned i;
	mutex (gate) {
		m->closed = true;
		m->shut |= shut;
		if (mutant == CLOSE_LOSES_REST) m->count = 0;
		while ((w = partner(c, true, &i))) {
			take_out(w);
			complete(w, i, mutant == CLOSE_COMPLETES);
		}
		while ((w = partner(c, false, &i))) {
			take_out(w);
			if (mutant == CLOSE_DELIVERS) w->clauses[i].value = 4;
			complete(w, i, mutant == CLOSE_DELIVERS);
		}
	}
}

void subject_close(unsigned c)
{
	end(c, false);
}

void subject_shutdown(unsigned c)
{
	end(c, mutant != SHUTDOWN_DRAINS);
}

uint32_t subject_count(unsigned c)
{
	uint32_t n;
	mutex (gate) n = models[c].count + (mutant == MISCOUNT);
	return n;
}

uint32_t subject_waiting(unsigned c, bool is_send)
{
	uint32_t n;
	mutex (gate) n = models[c].blocked[is_send];
	return n;
}
