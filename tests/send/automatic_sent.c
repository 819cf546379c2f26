// SPDX-License-Identifier: MIT
// flags: -Werror=conc-dangling-pointer
// The address of an automatic object is sent to an actor, which may use it when the object has ended.
#include <conc.h>

actor counter { long n; };
message add { long by; };
message get { future(long) *reply; };
receive (counter *self, add *m) { self->n += m->by; }
receive (counter *self, get *m) { *m->reply << self->n; }

actor relay { counter *next; };
receive (relay *self, add *m)
{
	add mine = {m->by};
	self->next | m | &mine;
}

void sent(counter *c, add by_value)
{
	future(long) reply = {};
	add one = {1}, lasting[2] = {{1}, {2}};
	static add two = {2};
	c | &by_value | one | &two | &(add){3};
	c | (get){&reply} | new get {.reply = &reply};
	conc_try_send(c, lasting + 1);
	conc_try_send(c, &one);
}

/* these are right, or right enough */
void asked(counter *c)
{
	future(long) reply = {};
	long n;
	c | (get){&reply};
	n << reply;
}

void own_actor(void)
{
	add one = {1};
	counter c = {};
	c | &one;
}

void stopped(counter *c)
{
	add one = {1};
	c | &one;
	conc_actors_stop();
}

int main(void)
{
	static counter c;
	add one = {1};
	conc_actors_start(NULL);
	c | &one;
}
