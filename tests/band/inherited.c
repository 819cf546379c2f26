// SPDX-License-Identifier: MIT
// Tasks and threads start in the band of their spawner; the next thread of a descriptor, and actors' workers, in the normal one.
#include <conc.h>
#include <stdio.h>

thread one { int band; };
actor clerk { int unused; };
message ask { future(int) *answer; };

static int band(void)
{
	enum conc_band mine = conc_set_band(CONC_BAND_NORMAL);
	conc_set_band(mine);
	return (int)mine;
}

void main(one *self) { self->band = band(); }
receive (clerk *c, ask *m) { (void)c; *m->answer << band(); }

static int child(void)
{
	conc_yield();
	task(int) grandchild = spawn band();
	return 10 * band() + join(grandchild);
}

int main(void)
{
	conc_set_band(CONC_BAND_URGENT);
	one o = {};
	task(int) t = spawn child();
	clerk c = {};
	future(int) answer = {};
	int of_worker;
	join(o);
	printf("%d %d", o.band, join(t));
	conc_actors_start(NULL);
	c | (ask){ &answer };
	of_worker << answer;
	conc_actors_stop();
	conc_set_band(CONC_BAND_NORMAL);
	t = spawn child();
	printf(" %d %d\n", of_worker, join(t));
}
