// SPDX-License-Identifier: MIT
// Each kind of start, and each way to be without a common lock.
// flags: -Werror=conc-shared -Wno-conc-escape
#include <conc.h>
#include <pthread.h>
#include <stdlib.h>

static conc_mutex east, west;
static conc_rw_lock book;
static long sold, kept, asked, counted, left_behind, twice, handled, written, latest, foreign;

/* spawned twice; with another lock; under a lock for reading */
static void sell(void) { sold++; }
static void by_east(void) { mutex (east) kept++; }
static void by_west(void) { mutex (west) kept++; }
static void ask(int who) { mutex (conc_reading(&book)) asked = who; }

/* atomic in one place only */
static void count(void) { __atomic_add_fetch(&counted, 1, __ATOMIC_SEQ_CST); }

/* what a call leaves running, and what a started function starts */
static void later(void) { left_behind++; }
static void begin(void) { spawn later(); }
static void deeper(void) { twice++; }
static void deep(void) { scope { spawn deeper(); } }

/* a thread object and its members */
thread summer { int n; long sum; };
void main(summer *self) { for (int i = 0; i < self->n; i++) self->sum += i; }
thread caller { int n; };
void main(caller *self) { static int calls; calls += self->n; }

/* what a pointer parameter points to */
struct point { int x, y; };
static void move(struct point *p) { p->x++; }
static int norm(const struct point *p) { return p->x; }

/* actors */
actor clerk { int letters; };
message letter { int pages; };
receive (clerk *self, letter *m) { self->letters += m->pages; handled++; }
message form { int field; };
receive (clerk *self, form *m) { m->field++; (void)self; }

/* handlers */
typedef struct { int calls; } phone;
static void ring(phone *p) { p->calls++; written++; }
static void note(phone *p) { latest = p->calls; }

/* threads of the system */
static void *run(void *p) { foreign++; return p; }

int main(void)
{
	{ task(void) a = spawn sell(), b = spawn sell(); }
	{ task(void) a = spawn by_east(), b = spawn by_west(); }
	scope { for (int i = 0; i < 3; i++) spawn ask(i); }
	task(void) counter = spawn count();
	long seen = counted;
	join(counter);
	begin();
	left_behind++;
	task(void) d = spawn deep();
	twice++;
	join(d);

	summer *s = new summer { 3, 0 };
	seen += s->sum;
	delete s;
	{ caller c[2] = { { 1 }, { 2 } }; }

	struct point p = {}, *q = new struct point {}, r = {};
	task(void) mover = spawn move(&p);
	p.y = 1;
	struct point copy = p;
	join(mover);
	task(int) reader = spawn norm(q);
	delete q;
	seen += join(reader);
	task(int) early = spawn norm(&r);
	r.x = 4;
	seen += join(early);

	static clerk one, two[2];
	static form f;
	conc_actors_start(NULL);
	one | (letter){ 1 };
	one.letters = 0;
	for (int i = 0; i < 2; i++) two[i] | (letter){ i };
	one | &f;
	two[0] | &f;
	conc_actors_stop();

	separate phone *home = new separate phone {}, *office = new separate phone {};
	separate (home, office) {
		ring(home);
		ring(office);
	}
	separate (home) {
		note(home);
		seen += latest;
	}
	delete home;
	delete office;

	pthread_t t[2];
	for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, run, NULL);
	for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
	return (int)seen + copy.y;
}
