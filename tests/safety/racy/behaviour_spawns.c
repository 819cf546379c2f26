// SPDX-License-Identifier: MIT
// class: actor
// A behaviour spawns a thread that fills the actor's cache, and returns. The next behaviour uses the cache meanwhile.
#include <conc.h>
#include <stdio.h>

actor resolver { int cached, asked; };
message refresh {};
message ask { int name; };

static void fill(resolver *r)
{
	r->cached = 7;	/* races */
}

receive (resolver *self, refresh *m)
{
	spawn fill(self);
}

receive (resolver *self, ask *m)
{
	self->asked += m->name == self->cached;	/* races */
}

int main(void)
{
	static resolver r;

	conc_actors_start(NULL);
	r | (refresh){} | (ask){ 7 };
	conc_actors_stop();
	conc_sleep(2ms);
	printf("%s\n", r.asked <= 1 ? "asked" : "too often");
}
