/* SPDX-License-Identifier: MIT */
/* actor, message, receive, destroy, sends, supervision and mailboxes. */
#include <conc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

actor queue;
actor counter { long n; };
actor savings { inline counter; long percent; };
actor quiet {};
actor relay { relay *next; counter *to; int hops; };
actor chief { int failures; const char *type; };
actor queue { struct { int a[3]; } ring; unsigned low : 4; };
message add { long by; };
message add_twice { inline add; int times; };
message get { future(long) *reply; };
message ask_two { future(long) *one, *more[2]; const char *text; };
message text { char *owned; };
message go {};
message stop { inline conc_control; };
message bytes { unsigned char block[3000]; };
struct holder { counter *inside; int n; };

destroy (savings *self);
static destroy (text *self) { free(self->owned); }
destroy (queue *self) { self->low = 0; }
receive (counter *self, add *m);
receive (counter *self, get *m) { *m->reply << self->n; }
static receive (counter *self, const bytes *m) { self->n += m->block[0]; }
receive (counter *self, stop *m) { (void)self; (void)m; return Finished; }
receive (counter *self, add *m)
{
	if (!m->by) return;
	if (m->by < -100) return Finished;
	self->n += m->by;
	switch (m->by) {
	case 1: return Nodelete;
	case 2: return self->n > 1000 ? Destroy : Nodelete;
	default: break;
	}
}
receive (savings *self, add *m) { self->n += m->by + m->by * self->percent / 100; }
static receive (quiet *self, go *m) { }
static receive (quiet *self, finished_message *m) { return Finished; }
static receive (quiet *self, add *m) { (void)m; return conc_fail(3); }
static receive (chief *self, conc_failure *m)
{
	self->failures += m->status;
	self->type = m->type;
}
static receive (chief *self, conc_end *m)
{
	self->failures += m->why == CONC_ENDED_FAILED && m->status;
	self->type = m->type;
}
receive (relay *self, add *m)
{
	self->hops++;
	if (self->next && m->by-- > 0) self->next | m;
	else *self->to | m | *m;
	while (m->by > 100) {
		if (m->by == 101) break;
		return;
	}
}
receive (relay *self, text *m)
{
	if (self->hops > 5 && m->owned) return Delete;
	else return Nodelete;
}
static receive (queue *self, ask_two *m)
{
	*m->one << self->ring.a[0];
	for (int i = 0; i < 2; i++) *m->more[i] << m->text[i];
}
destroy (savings *self) { self->n = 0; }

static void again(void *actor)
{
	counter *c = (counter *)actor;
	c->n = 0;
}

static bool all_ways(counter *p, int n)
{
	counter c = { 5 }, d[2] = { { 1 }, { 2 } }, z, v[n];
	savings s = { { 100 }, 10 };
	relay chain[2] = { { NULL, p, 0 }, { .to = &c } };
	quiet q = {};
	queue line = { { { 1, 2, 3 } }, 4 };
	struct holder h = { &c, 4 };
	add one = { 1 }, two, *big = new add { 100 };
	add_twice twice = { { 2 }, 2 }, *heap = new add_twice { { 4 }, 1 };
	text *t = new text { NULL };
	future(long) reply = {}, more[2] = { {}, {} };
	long sum;
	static bytes block;
	bool ok;
	chain[0].next = &chain[1];
	two = (add){ 2 };
	conc_set_disposition(big, Delete);
	conc_set_disposition(heap, Delete);
	conc_set_disposition(t, Delete);
	c | one | two | (add){ 3 };
	p | &one | big;
	d[1] | &twice | heap;
	s | (add){ 4 };
	(n ? p : &c) | (add){ .by = n };
	z | one;
	v[0] | one;
	h.inside | one;
	h.n = twice.times;
	q | (go){};
	chain[0] | (add){ 5 } | t;
	c | &block;
	line | (ask_two){ &more[0], { &reply, &more[1] }, "text" };
	p | new add { 6 };
	ok = conc_try_send(&c, one) && conc_try_send(p, (add){ 1 }) && conc_try_send(&c, &twice);
	sum << more[1];
	conc_future_reset(&more[0]);
	c | (get){ &more[0] };
	sum << more[0];
	if (n > 2) c | finished_message;
	else c | (stop){};
	ok = conc_try_send(&q, finished_message) && ok;
	for (int i = 0; i < n; i++) d[0] | (add){ i };
	return ok && sum > 0;
}

int main(void)
{
	struct conc_actors_config config = { .workers = 2, .stealing = CONC_STEAL_RANDOM };
	struct conc_supervision rules = { .restarts = 1, .within = 1min, .backoff = 1us, .restart = again };
	struct conc_mailbox_config limit = { 100, CONC_MAILBOX_BLOCK };
	struct conc_mailbox_statistics counts;
	struct conc_actors_statistics all;
	static quiet watched;
	static chief boss;
	bool ok;
	conc_supervise(&watched, &boss, &rules);
	conc_ended_type(quiet, CONC_ENDED_DROP);
	conc_watch(&watched, &boss);
	if (conc_unwatch(&watched, &boss)) conc_watch(&watched, &boss);
	conc_mailbox_limit(&boss, &limit);
	conc_actors_start(&config);
	counter *p = new counter { 3 }, *v = new counter[2] { { 1 } }, *w = new counter[2];
	savings *s = new savings { { 1 }, 2 };
	conc_executor *own = conc_executor_new(NULL);
	conc_executor_place(own, w);
	w | (add){ 1 };
	watched | (add){ 1 };
	ok = all_ways(p, 3);
	delete p;
	delete v;
	delete s;
	conc_executor_stop(own);
	conc_actors_stop();
	conc_actors_statistics(&all);
	if (conc_mailbox_statistics(&boss, &counts)) ok = counts.dropped == 0 && ok;
	printf("%d %d\n", ok, all.created > 5);
	return 0;
}
