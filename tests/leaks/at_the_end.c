// SPDX-License-Identifier: MIT
// flavours: concc gcc clang
// processors: 1
// When main has returned, all that wait for each other, or for nobody, are reported: with every construct that waits.
#include <conc.h>
#include <stdio.h>

static channel(int) empty, full = { 0 };
static future(int) never;
static conc_condition changed;
static conc_semaphore none;
static conc_barrier three = { 3 };
static conc_mutex locked, of_condition;
static conc_rw_lock written, read;
monitor account { int money; };
static account held;

static void receives(void) { int x; (void)(x << empty); }
static void sends(void) { full << 1; }
static void reads_future(void) { int x; (void)(x << never); }
static void waits_for_condition(void) { mutex (of_condition) conc_wait(&changed, &of_condition); }
static void takes_unit(void) { conc_semaphore_wait(&none); }
static void meets(void) { conc_barrier_wait(&three); }
static void locks(void) { mutex (locked) puts("not reached"); }
static void locks_to_write(void) { mutex (written) puts("not reached"); }
static void locks_to_read(void) { conc_rw_lock_read_lock(&read); puts("not reached"); }
static void enters(account *mutex a) { a->money++; }
static void joins(void) { task(void) t = spawn receives(); }
static void has_scope(void) { scope { spawn receives(); } }
static void chooses(void)
{
	int x;
	waituntil (x << empty) (void)x;
	or waituntil (full << 2) {}
	or waituntil (locked) {}
}

static void holds_all(void)
{
	mutex (locked, written, read, held) {
		spawn locks();
		spawn locks_to_write();
		spawn locks_to_read();
		spawn enters(&held);
		spawn chooses();
		conc_semaphore_wait(&none);
	}
}

int main(void)
{
	spawn receives();
	spawn sends();
	spawn reads_future();
	spawn waits_for_condition();
	spawn takes_unit();
	spawn meets();
	spawn joins();
	spawn has_scope();
	spawn holds_all();
	puts("main ends");
}
