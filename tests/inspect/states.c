// SPDX-License-Identifier: MIT
// A thread in each wait of each construct, and no thread that could go on: libconc ends the program. What a debugger sees of it.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

monitor account { int balance; conc_condition changed; };
actor clerk { int seen; };
message letter { int n; };
message parcel { char text[32]; };
thread porter { int trips; };
typedef struct { int pages; } book;

enum { FOLLOWERS = 4 };

int holding;
channel(int) requests = {2}, full = {1};
future(int) answer;
conc_mutex lock;
conc_semaphore units, handling, all_hold, never;
conc_barrier gate = {2};
account savings, empty;

// Four hold something for ever; then four others want it.
static void stay(void)
{
	if (__atomic_add_fetch(&holding, 1, __ATOMIC_RELAXED) == FOLLOWERS)
		for (int i = 0; i < FOLLOWERS; i++) conc_semaphore_post(&all_hold);
	conc_semaphore_wait(&never);
}

static int reader(int deep)
{
	volatile int local = deep * 7;
	int v = 0;
	if (deep > 0) return reader(deep - 1) + local;
	v << requests;
	return v + local;
}
static void sender(void) { full << 1; full << 2; }
static int asker(void) { int v; v << answer; return v; }
static void holder(void) { mutex (lock) stay(); }
static void locker(void) { conc_semaphore_wait(&all_hold); mutex (lock) puts("never"); }
static void keeper(account * mutex a) { a->balance++; stay(); }
static void client(account *a) { conc_semaphore_wait(&all_hold); mutex (a) a->balance--; }
static void poor(account * mutex a) { while (a->balance == 0) conc_wait(&a->changed, a); }
static void chooser(void)
{
	int v;
	conc_semaphore_wait(&all_hold);
	waituntil (v << requests) { printf("%d\n", v); }
	or waituntil (lock) { }
}
static void counter(void) { conc_semaphore_wait(&units); }
static void early(void) { conc_barrier_wait(&gate); }
static void parent(void) { scope { spawn counter(); } }

void main(porter *self) { self->trips = 1; conc_semaphore_wait(&never); }
receive (clerk *c, letter *m) { c->seen += m->n; conc_semaphore_post(&handling); stay(); }
receive (clerk *c, parcel *m) { c->seen += m->text[0]; }

static void turn(book *b) { b->pages++; }
static int count(book *b) { return b->pages; }
static void reserver(separate book *b) { separate (b) { turn(b); stay(); } }
static void querier(separate book *b) { int n = 0; conc_semaphore_wait(&all_hold); separate (b) n = count(b); printf("%d\n", n); }
static void hoper(separate book *b) { separate (b) require (b->pages > 100) turn(b); }

int main(void)
{
	separate book *one = new separate book {}, *two = new separate book {};
	clerk c = {};
	porter p = {};
	conc_actors_start(NULL);
	c | (letter){ 1 } | (letter){ 2 } | (letter){ 3 } | (parcel){ "x" };
	conc_semaphore_wait(&handling);
	task(int) r = spawn reader(2), a = spawn asker();
	task(void) t[] = {
		spawn sender(), spawn holder(), spawn locker(), spawn keeper(&savings), spawn client(&savings), spawn poor(&empty),
		spawn chooser(), spawn counter(), spawn early(), spawn parent(), spawn reserver(one), spawn querier(one),
		spawn hoper(two),
	};
	join(r);
	join(a);
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) join(t[i]);
	conc_actors_stop();
	delete one;
	delete two;
}
