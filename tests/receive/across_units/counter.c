// SPDX-License-Identifier: MIT
#include "across_units.h"
#include <stdio.h>
#include <string.h>

receive (counter *self, add *m) { self->n += m->by; }
receive (counter *self, get *m) { *m->reply << self->n; }
receive (counter *self, text *m) { self->n += (long)strlen(m->bytes); }
destroy (text *self) { printf("end of %s\n", self->bytes); }

long other_unit(counter *c)
{
	c | (add){ 10 };
	return 7;
}
