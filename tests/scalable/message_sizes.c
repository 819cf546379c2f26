// SPDX-License-Identifier: MIT
// flags: -Wno-conc-large-message
// Scalable messages of no bytes, of a few, of many thousand, and aligned ones, by value and by reference, mixed: each arrives
// whole.
#include <conc.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { N = 120 };

message nothing {};
message byte { char c; };
message odd { char c[13]; };
message page { unsigned char bytes[4000]; };
message huge { unsigned char bytes[100000]; };
message aligned { _Alignas(16) long n; };

actor bag { long nothings, sum, wrong; };
static long sum(const unsigned char *bytes, size_t n)
{
	long all = 0;
	for (size_t i = 0; i < n; i++) all += bytes[i];
	return all;
}
scalable receive (bag *self, nothing *m) { self->nothings++; }
scalable receive (bag *self, byte *m) { self->sum += m->c; }
scalable receive (bag *self, odd *m) { self->sum += sum((unsigned char *)m->c, sizeof m->c); }
scalable receive (bag *self, page *m) { self->sum += sum(m->bytes, sizeof m->bytes); }
scalable receive (bag *self, huge *m) { self->sum += sum(m->bytes, sizeof m->bytes); }
scalable receive (bag *self, aligned *m)
{
	self->wrong += (uintptr_t)m % 16 != 0;
	self->sum += m->n;
}
export (bag *self, bag *replica) { (void)self, (void)replica; }
import (bag *self, bag *replica)
{
	self->nothings += replica->nothings, self->sum += replica->sum, self->wrong += replica->wrong;
	replica->nothings = replica->sum = replica->wrong = 0;
}

int main(void)
{
	static huge big;
	static page pages[N];
	bag b = {};
	conc_scaling_actor(&b, &(struct conc_scaling){ .policy = CONC_SCALING_AGGRESSIVE });
	conc_actors_start(NULL);
	long all = 0;
	for (int i = 0; i < N; i++) {
		b | (nothing){} | (byte){ 7 } | (aligned){ 1000 };
		all += 1007;
		odd o;
		memset(o.c, i % 100, sizeof o.c);
		b | o;
		all += sum((unsigned char *)o.c, sizeof o.c);
		memset(pages[i].bytes, i, sizeof pages[i].bytes);
		if (i % 2) b | &pages[i]; else b | pages[i];
		all += sum(pages[i].bytes, sizeof pages[i].bytes);
		if (i % 10) continue;
		memset(big.bytes, i, sizeof big.bytes);
		b | big;
		all += sum(big.bytes, sizeof big.bytes);
	}
	conc_actors_stop();
	printf("%ld, %ld, %ld\n", b.nothings, b.sum - all, b.wrong);
}
