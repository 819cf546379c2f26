// SPDX-License-Identifier: MIT
// impl select for a type of the program: an event that may be set from anywhere, and a pool of units.
#include <conc.h>
#include <stdio.h>

enum { WAITERS = 16 };

/* Set until reset; who waits for it goes on when it is set. */
struct event {
	conc_mutex lock;
	bool set;
	conc_select *waiting[WAITERS];
};

static bool event_register(struct event *e, conc_select *clause)
{
	mutex (e->lock) {
		if (e->set && conc_claim(clause)) return true;
		for (int i = 0; i < WAITERS; i++) {
			if (e->waiting[i]) continue;
			e->waiting[i] = clause;
			break;
		}
	}
	return false;
}

static void event_unregister(struct event *e, conc_select *clause)
{
	if (conc_selected(clause)) return;
	mutex (e->lock)
		for (int i = 0; i < WAITERS; i++)
			if (e->waiting[i] == clause) e->waiting[i] = NULL;
}

static void event_set(struct event *e)
{
	conc_select *claimed[WAITERS];
	int count = 0;
	mutex (e->lock) {
		e->set = true;
		for (int i = 0; i < WAITERS; i++) {
			if (!e->waiting[i] || !conc_claim(e->waiting[i])) continue;
			claimed[count++] = e->waiting[i];
			e->waiting[i] = NULL;
		}
	}
	while (count) conc_complete(claimed[--count]);
}

impl select for struct event { .register_select = event_register, .unregister_select = event_unregister };

/* Units that are taken and given back by the statement. */
typedef struct { conc_mutex lock; int units; conc_select *first; int given_back; } pool;

static bool pool_register(void *p, conc_select *clause)
{
	pool *self = p;
	mutex (self->lock) {
		if (self->units && conc_claim(clause)) {
			self->units--;
			return true;
		}
		self->first = clause;
	}
	return false;
}

static int pool_unregister(pool *p, conc_select *clause)
{
	mutex (p->lock) {
		if (conc_selected(clause)) { p->units++; p->given_back++; }
		else p->first = NULL;
	}
	return 0;
}

static bool pool_selected(pool *p, conc_select *clause) { (void)clause; return p->given_back < 2; }

impl select for pool {
	.on_selected = pool_selected,	// in any order
	.register_select = pool_register,
	.unregister_select = pool_unregister,
};

static void later(struct event *e)
{
	conc_sleep(1ms);
	event_set(e);
}

int main(void)
{
	struct event e = {0}, f = {0}, *p = &e;
	pool u = { .units = 1 };
	task(void) t = spawn later(&f);
	waituntil (e) puts("no"); or waituntil (f) puts("f");
	waituntil (p) puts("no"); or waituntil (f) puts("f again");
	waituntil (e) puts("no"); or else puts("else");
	for (int i = 0; i < 3; i++) waituntil (u) { printf("a unit: %d\n", u.units); }
	printf("%d %d\n", u.units, u.given_back);
	task(void) s = spawn later(p);
	int blocks = 0;
	waituntil (p) blocks += 1; and waituntil (f) blocks += 10; and waituntil (*p) blocks += 100;
	printf("%d\n", blocks);
	return 0;
}
