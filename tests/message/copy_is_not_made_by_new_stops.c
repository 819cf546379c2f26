// A copy of a message that new made is not what new made, though it has its bytes.
#include <conc.h>
#include <stdint.h>
#include <stdio.h>
actor counter { long n; };
message add { long by; };
receive (counter *self, add *m)  { self->n += m->by; }
int main(void) {
	counter c = {};
	conc_actors_start(NULL);
	add *p = new add {2};
	conc_set_disposition(p, Delete);
	// a copy is told by 15 bits of its address: one of two neighbours has others than p
	add x[2] = {*p, *p}, *copy = &x[((uintptr_t)x ^ (uintptr_t)p) >> 4 & 0x7fff ? 0 : 1];
	c | p;
	c | *copy;
	c | copy;
	conc_actors_stop();
	printf("%ld\n", c.n); // not reached
}
