// SPDX-License-Identifier: MIT
// class: actor
// A supervisor is told of a failure and looks at the members of the actor, which has been restarted and runs again.
#include <conc.h>
#include <stdio.h>

message request { int n; };
actor server { int served; };
actor chief { int failures, seen; };

receive (server *self, request *m)
{
	self->served++;	/* races */
	if (m->n % 4 == 0)
		return conc_fail(m->n);
}

receive (chief *self, conc_failure *m)
{
	server *s = m->actor;

	self->failures++;
	self->seen = s->served;	/* races */
}

int main(void)
{
	static server s;
	static chief c;
	struct conc_supervision rules = { .restarts = 10, .within = 1min };

	conc_supervise(&s, &c, &rules);
	conc_actors_start(NULL);
	for (int n = 1; n <= 12; n++)
		s | (request){ n };
	conc_actors_stop();
	printf("%d failures\n", c.failures);
}
