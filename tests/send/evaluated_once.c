// SPDX-License-Identifier: MIT
// flags: -Wno-pedantic
#include <conc.h>
#include <stdio.h>

/* Every operand is evaluated once, whatever it is, and what is sent arrives in the order of the operands. */
actor counter { long n; int seen[16], count; };
message add { long by; };
message add_twice { inline add; long again; };
receive (counter *self, add *m) { self->n += m->by; self->seen[self->count++ % 16] = (int)m->by; }
receive (counter *self, add_twice *m) { self->n += m->by + m->again; self->seen[self->count++ % 16] = 0; }

static int calls, tries;
static counter one, two;
static counter *next(counter *p) { calls++; return p; }
static add made(long by) { calls++; return (add){by}; }
static add *kept(add *p) { calls++; return p; }
static long value(long v) { calls++; return v; }
static add *deleted(add *p) { conc_set_disposition(p, Delete); return p; }

int main(void)
{
	conc_actors_start(NULL);
	add first = {7}, v[3] = {{8}, {9}, {10}}, *p = v;
	add_twice twice = {{1}, 2};
	counter *all[] = {&one, &two}, **at = all;
	channel(long) numbers = {4};
	numbers << 20; numbers << 21;
	int i = 0;
	*next(&one) | first | made(value(1)) | *kept(&first) | kept(&v[1]) | (add){value(2)};
	next(&one) | *p++;
	(*at++) | *p;
	*at | v[i++] | &v[2];
	all[i] | (add){i + 1} | (add){conc_receive(&numbers)};
	two | (add){({ long x; x << numbers; x; })} | twice | &twice | deleted(new add {value(30)});
	tries += conc_try_send(next(all[--i]), made(5));
	tries += conc_try_send(next(*at), kept(&v[0]));
	conc_actors_stop();
	printf("%d calls, %d tries, i is %d, p moved by %d, at by %d\n", calls, tries, i, (int)(p - v), (int)(at - all));
	for (counter *c = &one; c; c = c == &one ? &two : NULL) {
		printf("%ld in %d:", c->n, c->count);
		for (int k = 0; k < c->count; k++) printf(" %d", c->seen[k]);
		printf("\n");
	}
}
