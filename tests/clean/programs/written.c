/* SPDX-License-Identifier: MIT */
/* What a construct writes is read behind it, and nothing else has written it. */
#include <conc.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>

struct pair { int a, b; };
struct bits { bool low : 1, high : 1; };
typedef struct { int ready; } event;
message request { int n; future(int) *answer; };
actor server { int served; };

static bool enter(event *e, conc_select *clause)
{
	return e->ready && conc_claim(clause);
}
static void leave(event *e, conc_select *clause)
{
	(void)e;
	(void)clause;
}
impl select for event { .register_select = enter, .unregister_select = leave };

static int square(int n) { return n * n; }
static int count(int n) { return n; }
static struct pair twice(int n) { return (struct pair){ n, n }; }

receive(server *self, request *r)
{
	self->served++;
	*r->answer << r->n;
	return Finished;
}

static int with_a_way_out(channel(int) *a)
{
	int x;
	waituntil (x << a) { }
	or waituntil (timeout(1s)) { return -1; }
	return x;
}

static int out_of_a_loop(channel(int) *a)
{
	for (;;) {
		int x;
		waituntil (x << a) { if (x < 0) continue; }
		or waituntil (timeout(1s)) { break; }
		return x;
	}
	return 0;
}

static int by_either(channel(int) *a, channel(int) *b, int n)
{
	int x;
	waituntil (x << a) { } or when (n > 1) waituntil (x << b) { n += count(x); }
	return x + n;
}

static int in_turn(channel(int) *a, channel(int) *b)
{
	int x, y, z;
	waituntil (x << a) { } or waituntil (x << b) { count(x); } or else { x = 3; }
	fair waituntil (y << a) count(y); or waituntil (y << b) count(1);
	waituntil (z << b) { waituntil (y << a) { } or waituntil (timeout(1ms)) { y = 4; } }
	return x + y + z;
}

static int all(channel(int) *a, channel(int) *b, future(int) *f)
{
	int x, y, z;
	waituntil (x << a) { count(x); } and waituntil (y << b) { } and waituntil (z << f) { count(1); }
	return x + y + z;
}

static int all_in_time(channel(int) *a, channel(int) *b)
{
	int x, y;
	bool fine;
	register int quick = 1;
	waituntil (fine = x << a) { if (!fine) return -1; } and waituntil (y << b) { }
	or waituntil (timeout(1s)) { return -1; }
	waituntil (quick << a) { } and waituntil (y << b) { }
	return x + y + fine + quick;
}

static int back_into_a_block(channel(int) *a, channel(int) *b)
{
	static jmp_buf env;
	int x, y;
	waituntil (x << a) { if (setjmp(env)) return count(1); } and waituntil (y << b) { }
	or waituntil (timeout(1s)) { return -1; }
	if (x < 0) longjmp(env, 1);
	return x + y;
}

static int whether(channel(int) *a, channel(int) *b)
{
	int x;
	bool fine, room[2];
	waituntil (fine = x << a) { if (!fine) return -1; } or waituntil (x << b) { fine = true; }
	waituntil (room[1] = a << x) { } or waituntil (room[1] = b << x) { }
	return x + fine + room[1];
}

static int of_tasks(task(int) *t, channel(int) *a, future(int) *f)
{
	int x, y;
	waituntil (x << t) { } or waituntil (x << a) { }
	waituntil (y << f) { } or waituntil (y << a) { }
	return x + y;
}

static int parts(channel(int) *a, channel(struct pair) *pairs, channel(bool) *small)
{
	int room[2], *at = room;
	struct pair one, two;
	struct bits flags = { false, false };
	double wide;
	waituntil (room[0] << a) { } or waituntil (timeout(1s)) { return 1; }
	waituntil (at[1] << a) { } or waituntil (timeout(1s)) { return 1; }
	waituntil (one.a << a) { one.b = 1; } or waituntil (one << pairs) { }
	waituntil (two << pairs) { } or waituntil (timeout(1s)) { return 2; }
	waituntil (flags.high << small) { } or waituntil (timeout(1s)) { return 3; }
	waituntil (wide << a) { } or waituntil (timeout(1s)) { return 4; }
	return room[0] + room[1] + one.a + one.b + two.b + flags.high + (int)wide;
}

static int of_events(event *e, conc_mutex *m, channel(int) *a)
{
	int x, y;
	waituntil (e) { x = 1; } or waituntil (x << a) { }
	waituntil (m) { y = 1; } or waituntil (y << a) { }
	return x + y;
}

static int by_operators(channel(int) *a, future(int) *f, task(int) *t)
{
	int x, y, z, w, v, u;
	if (!(x << a)) return -1;
	y << a;
	z << f;
	w << *t;
	if (!conc_try_receive(a, &v)) return -1;
	bool fine = u << a;
	return x + y + z + w + v + (fine ? u : 0);
}

static int by_spawn(int n)
{
	int x, y, z;
	struct pair both;
	task(int) t = spawn square(n), other = spawn square(n);
	task(struct pair) p = spawn twice(n);
	conc_mutex m = {0};
	mutex (m) x = join(t);
	y << other;
	both = join(p);
	scope { z = n; }
	blocking { n = count(z); }
	return x + y + z + both.b + n;
}

static int by_message(server *s)
{
	future(int) answer = {};
	int n;
	s | (request){ 5, &answer };
	n << answer;
	return n;
}

int main(void)
{
	channel(int) a = {64}, b = {64};
	channel(struct pair) pairs = {4};
	channel(bool) small = {4};
	future(int) f = {}, g = {};
	task(int) t = spawn square(2), u = spawn square(3);
	event ready = { 1 };
	conc_actors_start(NULL);
	conc_mutex m = {0};
	server s = { 0 };
	for (int i = 0; i < 40; i++) {
		a << 1;
		b << 2;
	}
	pairs << (struct pair){ 1, 2 };
	pairs << (struct pair){ 3, 4 };
	small << true;
	f << 7;
	g << 8;
	int sum = with_a_way_out(&a) + out_of_a_loop(&a) + by_either(&a, &b, 2) + in_turn(&a, &b) + all(&a, &b, &f);
	sum += all_in_time(&a, &b) + back_into_a_block(&a, &b) + whether(&a, &b);
	sum += of_tasks(&t, &a, &g) + parts(&a, &pairs, &small) + by_message(&s);
	conc_actors_stop();
	sum += of_events(&ready, &m, &a) + by_operators(&a, &g, &u) + by_spawn(2);
	printf("%d\n", sum);
	return 0;
}
