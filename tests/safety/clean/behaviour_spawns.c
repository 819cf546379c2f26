// SPDX-License-Identifier: MIT
// class: actor
// A behaviour spawns a thread that looks something up. The thread sends the actor what it has found.
#include <conc.h>
#include <stdio.h>

actor resolver { int cached; future(bool) *filled; };
message refresh {};
message found { int name; };

receive (resolver *self, found *m)
{
	self->cached = m->name;
	*self->filled << true;
}

static void look_up(resolver *r)
{
	r | (found){ 7 };
}

receive (resolver *self, refresh *m)
{
	spawn look_up(self);
}

int main(void)
{
	static future(bool) filled;
	static resolver r = { 0, &filled };

	conc_actors_start(NULL);
	r | (refresh){};
	waituntil (filled) {}
	conc_actors_stop();
	printf("%d\n", r.cached);
	return r.cached != 7;
}
