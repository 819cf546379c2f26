// SPDX-License-Identifier: MIT
// An actor that watches itself.
#include <conc.h>

actor boss { int ends; };
message go {};
receive (boss *self, conc_end *m) { (void)m; self->ends++; }
receive (boss *self, go *m) { (void)m; conc_watch(self, self); }

int main(void)
{
	static boss b;

	conc_actors_start(NULL);
	b | (go){};
	conc_actors_stop();
}
