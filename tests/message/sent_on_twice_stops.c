// SPDX-License-Identifier: MIT
// A copy with a destroy can be at one place only.
#include <conc.h>

message item { int n; };
destroy (item *self) { self->n = 0; }
actor relay { relay *next; };
receive (relay *self, item *m)
{
	if (!self->next) return;
	self->next | m; self->next | m;
}

int main(void)
{
	relay last, first = { &last };
	conc_actors_start(NULL);
	first | (item){ 1 };
	conc_actors_stop();
}
