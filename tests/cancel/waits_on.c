// SPDX-License-Identifier: MIT
// Each way to be cancelled, each wait that goes on, and how the check gets from one to the other.
// flags: -Werror=conc-cancel
#include <conc.h>

void limit(channel(int) *c, future(int) *f, int fd)
{
	int x;
	scope (timeout(1s)) {
		x << c;
		c << x;
		x << f;
		x = conc_receive(c) + conc_future_read(f);
		waituntil (x << c) { }
		waituntil (int y << f) { } or waituntil (<< c) { }
		waituntil (f) { } or ( waituntil (readable(fd)) { } and waituntil (c << x) { } )
		fair waituntil (x << c) { } or waituntil (signalled(2)) { }
		shield (1s) { c << x; }
		blocking { c << x; }
	}
	shield {
		scope (timeout(1s)) { x << c; }
	}
}

/* ---- through calls, and what is started under a limit ---- */

static void deepest(channel(int) *c) { *c << 1; }
static void deeper(channel(int) *c) { deepest(c); }
static void starts(channel(int) *c);

void calls(channel(int) *c)
{
	scope (deadline(conc_now() + 5)) {
		deeper(c);
		starts(c);
	}
}

static void detached(channel(int) *c) { *c << 2; }
static void starts(channel(int) *c) { spawn detached(c); }

static void kept(channel(int) *c) { *c << 3; }

thread worker { channel(int) *in; };
void main(worker *self)
{
	int n;
	n << self->in;
}

thread helper { channel(int) *in; };
void main(helper *self)
{
	int n;
	n << self->in;
}

worker *under_limit(channel(int) *c)
{
	scope (timeout(1s)) {
		task(void) t = spawn kept(c);
		helper h = {c};
		return new worker {c};
	}
}

/* ---- scopes that are left early ---- */

static void by_return(channel(int) *c) { *c << 10; }
static void by_break(channel(int) *c) { *c << 11; }
static void by_goto(channel(int) *c) { *c << 12; }
static void in_loop(channel(int) *c) { *c << 13; }
static void held_by_task(channel(int) *c) { *c << 14; }
static void of_inner(channel(int) *c) { *c << 15; }

int leaves(channel(int) *c, int n)
{
	scope {
		spawn by_return(c);
		if (n == 1) return 1;
	}
	for (int i = 0; i < n; i++)
		scope {
			spawn by_break(c);
			switch (n) {
			case 2:
				break;
			case 3:
				continue;
			}
		}
	scope {
		spawn by_goto(c);
		if (n == 4) goto out;
	}
	scope {
		while (n--) {
			if (n == 5) return 5;
			spawn in_loop(c);
		}
	}
	scope {
		task(void) t = spawn held_by_task(c);
		if (n == 6) return 6;
	}
	scope {
		scope { spawn of_inner(c); if (n == 7) return 7; }
	}
out:
	return 0;
}

/* ---- conc_cancel ---- */

static void of_task(channel(int) *c) { *c << 20; }
static void of_array(channel(int) *c) { *c << 21; }
static void of_scope(channel(int) *c) { *c << 22; }
static void of_handed_scope(channel(int) *c) { *c << 23; }
static void grandchild(channel(int) *c) { *c << 24; }
static void parent(channel(int) *c) { scope { spawn grandchild(c); } }

static void ends_it(struct conc_scope *s) { conc_cancel(s); }
static void adds(struct conc_scope *s, channel(int) *c) { spawn (s) of_handed_scope(c); }

thread listener { channel(int) *in; };
void main(listener *self)
{
	int n;
	n << self->in;
}

void cancels(channel(int) *c, int n, listener *p)
{
	task(void) t = spawn of_task(c), many[3];
	for (int i = 0; i < 3; i++) many[i] = spawn of_array(c);
	conc_cancel(t);
	conc_cancel(many[n]);
	conc_cancel(p);
	scope (s) {
		spawn of_scope(c);
		conc_cancel(s);
	}
	scope (s) {
		adds(s, c);
		spawn ends_it(s);
	}
	task(void) p1 = spawn parent(c);
	conc_cancel(p1);
}

/* ---- channels that may be full ---- */

static void twice(channel(int) *to) { to << 1; to << 2; }
static void often(channel(int) *to) { for (int i = 0; i < 2; i++) to << i; }
static void once(channel(int) *to) { to << 1; }
static void by_all(channel(int) *to) { to << 1; }

void full(channel(int) *c)
{
	channel(int) a = {1}, b = {9}, d = {9}, e = {};
	scope (timeout(1s)) {
		spawn twice(&a);
		spawn often(&b);
		for (int i = 0; i < 10; i++) spawn once(&d);
		e << 1;
		conc_try_send(&d, 1);
	}
}

void one_of_them(channel(int) *c)
{
	channel(int) one = {1};
	scope (timeout(1s)) { spawn by_all(&one); }
	by_all(c);
}
