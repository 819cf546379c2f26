// SPDX-License-Identifier: MIT
// flavours: concc gcc clang
// No thread is reported while a live thread can reach what it waits for, on whatever way.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { struct node *next; char before[40]; channel(int) c; };
struct link { struct link *next; long before; conc_semaphore s; };

static channel(int) global;
static struct node *volatile list;
static struct link *volatile links;		// on the stacks of those who wait
static char *volatile inside;
static _Thread_local struct node *volatile of_kernel_thread;
static channel(struct node *) buffered = { 2 };
static task(void) handles[2];
static conc_mutex held;
static conc_semaphore links_lock = { 1 };
static struct conc_local key;

static void receive(channel(int) *c) { int x; (void)(x << *c); }
static void sleeps_with(struct node *n) { conc_sleep(1h); (void)conc_receive(&n->c); }
static void sleeps_with_local(struct node *n)
{
	*(struct node **)conc_local_get(&key, sizeof n) = n;
	n = NULL;
	conc_sleep(1h);
}
static void in_list(void)
{
	struct link l = { .s = {0} };
	conc_semaphore_wait(&links_lock);
	l.next = links;
	links = &l;
	conc_semaphore_post(&links_lock);
	conc_semaphore_wait(&l.s);
}
static void sleeps(void) { conc_sleep(1h); }
static void locks(void) { mutex (held) puts("not reached"); }
static void joins(void) { task(void) t = spawn sleeps(); }
static void has_children(void)
{
	scope {
		spawn sleeps();
		spawn locks();
	}
}
static struct node *make(void) { return new struct node {}; }
static void gone(void) { scope (s) { spawn receive(&make()->c); conc_sleep(1h); conc_cancel(s); } }

int main(void)
{
	struct node *second = make(), *third = make(), *through_channel = make(), *mine;
	struct node *volatile of_caller = make();

	conc_mutex_lock(&held);
	spawn receive(&global);
	list = make();
	list->next = second;			// a chain in the heap
	spawn receive(&second->c);
	inside = third->before + 7;		// a pointer into the middle
	spawn receive(&third->c);
	of_kernel_thread = make();
	conc_pin();
	spawn receive(&of_kernel_thread->c);
	buffered << through_channel;		// in a buffer
	spawn receive(&through_channel->c);
	spawn receive(&of_caller->c);
	spawn sleeps_with(mine = make());	// of a thread that sleeps
	spawn receive(&mine->c);
	spawn sleeps_with_local(mine = make());
	spawn receive(&mine->c);
	mine = second = third = through_channel = NULL;
	for (int i = 0; i < 2; i++) {		// they can be cancelled
		handles[i] = spawn receive(&make()->c);
		spawn in_list();
	}
	spawn joins();
	spawn locks();
	spawn has_children();
	spawn gone();
	printf("%d\n", conc_report_leaks());
	if (links) conc_cancel(handles[0]);
	exit(0);
}
