#line 1 "picture_calls.c"
// SPDX-License-Identifier: MIT
#include <conc.h>

void calls(conc_mutex *m, conc_owner_lock *o, conc_rw_lock rw[2], conc_semaphore *s, conc_barrier *b, int n);
void calls(conc_mutex *m, conc_owner_lock *o, conc_rw_lock rw[2], conc_semaphore *s, conc_barrier *b, int n)
{
	conc_barrier own = { .conc_count = 1 };
	{ CONC_WAITUNTIL(1, 6); conc_again_1: CONC_ON_TAKEN(1, 0, 1, conc_mutex, m) { n = 1; }
	else CONC_ON_TAKEN(1, 1, n > 1, conc_owner_lock, o) { n = 2; }
	else CONC_ON_TAKEN(1, 2, 1, conc_rw_lock, &rw[n]) { n = 3; }
	else CONC_ON_TAKEN(1, 3, 1, conc_rw_reader, rw + 1) { n = 4; }
	else CONC_ON_TAKEN(1, 4, 1, conc_semaphore, /* a unit */ s) { n = 5; }
	else CONC_ON_TAKEN(1, 5, 1, conc_semaphore, s + 1) { n = 6; } else { CONC_CHOOSE(1); goto conc_again_1; } }
	if (n > 1) conc_mutex_unlock(m);
	{ CONC_WAITUNTIL(2, 3); conc_again_2: CONC_ON_BARRIER(2, 0, 1, b) { n = 1; } else CONC_ON_BARRIER(2, 1, 1, &own) { n = 2; }
	else CONC_ON_BARRIER(2, 2, 1, n ? b : &own) { n = 3; } else { CONC_CHOOSE(2); goto conc_again_2; } }
}

typedef struct box box; struct box { int full; conc_condition filled; struct conc_owner_lock conc_owner; };

void conditions(box * b, conc_mutex *m, conc_condition *c);
void conditions(box * b, conc_mutex *m, conc_condition *c)
{ CONC_HOLD(5, conc_owner_lock, CONC_MONITOR(b));
	{ CONC_GIVEN_UP(6); CONC_WAITUNTIL(6, 2); conc_again_6: CONC_ON_CONDITION(6, 0, 1, &b->filled, CONC_MONITOR(b)) { } else CONC_ON_TIMEOUT(6, 1, 1, CONC_NS(1000000000)) { } else { CONC_CHOOSE(6); goto conc_again_6; } }
	{ CONC_HOLD(9, conc_mutex, m); { CONC_GIVEN_UP(10); CONC_WAITUNTIL(10, 2); conc_again_10: CONC_ON_CONDITION_WITH(10, 0, 1, c, /* shared */ m, 1 + 2) { } else CONC_ON_CONDITION(10, 1, b->full, c + 1, m) { } else { CONC_CHOOSE(10); goto conc_again_10; } } }
	{ CONC_GIVEN_UP_ALL(13); CONC_WAITUNTIL(13, 2); conc_again_13: CONC_ON_CONDITION_ALL(13, 0, 1, &b->filled, CONC_HELD_LOCKS(5, conc_owner_lock)) { b->full = 0; } else CONC_ON_CONDITION_ALL_WITH(13, 1, 1, c, CONC_HELD_LOCKS(5, conc_owner_lock), 4) { b->full = 1; } else { CONC_CHOOSE(13); goto conc_again_13; } }
}

typedef struct counter counter; struct counter { long n; struct conc_actor conc_actor; }; CONC_ACTOR_TYPE(counter);
typedef struct savings savings; struct savings { union { counter conc_counter; struct { long n; struct conc_actor conc_actor; }; }; }; CONC_ACTOR_TYPE(savings, .conc_base = &conc_type_counter);

void ends(counter *c, savings *all, int n);
void ends(counter *c, savings *all, int n)
{
	{ CONC_WAITUNTIL(19, 2); conc_again_19: CONC_ON_ACTOR(19, 0, 1, c) { n = 1; } else CONC_ON_ACTOR(19, 1, n, &all[n]) { n = 2; } else { CONC_CHOOSE(19); goto conc_again_19; } }
}

struct shelf { /* separate */ struct item *item; };

void quiets(/* separate */ struct item *s, struct shelf *all, int n);
void quiets(/* separate */ struct item *s, struct shelf *all, int n)
{
	{ CONC_QUIET_CLAUSE(23, 0); CONC_QUIET_CLAUSE(23, 1); CONC_WAITUNTIL(23, 3); conc_again_23: CONC_ON_QUIET(23, 0, 1, s) { n = 1; } else CONC_ON_QUIET(23, 1, n, all[n].item) { n = 2; }
	else CONC_ON_TIMEOUT(23, 2, 1, CONC_NS(1000000000)) { } else { CONC_CHOOSE(23); goto conc_again_23; } }
}
