// SPDX-License-Identifier: MIT
// flags: -Wno-pedantic
#include <conc.h>
#include <stdio.h>

/* A reply by way of a future: in time, too late, and never, as the actor has ended. */
actor clerk { int asked; };
message question { int number; future(int) *reply; };
message slow_question { inline question; channel(int) *go; };
receive (clerk *self, question *m) { self->asked++; *m->reply << m->number * 2; }
receive (clerk *self, slow_question *m) { self->asked += conc_receive(m->go); *m->reply << m->number * 3; }

int main(void)
{
	clerk c = {};
	conc_actors_start(NULL);
	future(int) first = {}, second = {}, third = {};
	channel(int) go = {};
	int answer = 0;
	c | (question){21, &first} | (slow_question){{5, &second}, &go} | finished_message;
	answer << first;
	printf("%d\n", answer);
	waituntil (answer << second) { puts("too early"); }
	or waituntil (timeout(1ms)) { puts("waiting"); }
	go << 1;
	answer << second;
	printf("%d\n", answer);
	conc_actors_wait();
	if (!conc_try_send(&c, (question){1, &third})) puts("refused");
	conc_actors_stop();
	printf("%d asked\n", c.asked);
}
