// SPDX-License-Identifier: MIT
#include <conc.h>

actor counter { long n; };
actor savings { inline counter; double rate; };
actor relay { savings *next; };
actor boss { int failures; };
message add { long by; };
message add_twice { inline add; long times; };
message line { char text[80]; };
message get { future(long) *reply; };

receive (counter *self, add *m) { self->n += m->by; }
receive (counter *self, get *m) { *m->reply << self->n; return Finished; }
receive (savings *self, finished_message *m) { (void)m; self->rate = 0; return Finished; }
receive (relay *self, const line *m);
receive (savings *self, line *m) { (void)self; (void)m; }
receive (relay *self, add *m) { self->next | m | *m; }
receive (relay *self, const line *m) { self->next | m; }
receive (relay *self, add_twice *m) { self->next | m; }
receive (boss *self, conc_failure *m) { (void)m; self->failures++; }
receive (boss *self, conc_end *m) { self->failures += m->why == CONC_ENDED_FAILED; }

add made(long by);
void use(counter *p, counter *all[2], savings *s, int i, const line *text);

static counter c;
static add big = {1000};
static boss chief;

void use(counter *p, counter *all[2], savings *s, int i, const line *text)
{
	add one = {1};
	future(long) f = {};
	c | one | (add){2};
	c | &big;
	p | new add {3} | made(4);
	*p | one;
	all[i] | one
	       | one;
	((counter *[]){ p, &c })[i] | one;
	s | one | *text | finished_message | (add){ 5 };
	s | new add_twice {{1}, 2};
	c | (get){&f};
	c | finished_message;
	p | delete_message;
	if (i) p | destroy_message; else c | one;
	for (int k = 0; k < i; k++) c | (add){k};
	switch (i) { case 1: c | one; }
	(c | one);
	if (conc_try_send(&c, one) && conc_try_send(p, &big)) i++;
	while (conc_try_send(s, finished_message) || conc_try_send(p, finished_message)) i--;
	conc_supervise(&c, &chief, NULL);
	conc_supervise(s, &chief, &(struct conc_supervision){ .restarts = 3, .within = 1s });
	conc_watch(s, i ? &chief : &chief);
	if (conc_unwatch(s, &chief)) i++;
}
