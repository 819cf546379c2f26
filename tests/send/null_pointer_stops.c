// SPDX-License-Identifier: MIT
#include <conc.h>

actor counter { long n; };
message add { long by; };
receive (counter *self, add *m) { self->n += m->by; }

int main(void)
{
	counter *p = NULL;
	conc_actors_start(NULL);
	p | (add){1}
	  | (add){2};
}
