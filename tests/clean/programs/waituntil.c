/* SPDX-License-Identifier: MIT */
/* waituntil with every kind of clause, and impl select. */
#include <conc.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

struct pair { int a; double b; };
typedef struct { char text[5000]; } large;
struct latch { conc_mutex lock; int count; conc_select *waiting; };
monitor room { int people; };
thread worker { int n; };
actor clerk { int n; };
enum colour { RED, GREEN };

static void main(worker *self) { self->n++; }
static int square(int n) { return n * n; }
static bool latch_register(struct latch *l, conc_select *clause)
{
	mutex (l->lock) {
		if (l->count == 0 && conc_claim(clause)) return true;
		l->waiting = clause;
	}
	return false;
}
static void latch_unregister(struct latch *l, conc_select *clause)
{
	if (conc_selected(clause)) return;
	mutex (l->lock) l->waiting = NULL;
}
static bool latch_selected(struct latch *l, conc_select *clause)
{
	(void)clause;
	return l->count == 0;
}
impl select for struct latch { .register_select = latch_register, .unregister_select = latch_unregister, .on_selected = latch_selected };

typedef struct { int n; } gate;
static bool gate_register(gate *g, conc_select *clause) { return g->n && conc_claim(clause); }
static void gate_unregister(gate *g, conc_select *clause) { (void)g; (void)clause; }
impl select for gate { .register_select = gate_register, .unregister_select = gate_unregister };

static int kinds(int n)
{
	channel(int) c = {4}, d = {4};
	channel(struct pair) p = {2};
	channel(large) l = {1};
	channel(enum colour) e = {1};
	future(int) f = {};
	future(struct pair) g = {};
	task(int) t = spawn square(3), u = spawn square(4);
	worker w = { 1 }, *also = &w;
	struct latch latch = { .count = 0 };
	gate open = { 1 };
	conc_mutex m = {0};
	conc_rw_lock rw = {0};
	conc_semaphore s = CONC_SEMAPHORE(1);
	conc_barrier alone = CONC_BARRIER(1, NULL);
	conc_condition cond = {0};
	separate struct pair *apart = new separate struct pair { 1, 2 };
	clerk absent = { 1 }, *nobody = &absent;
	conc_ticker beat = { .period = 1us };
	conc_limiter calls = { .every = 1us, .burst = 2 }, *more = &calls;
	room r = { 2 };
	struct pair pair = { 1, 2 };
	static large block;
	struct { int field, list[3]; signed char small; } in = { 0 };
	enum colour colour = RED;
	int x = 0, y = 0, fd[2];
	bool ok;
	g << pair;
	f << 5;
	e << GREEN;
	waituntil (c << 1) { n++; }
	waituntil (x << c) { n += x; } or waituntil (timeout(1s)) { n--; }
	waituntil (x << c) n += x;
	or waituntil (timeout(1us)) n--;
	or when (n > 100) waituntil (p << pair) { n = 0; }
	or when (n < 0) else { n = 1; }
	waituntil (p << (struct pair){ 3, 4 }) { } and waituntil (in.field << f) { n += in.field; }
	waituntil (pair << p) { n += pair.a; } or waituntil (pair << g) { n++; }
	waituntil (l << block) { n++; } or waituntil (colour << e) { n += (int)colour; }
	waituntil (block << l) n += block.text[0]; or else { n--; }
	waituntil (y << t) { n += y; }
	waituntil (u) { n += join(u); } or waituntil (timeout(1h)) { }
	waituntil (w) { n++; } and waituntil (also) { n++; }
	waituntil (m) { n++; } or waituntil (rw) { } or waituntil (conc_reading(&rw)) { } or waituntil (s) { } or waituntil (r) { r.people++; }
	waituntil (conc_mutex_lock(&m)) { n++; } or waituntil (conc_rw_lock_read_lock(&rw)) { conc_rw_lock_read_unlock(&rw); } or waituntil (conc_semaphore_wait(&s)) conc_semaphore_post(&s);
	conc_mutex_unlock(&m);
	mutex (r, m) {
		fair waituntil (conc_wait(&cond, &r)) { n++; } or waituntil (conc_wait_with(&cond, &r, 3)) n--;
		or waituntil (timeout(1us)) { n++; }
		fair waituntil (conc_wait(&cond)) { n++; } or waituntil (conc_wait_with(&cond, 3)) n--;
		or waituntil (timeout(1us)) { n++; }
	}
	waituntil (alone) { n++; } and waituntil (conc_barrier_wait(&alone)) { n--; }
	waituntil (absent) { n++; } or when (n) waituntil (nobody) { n--; } or waituntil (timeout(0s)) n++;
	when (n) waituntil (quiet(apart)) { n++; } or waituntil (timeout(1s)) n++;
	delete apart;
	waituntil (beat) { n++; } or waituntil (conc_ticker_wait(&beat)) { n++; } or waituntil (timeout(1h)) { n--; }
	waituntil (more) { n++; } and waituntil (conc_limiter_wait(&calls)) { n--; }
	if (!conc_ticker_wait_for(&beat, 1h) && !conc_limiter_wait_for(more, 1h)) n++;
	waituntil (latch) { n++; } or waituntil (open) { n--; }
	waituntil (&open) { n--; } or waituntil (f) { n++; }
	waituntil (in.list[n & 1] << f) { n += in.list[0]; }
	waituntil (ok = x << c) { if (ok) n++; } or waituntil (ok = c << 2) { if (!ok) n--; }
	waituntil (ok = d << 3) n += ok;
	or waituntil (in.list[2] << d) n += in.list[2];
	waituntil (in.field = x << d) { n += in.field; } or waituntil (timeout(0s)) { }
	fair waituntil (x << c) { } or waituntil (x << d) { } or waituntil (timeout(1ms)) { }
	when (n > 3) (waituntil (x << f) { n++; } and waituntil (timeout(1ns)) { n++; }) or else n++;
	if (pipe(fd)) return 0;
	waituntil (writable(fd[1])) { n += (int)conc_write(fd[1], "x", 1); }
	waituntil (readable(fd[0])) { char got; n += (int)conc_read(fd[0], &got, 1); n += got; }
	or waituntil (signalled(SIGUSR1)) { n = 0; } or waituntil (exited(1)) { n = 1; } or waituntil (cancelled()) { return -1; }
	close(fd[0]);
	close(fd[1]);
	return n;
}

static int ways_out(channel(int) *c, int n)
{
	int x = 0, sum = 0;
	for (int i = 0; i < n; i++) {
		c << i;
		waituntil (x << c) {
			if (i == 1) continue;
			if (i == 3) break;
			if (i == 9) return sum;
			if (x == 7) goto out;
			waituntil (c << 4) { waituntil (x << c) { sum += x; } }
		}
	}
	switch (n) {
	case 0:
		waituntil (x << c) { break; } or else if (x) break;
		sum++;
		break;
	case 1: waituntil (timeout(1ns)) { sum = 1; }
		break;
	default: waituntil (timeout(1ns)) break;
	}
	if (n) waituntil (timeout(1ns)) sum++;
	else waituntil (timeout(2ns)) sum--;
	while (sum < n) waituntil (timeout(1ns)) { sum++; } or waituntil (x << c) { sum += x; }
out:
	return sum;
}

int main(void)
{
	channel(int) c = {2};
	printf("%d %d\n", kinds(5), ways_out(&c, 6));
	return 0;
}
