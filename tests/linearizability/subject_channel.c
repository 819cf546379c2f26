// SPDX-License-Identifier: MIT
// The channels of the dialect. SIZE: bytes of an element; ALIGN: where they must stand.
// An element of more than 4 bytes carries its value in every word: one that was torn is found.
#include <conc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "subject.h"

#ifndef SIZE
#define SIZE 4
#endif
#ifndef ALIGN
#define ALIGN 4
#endif

#if SIZE == 1
typedef uint8_t element;
#elif SIZE == 2
typedef uint16_t element;
#elif SIZE == 4
typedef uint32_t element;
#elif SIZE == 8
typedef uint64_t element;
#else
typedef struct element { _Alignas(ALIGN) uint32_t words[SIZE / 4]; } element;
#endif

#if SIZE <= 8
static element element_of(uint32_t value)
{
	element e = (element)((uint64_t)value * (SIZE == 8 ? 0x100000001u : 1));
	conc_test_assert((uint32_t)e == value);
	return e;
}

static uint32_t value_of(const element *e)
{
	conc_test_assert(SIZE < 8 || (uint32_t)*e == (uint32_t)((uint64_t)*e >> 32));
	return (uint32_t)*e;
}
#else
static element element_of(uint32_t value)
{
	element e;
	for (unsigned i = 0; i < SIZE / 4; i++) e.words[i] = value;
	return e;
}

static uint32_t value_of(const element *e)
{
	conc_test_assert((uintptr_t)e % ALIGN == 0);
	for (unsigned i = 1; i < SIZE / 4; i++) conc_test_assert(e->words[i] == e->words[0]);
	return e->words[0];
}
#endif

static channel(element) channels[SUBJECT_CHANNELS];
static unsigned channel_count;

void subject_start(const uint32_t *capacities, unsigned count)
{
	channel_count = count;
	for (unsigned i = 0; i < count; i++) conc_channel_init(&channels[i], capacities[i]);
}

void subject_end(void)
{
	for (unsigned i = 0; i < channel_count; i++) conc_channel_fini(&channels[i]);
}

bool subject_send(unsigned c, uint32_t value)
{
	element e = element_of(value);
	return channels[c] << e;
}

bool subject_receive(unsigned c, uint32_t *value)
{
	element e;
	if (!(e << channels[c])) return false;
	*value = value_of(&e);
	return true;
}

bool subject_try_send(unsigned c, uint32_t value)
{
	return conc_try_send(&channels[c], element_of(value));
}

bool subject_try_receive(unsigned c, uint32_t *value)
{
	element e;
	if (!conc_try_receive(&channels[c], &e)) return false;
	*value = value_of(&e);
	return true;
}

void subject_flush(unsigned c, uint32_t value)
{
	conc_flush(&channels[c], element_of(value));
}

void subject_close(unsigned c)
{
	conc_close(&channels[c]);
}

void subject_shutdown(unsigned c)
{
	conc_shutdown(&channels[c]);
}

uint32_t subject_count(unsigned c)
{
	return (uint32_t)conc_count(&channels[c]);
}

// ---- Statements: a clause of each kind per place, and guards that leave one ----

struct statement {
	channel(element) *channel[SUBJECT_CLAUSES];
	element in[SUBJECT_CLAUSES], out[SUBJECT_CLAUSES];
	bool sends[SUBJECT_CLAUSES], receives[SUBJECT_CLAUSES];
	struct subject_clause *clauses;
	subject_block *took;
	void *argument;
};

static void prepare(struct statement *s, struct subject_clause *clauses, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		s->channel[i] = &channels[clauses[i].channel];
		s->sends[i] = clauses[i].is_send;
		s->receives[i] = !clauses[i].is_send;
		if (clauses[i].is_send) s->out[i] = element_of(clauses[i].value);
	}
}

static void took(struct statement *s, unsigned i, bool ok)
{
	s->clauses[i].ok = ok;
	if (ok && s->receives[i]) s->clauses[i].value = value_of(&s->in[i]);
	s->took(s->argument, i);
}

#define CLAUSE(i) \
	when (s->receives[i]) waituntil (ok = s->in[i] << s->channel[i]) took(s, i, ok); \
	or when (s->sends[i]) waituntil (ok = s->channel[i] << s->out[i]) took(s, i, ok);

static void wait_or(struct statement *s)
{
	bool ok;
	CLAUSE(0) or CLAUSE(1) or CLAUSE(2)
}

static void wait_fair(struct statement *s)
{
	bool ok;
	fair CLAUSE(0) or CLAUSE(1) or CLAUSE(2)
}

static void wait_else(struct statement *s)
{
	bool ok;
	CLAUSE(0) or CLAUSE(1) or CLAUSE(2) or else {}
}

static void wait_timeout(struct statement *s)
{
	bool ok;
	CLAUSE(0) or CLAUSE(1) or CLAUSE(2) or waituntil (timeout(20us)) {}
}

static void wait_and(struct statement *s)
{
	bool ok;
	(CLAUSE(0)) and (CLAUSE(1))
}

void subject_wait(enum subject_form form, struct subject_clause *clauses, unsigned count,
                  subject_block *took, void *argument)
{
	static void (*const forms[])(struct statement *) = {
		[SUBJECT_OR] = wait_or, [SUBJECT_FAIR] = wait_fair, [SUBJECT_ELSE] = wait_else,
		[SUBJECT_TIMEOUT] = wait_timeout, [SUBJECT_AND] = wait_and,
	};
	struct statement s = {.clauses = clauses, .took = took, .argument = argument};

	prepare(&s, clauses, count);
	forms[form](&s);
}

// The runtime's own account, which it keeps inside the channel's lock; ThreadSanitizer cannot know
// that this look needs none.
__attribute__((no_sanitize("thread")))
uint32_t subject_waiting(unsigned c, bool is_send)
{
	struct conc_channel *x = &channels[c].conc_channel;
	if (!(*(volatile uint32_t *)&x->conc_look & (is_send ? 4 : 8))) return 0;
	return *(volatile uint32_t *)&x->conc_blocked[is_send ? 0 : 1];
}
