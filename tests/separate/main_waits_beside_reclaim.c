// The end of main is not over before all that handlers ask of each other is done, also while a handler that had asked
// for something itself goes: what it had asked, and what others have asked meanwhile, are not taken for each other.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct cell { int n; } cell;

static bool done;	// atomic

static void end(void) { puts(__atomic_load_n(&done, __ATOMIC_RELAXED) ? "done" : "not done"); }

static void slow(cell *self)
{
	for (int i = 0; i < 50; i++) conc_yield();
	self->n++;
}

static void finish(cell *self)
{
	self->n++;
	__atomic_store_n(&done, true, __ATOMIC_RELAXED);
}

static void ask(cell *self, separate cell *to)
{
	self->n++;
	separate (to) {
		slow(to);
		slow(to);
		finish(to);
	}
}

static void pass(cell *self, separate cell *by, separate cell *to)
{
	slow(self);
	separate (by) ask(by, to);
}

static void touch(cell *self, separate cell *other)
{
	self->n++;
	separate (other) slow(other);
}

int main(void)
{
	separate cell *last = new separate cell {}, *goes = new separate cell {}, *by = new separate cell {}, *first = new separate cell {};
	separate (goes) touch(goes, first);
	separate (goes) (void)goes->n;
	separate (first) (void)first->n;
	atexit(end);
	delete goes;
	separate (first) pass(first, by, last);
}
