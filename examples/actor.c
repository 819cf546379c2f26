// SPDX-License-Identifier: MIT
// The first actor of the thesis on C∀ (its figure 6.3): two messages, sent by reference and by value, and the end.
#include <conc.h>
#include <stdio.h>

actor my_actor { int messages; };
message str_msg { char str[12]; };
message int_msg { int i; };

receive (my_actor *self, str_msg *m)
{
	printf("string message \"%s\"\n", m->str);
	self->messages++;
}

receive (my_actor *self, int_msg *m)
{
	printf("integer message %d\n", m->i);
	self->messages++;
	return Nodelete;	// the actor goes on; so it does where nothing is said
}

int main(void)
{
	str_msg hello = { "Hello World" };
	int_msg answer = { 42 };
	my_actor a = {};
	conc_actors_start(NULL);
	a | &hello | &answer;	// by reference, in this order
	a | answer;	// by value: a copy
	a | finished_message;	// ready-made: the actor ends
	conc_actors_stop();	// waits until all of it has been handled
	printf("%d messages\n", a.messages);
}
