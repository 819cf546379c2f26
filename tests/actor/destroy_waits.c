// SPDX-License-Identifier: MIT
// The destroy of a message, of one that nobody receives, and of an actor may wait as a behaviour may: the worker
// goes on, each message is handled and destroyed once, and nothing of the actor goes before its destroy is done.
#include <conc.h>
#include <stdio.h>

actor counter { long n; };
message add { long by; };
message ping { long by; };
message end { bool deleted; };

static _Atomic long handled, pinged, destroyed, ended;
static _Atomic bool sent; // what stands behind the end in the queue

destroy (add *self)
{
	if (self->by) conc_sleep(50us);
	destroyed++;
}

destroy (counter *self)
{
	conc_sleep(50us);
	ended += self->n >= 0;
}

receive (counter *self, add *m)
{
	self->n += m->by;
	handled++;
}

receive (counter *self, ping *m)
{
	self->n += m->by;
	pinged++;
}

receive (counter *self, end *m)
{
	(void)self;
	if (m->deleted) return Delete;
	while (!sent) conc_yield(); // and not wait: what is behind is to be met by the worker
	return Destroy;
}

static void in_a_scope(void)
{
	counter c = {}, other = {};
	for (int i = 0; i < 4; i++) {
		c | (add){ 1 } | (ping){ 1 };
		other | (ping){ 1 };
	}
	sent = false;
	c | (end){ false } | (add){ 1 } | (add){ 1 };
	sent = true;
}

static void on_the_heap(void)
{
	counter *c = new counter {};
	c | (add){ 1 } | (ping){ 1 } | (end){ true };
}

int main(void)
{
	conc_actors_start(&(struct conc_actors_config){ .workers = 2, .queues = 2 });
	for (int i = 0; i < 50; i++) {
		in_a_scope();
		on_the_heap();
	}
	conc_actors_stop();
	printf("handled %ld, pinged %ld, destroyed %ld, ended %ld\n", (long)handled, (long)pinged, (long)destroyed, (long)ended);
}
