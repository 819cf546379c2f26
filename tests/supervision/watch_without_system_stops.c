// SPDX-License-Identifier: MIT
// The end of an actor that has ended would be told at once, but no system is running.
#include <conc.h>

actor boss { int ends; };
message go {};
receive (boss *self, conc_end *m) { (void)m; self->ends++; }
receive (boss *self, go *m) { (void)self, (void)m; return Finished; }

int main(void)
{
	static boss a, b;

	conc_actors_start(NULL);
	a | (go){};
	conc_actors_stop();
	conc_watch(&a, &b);
}
