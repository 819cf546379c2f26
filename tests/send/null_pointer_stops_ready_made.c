// SPDX-License-Identifier: MIT
#include <conc.h>

actor counter { long n; };
message add { long by; };
receive (counter *self, add *m) { self->n += m->by; }
static counter *find(void) { return NULL; }

int main(void)
{
	conc_actors_start(NULL);
	if (conc_try_send(find(), finished_message)) return 1;
}
