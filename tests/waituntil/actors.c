/* SPDX-License-Identifier: MIT */
/* The end of an actor as a clause: each way to end, what its behaviours and its destroy did is seen,
 * one that has ended is available at once, one that has not begun is not, and with `and` an end that
 * comes while another block runs is not lost. */
#include <conc.h>
#include <stdio.h>

actor counter { long n; bool destroyed; };
actor savings { inline counter; long percent; };
message add { long by; };
message finish {};
message slowly { future(int) *go; };
message fail {};

destroy (counter *self) { self->destroyed = true; }
receive (counter *self, add *m) { self->n += m->by; }
receive (counter *self, finish *m) { (void)self, (void)m; return Finished; }
receive (counter *self, slowly *m)
{
	self->n += conc_future_read(m->go);
	return Destroy;
}
receive (counter *self, fail *m) { (void)self, (void)m; return conc_fail(3); }

actor chief { int failures; };
receive (chief *self, conc_failure *m) { self->failures += m->given_up; }

static const char *look(counter *c)
{
	waituntil (c) return "ended";
	or else return "not ended";
}

static void ways(void)
{
	static counter a, b, d, e, never;
	savings s = { { 1 }, 5 };
	counter *p = new counter { 4 };
	chief boss;
	future(int) go = {};

	printf("%s, %s\n", look(&a), look(p));
	a | (add){ 5 } | (finish){};
	waituntil (a) printf("finished: %ld %d\n", a.n, a.destroyed);
	printf("%s\n", look(&a));

	b | (slowly){ &go };
	waituntil (b) { } or waituntil (timeout(1ms)) puts("not yet");
	go << 7;
	waituntil (b) printf("Destroy, after a wait: %ld %d\n", b.n, b.destroyed);

	d | destroy_message;
	waituntil (d) printf("destroy_message: %d\n", d.destroyed);

	conc_supervise(&e, &boss, NULL);
	e | (fail){};
	waituntil (e) printf("failed: %d\n", e.destroyed);

	s | (finish){};
	waituntil (s) puts("an inherited receive");

	waituntil (never) puts("?"); or waituntil (timeout(1ms)) puts("has not begun");
	delete p;
}

static void ender(counter *c, int after)
{
	for (int i = 0; i < after; i++) conc_yield();
	*c | (add){ 1 } | (finish){};
}

/* Both ends come, in any order. */
static void both(void)
{
	for (int i = 0; i < 20; i++) {
		counter x = { 0 }, y = { 0 };
		int seen = 0;
		scope {
			spawn ender(&x, i % 5);
			spawn ender(&y, i % 3);
			waituntil (x) { seen++; conc_yield(); } and waituntil (y) { seen++; conc_yield(); }
		}
		if (seen != 2 || x.n != 1 || y.n != 1) printf("%d %ld %ld\n", seen, x.n, y.n);
	}
}

/* Many wait for one; a deleter, and the end of a scope, tell them. */
static void waiter(counter *c, channel(int) *ready, conc_semaphore *told)
{
	*ready << 1;
	waituntil (c) conc_semaphore_post(told);
}

static void outside(void)
{
	conc_semaphore told = { 0 };
	channel(int) ready = {};
	counter *p = new counter { 0 };

	scope {
		for (int i = 0; i < 5; i++) spawn waiter(p, &ready, &told);
		for (int i = 0; i < 5; i++) waituntil (<< ready) { }
		for (int i = 0; i < 5; i++) conc_yield();
		*p | (add){ 1 };
		for (int i = 0; i < 5; i++) *p | (add){ 1 };
		*p | (finish){};
		for (int i = 0; i < 5; i++) conc_semaphore_wait(&told);
	}
	delete p;
	puts("five were told");
}

static void after_stop(counter *c, future(int) *f)
{
	waituntil (c) f << 1;
}

int main(void)
{
	static counter left;
	future(int) told = {};

	conc_actors_start(NULL);
	ways();
	both();
	outside();
	left | (add){ 1 };
	spawn after_stop(&left, &told);
	conc_actors_stop();
	printf("stopped: %d, %s\n", conc_future_read(&told), look(&left));
}
