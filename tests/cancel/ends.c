// SPDX-License-Identifier: MIT
// What -Wconc-cancel does not warn of. Only the last function draws a warning.
// flags: -Werror=conc-cancel
#include <conc.h>

monitor box { int n; conc_condition some; };
static void in_order(box * mutex b) { b->n++; }
static int one(void) { return 1; }

/* Waits that are tested, and those that nobody can do without. */
static void tested(channel(int) *c, future(int) *f, int fd, box *b, conc_mutex *m)
{
	int x;
	bool ok;
	if (!(c << 1)) return;
	while (x << c) { }
	for (; x << f;) { }
	(void)(c << 1);
	ok = x << c;
	ok = ok && x << f;
	waituntil (x << c) { } or waituntil (cancelled()) { }
	waituntil (ok = x << c) { }
	waituntil (ok = int y << c) { }
	waituntil (ok = << c) { }
	waituntil (x << c) { } or waituntil (timeout(1s)) { }
	waituntil (x << c) { } or else { }
	waituntil (readable(fd)) { } or when (ok) waituntil (cancelled()) { }
	mutex (m) x++;
	waituntil (m) x++;
	in_order(b);
	mutex (b) {
		waituntil (conc_wait(&b->some, b)) { }
	}
	task(int) t = spawn one();
	x << t;
	waituntil (t) { }
	waituntil (x << t) { } or waituntil (x << c) { }
	conc_try_send(c, 1);
	f << 1;
	(void)sizeof(conc_receive(c));
}

void under_limit(channel(int) *c, future(int) *f, int fd, box *b, conc_mutex *m)
{
	scope (timeout(1s)) { tested(c, f, fd, b, m); }
}

/* ---- threads that nobody cancels ---- */

static void waits(channel(int) *c) { *c << 1; }
static void kept_waits(channel(int) *c) { *c << 2; }
static void tree(struct conc_scope *s, channel(int) *c, int n)
{
	*c << 1;
	if (n) spawn (s) tree(s, c, n - 1);
}

thread worker { channel(int) *in; };
void main(worker *self)
{
	int n;
	n << self->in;
}

int not_cancelled(channel(int) *c, int n)
{
	waits(c);
	scope { spawn waits(c); }
	scope {
		if (n == 1) return 1;	/* nothing runs yet */
		for (int i = 0; i < n; i++)
			if (i == 2) break;
		switch (n) { case 3: break; }
		if (n == 5) goto behind;
	behind:
		spawn waits(c);
		worker w = {c};
	}
	task(void) t = spawn kept_waits(c);
	scope (s) {
		task(void) own = spawn kept_waits(c);
		tree(s, c, n);
	}
	if (n == 4) return 4;
	return 0;
}

/* ---- where the program means to wait ---- */

static void deeper(channel(int) *c) { *c << 3; }
static void spawned(channel(int) *c) { *c << 4; }
static void starts(channel(int) *c) { shield { spawn spawned(c); } }

void shielded(channel(int) *c)
{
	int x;
	scope (timeout(1s)) {
		shield {
			x << c;
			deeper(c);
		}
		starts(c);
		_Conc_unchecked { x << c; }
	}
}

/* ---- channels with room for all that is sent ---- */

static void begins(channel(int) *begun, channel(int) *c)
{
	*begun << 1;
	begun << 2;
	(void)(c << 1);
}

static void answers(channel(int) *to, int n)
{
	if (n == 2) to << n;
	else to << -n;
}

int has_room(channel(int) *c)
{
	channel(int) begun = {2}, all = {4};
	task(void) t = spawn begins(&begun, c);
	conc_receive(&begun);
	conc_cancel(t);
	for (int i = 0; i < 2; i++) {
		channel(int) one = {4};
		scope (timeout(1s)) {
			spawn answers(&one, 1);
			one << 1;
			one << 1;
		}
	}
	scope {
		spawn answers(&all, 1);
		spawn answers(&all, 2);
		return conc_receive(&all);
	}
}

void warned_of(channel(int) *c)
{
	scope (timeout(1s)) {
		*c << 5;
	}
}
