/* SPDX-License-Identifier: MIT */
/* A type whose policy is to stop, in a system that drops. */
#include <conc.h>

actor sink { int n; };
actor loose { int n; };
message stop {};
receive (sink *self, stop *m) { (void)self, (void)m; return Finished; }
receive (loose *self, stop *m) { (void)self, (void)m; return Finished; }

int main(void)
{
	static sink a;
	static loose b;

	conc_ended_type(sink, CONC_ENDED_STOP);
	conc_actors_start(&(struct conc_actors_config){ .ended = CONC_ENDED_DROP });
	a | (stop){};
	b | (stop){};
	conc_actors_wait();
	b | (stop){};
	a | (stop){};
}
