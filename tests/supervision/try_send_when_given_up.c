// SPDX-License-Identifier: MIT
// Others that know an actor which supervision gives up find out by conc_try_send; the supervisor is told.
#include <conc.h>
#include <stdio.h>

actor client { int lines; };
message line { int n; };
receive (client *self, line *m)
{
	if (m->n == 3) return conc_fail(1);
	self->lines++;
}

actor chief { int failures; bool given_up; };
receive (chief *self, conc_failure *m)
{
	self->failures++;
	self->given_up = m->given_up;
	return Finished;
}

int main(void)
{
	int taken = 0;
	bool refused;
	chief boss = {};
	client c = {};

	conc_supervise(&c, &boss, NULL);
	conc_actors_start(NULL);
	for (int n = 0; n < 4; n++) taken += conc_try_send(&c, (line){ n });
	conc_actors_wait(); // both have ended
	refused = !conc_try_send(&c, (line){ 4 });
	conc_actors_stop();
	printf("%s; %d lines, %d failures%s\n", refused && taken == 4 ? "refused" : "taken", c.lines, boss.failures,
	       boss.given_up ? ", given up" : "");
}
