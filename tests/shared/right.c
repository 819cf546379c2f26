// SPDX-License-Identifier: MIT
// What is kept apart or in order: nothing is reported.
#include <conc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static conc_mutex m;

/* One lock: by hand, in functions of the program, on behalf of a child, of the caller. */
static int n, q, sum;
static void enter(void) { conc_mutex_lock(&m); }
static void leave(void) { conc_mutex_unlock(&m); }
static void wrapped(void) { enter(); n++; leave(); }
static void plain(void) { q++; }
static void locked(void) { mutex (m) q++; }
static void on_behalf(void) { mutex (m) { scope { spawn plain(); } } }
static void add_held(int by) { sum += by; }
static void add(int by) { mutex (m) add_held(by); }
static void add_to(long *to, conc_mutex *lock) { mutex (*lock) ++*to; }

static void locks(void)
{
	long total = 0;
	conc_mutex own = { 0 };
	scope { spawn wrapped(); spawn wrapped(); spawn on_behalf(); spawn locked(); }
	scope { spawn add(1); spawn add(2); }
	scope { spawn add_to(&total, &own); spawn add_to(&total, &own); }
	printf("%d %d %d %ld\n", n, q, sum, total);
}

/* A value that was seen decides whether to go on. */
static int values[4] = { 1, 2, 3, 4 }, *table, config, turns, turn;
static atomic_bool made;
static bool done;
static int *get(void)
{
	if (!atomic_load(&made))
		mutex (m)
			if (!made) {
				table = values;
				made = true;
			}
	return table;
}
static int use(void) { return get()[1]; }
static void init_once(void)
{
	mutex (m)
		if (!done) {
			config = 7;
			done = true;
		}
}
static int configured(void) { init_once(); return config; }
static void by_turn(int me)
{
	for (int i = 0; i < 3; i++) {
		bool mine = false;
		while (!mine) {
			mutex (m) mine = turn == me;
			conc_yield();
		}
		turns++;
		mutex (m) turn = !me;
	}
}

static void seen(void)
{
	task(int) a = spawn use(), b = spawn use(), c = spawn configured(), d = spawn configured();
	int two = join(a) + join(b), fourteen = join(c) + join(d);
	scope { spawn by_turn(0); spawn by_turn(1); }
	printf("%d %d %d\n", two, fourteen, turns);
}

/* An edge: a join in any form, a channel, a barrier, a future. */
static int result, parts[3], whole, after;
static void produce(channel(int) *c) { result = 4; *c << 1; }
static void inc(void) { after++; }
static task(void) begin(void) { return spawn inc(); }
static void join_all(task(void) *t, int count) { for (int i = 0; i < count; i++) join(t[i]); }
static void behind(task(void) *t) { join(*t); after++; }
static conc_barrier met = { 3 };
static void rank(int number)
{
	parts[number] = number;
	conc_barrier_wait(&met);
	if (number == 0) whole = parts[0] + parts[1] + parts[2];
	conc_barrier_wait(&met);
	if (whole != 3) abort();
}
static void either(bool beside)
{
	task(void) t;
	if (beside) t = spawn inc();
	if (!beside) after++;
	if (beside) join(t);
}

static void edges(void)
{
	channel(int) c = {};
	task(void) p = spawn produce(&c);
	conc_receive(&c);
	result++;
	join(p);
	scope { for (int i = 0; i < 3; i++) spawn rank(i); }
	task(void) t = begin();
	join(t);
	after++;
	task(void) some[1] = { spawn inc() };
	join_all(some, 1);
	after++;
	for (int i = 0; i < 2; i++) {
		task(void) each = spawn inc();
		join(each);
		after++;
	}
	for (int i = 0; i < 2; i++) { task(void) each = spawn inc(); }
	task(void) first = spawn inc(), second = spawn behind(&first);
	join(second);
	after++;
	either(true);
	printf("%d %d %d\n", result, whole, after);
}

/* Ownership: before the start, behind the end, an object for each. */
thread summer { int n; long sum; };
void main(summer *self) { for (int i = 0; i < self->n; i++) self->sum += i; }
struct value { int n; };
static void set(struct value *v, int to) { v->n = to; }
static struct value *make(int to)
{
	struct value *v = new struct value {};
	v->n = 1;
	scope { spawn set(v, to); }
	v->n++;
	return v;
}
static void fill(int *a, int count) { for (int i = 0; i < count; i++) a[i] = i; }
static _Thread_local int foreign;
static void *run(void *p) { foreign++; ++*(int *)p; return NULL; }

static void owners(void)
{
	summer s[2] = { { 3, 0 }, { 4, 0 } };
	int a[4], own[2] = { 0 };
	join(s[0]);
	join(s[1]);
	{ task(void) low = spawn fill(a, 2), high = spawn fill(a + 2, 2); }
	struct value *v = make(5), w[2];
	for (int i = 0; i < 2; i++) {
		struct value each = { 0 };
		task(void) t = spawn set(&w[i], 1), u = spawn set(&each, 2);
		join(t), join(u);
		w[i].n += each.n;
	}
	pthread_t t[2];
	for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, run, &own[i]);
	for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
	printf("%ld %d %d %d %d\n", s[0].sum + s[1].sum, v->n, w[0].n + w[1].n, a[3], own[0] + own[1]);
	delete v;
}

/* An actor handles one message after another; a handler runs one call after another. */
actor counter { int n; counter *peer; };
message by { int n; };
message total { future(int) *to; };
receive (counter *self, by *x)
{
	self->n += x->n;
	if (x->n && self->peer) self->peer | (by){ x->n - 1 };
}
receive (counter *self, total *x) { *x->to << self->n; }
static int ask(counter *c)
{
	future(int) to = {};
	int got;
	c | (total){ &to };
	got << to;
	return got;
}
typedef struct { int calls; } phone;
static int rung;
static void ring(phone *p) { p->calls++; rung++; }
static int calls(const phone *p) { return p->calls; }

static void served(void)
{
	static counter second, first = { 0, &second };
	int asked;
	conc_actors_start(NULL);
	first.n = 1;
	first | (by){ 2 } | (by){ 0 };
	asked = ask(&first);
	conc_actors_stop();
	first.n++;
	separate phone *home = new separate phone {}, *office = new separate(home) phone {};
	separate (home, office) {
		ring(home);
		ring(office);
	}
	separate (home) asked += calls(home);
	rung++;
	delete office;
	delete home;
	printf("%d %d %d %d\n", asked, first.n, second.n, rung);
}

// A function that starts a thread waits for what it does.
static int worked;
static channel(int) ended;
static void works(void) { worked++; ended << 1; }
static void lets_work(void)
{
	int got;
	(void)spawn works();
	(void)(got << ended);
}
static void waits(void)
{
	lets_work();
	worked++;
	lets_work();
	printf("%d\n", worked);
}

int main(void)
{
	waits();
	locks();
	seen();
	edges();
	owners();
	served();
}
