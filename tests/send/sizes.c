// SPDX-License-Identifier: MIT
// flags: -Wno-psabi -Wno-pedantic
#include <conc.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Messages by value of every size and alignment are copies: what becomes of the sender's changes nothing. */
actor taker { long sum, wrong, order; };
message nothing { };
message letter { char c; };
message bits { unsigned low : 3, high : 29; };
message vector { _Alignas(64) double v[8]; };
message page { int number; char text[5000]; };
message aligned_page { int number; _Alignas(256) char text[9000]; };
message pair { struct { int a; union { int b; float f; }; } in; int all[3]; };

static void expect(taker *self, long number)
{
	if (self->order++ != number) self->wrong++;
}
static int all_are(const char *text, size_t length, int c)
{
	for (size_t i = 0; i < length; i++)
		if (text[i] != (char)c) return 0;
	return 1;
}
receive (taker *self, nothing *m) { (void)m; self->order++; }
receive (taker *self, letter *m) { expect(self, m->c); }
receive (taker *self, bits *m) { expect(self, m->high); self->wrong += m->low != 5; }
receive (taker *self, vector *m)
{
	self->wrong += (uintptr_t)m % 64 != 0;
	expect(self, (long)m->v[0]);
	for (int i = 0; i < 8; i++) self->wrong += m->v[i] != m->v[0] + i;
}
receive (taker *self, page *m) { expect(self, m->number); self->wrong += !all_are(m->text, sizeof m->text, m->number); }
receive (taker *self, aligned_page *m)
{
	self->wrong += (uintptr_t)m % 256 != 0;
	expect(self, m->number);
	self->wrong += !all_are(m->text, sizeof m->text, m->number);
}
receive (taker *self, pair *m) { expect(self, m->in.a); self->wrong += m->in.b != 7 || m->all[2] != 9; }

static page made(int number)
{
	page p = {.number = number};
	memset(p.text, number, sizeof p.text);
	return p;
}

int main(void)
{
	enum { ROUNDS = 12 };
	conc_actors_start(NULL);
	taker t = {};
	for (int i = 0; i < ROUNDS; i++) {
		int n = 10 * i;
		letter l = {(char)n};
		vector v;
		page p = made(n + 4);
		aligned_page a = {.number = n + 5};
		memset(a.text, n + 5, sizeof a.text);
		for (int k = 0; k < 8; k++) v.v[k] = n + 3 + k;
		letter small = {(char)(n + 7)};
		t | l | (nothing){} | (bits){5, (unsigned)n + 2} | v | p | a | (pair){{.a = n + 6, .b = 7}, {[2] = 9}};
		t | small | made(n + 8) | (letter){(char)(n + 9)};
		l.c = 0;
		memset(&v.v, 0, sizeof v.v);
		memset(p.text, 0, sizeof p.text);
		memset(a.text, 0, sizeof a.text);
		small.c = -1;
	}
	conc_actors_stop();
	printf("%ld messages, %ld wrong\n", t.order, t.wrong);
}
