// A copy of a message that new made is not what new made, though it has its bytes.
#include <conc.h>
#include <stdio.h>
actor counter { long n; };
message add { long by; };
receive (counter *self, add *m)  { self->n += m->by; }
int main(void) {
	counter c = {};
	conc_actors_start(NULL);
	add *p = new add {2};
	conc_set_disposition(p, Delete);
	add x = *p;
	c | p;
	c | x;
	c | &x;
	conc_actors_stop();
	printf("%ld\n", c.n); // not reached
}
