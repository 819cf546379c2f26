#line 1 "ways_of_returning.c"
// SPDX-License-Identifier: MIT
// A disposition may be returned out of any construct, and be any expression.
#include <conc.h>
typedef struct account account; struct account { long n; struct conc_owner_lock conc_owner; }; CONC_CHANNEL_TYPE(int, conc_channel_int);
typedef struct a a; struct a { int n; account *acc; conc_channel_int *c; struct conc_actor conc_actor; }; CONC_ACTOR_TYPE(a); CONC_FUTURE_TYPE(enum conc_disposition, conc_future_enum_conc_disposition);
typedef struct m m; struct m { int n; conc_future_enum_conc_disposition *f; struct conc_message conc_message; }; CONC_MESSAGE_TYPE(m, CONC_ASKS(__builtin_offsetof(m, f)));
typedef struct go go; struct go { struct conc_message conc_message; }; CONC_MESSAGE_TYPE(go);
conc_disposition pick(conc_disposition d);
conc_disposition pick(conc_disposition d) { return d; }
static int two(int x) { return x; } CONC_CHANNEL_TYPE(enum conc_disposition, conc_channel_enum_conc_disposition); CONC_TASK_TYPE(int, conc_task_int); CONC_SPAWN1(conc_spawn_two, int, conc_task_int, two, int); CONC_TASK_TYPE(enum conc_disposition, conc_task_enum_conc_disposition); CONC_SPAWN1(conc_spawn_pick, enum conc_disposition, conc_task_enum_conc_disposition, pick, conc_disposition);

conc_disposition conc_receive_a__m(a *self, m *p); CONC_RECEIVE(a, m); conc_disposition conc_receive_a__m(a *self, m *p)
{
	conc_channel_enum_conc_disposition ch CONC_SCOPED(conc_channel_enum_conc_disposition) = CONC_CHANNEL(1);
	if (p->n == 1) return conc_set_disposition(p, CONC_DELETE), CONC_FINISHED;
	if (p->n == 2) return __extension__ ({ { CONC_HOLD(10, conc_owner_lock, CONC_MONITOR(self->acc)); self->acc->n++; } CONC_FINISHED; });
	if (p->n == 3) { conc_task_int t CONC_SCOPED(conc_task_int) = conc_spawn_two(CONC_HERE, 3); return conc_task_int_join(&t, CONC_HERE) == 3 ? CONC_FINISHED : CONC_NODELETE; }
	if (p->n == 4) return pick(CONC_FINISHED);
	if (p->n == 5) { conc_task_enum_conc_disposition t CONC_SCOPED(conc_task_enum_conc_disposition) = conc_spawn_pick(CONC_HERE, CONC_DESTROY); return conc_task_enum_conc_disposition_join(&t, CONC_HERE); }
	if (p->n == 6) { conc_disposition d; conc_channel_enum_conc_disposition_send(&ch, CONC_FINISHED, CONC_HERE); d = conc_channel_enum_conc_disposition_receive(&ch, CONC_HERE); return d; }
	if (p->n == 7) { { CONC_WAITUNTIL(17, 2); conc_again_17: CONC_ON_TIMEOUT(17, 0, 1, CONC_NS(1000000)) { return CONC_FINISHED; } else CONC_ON_FUTURE(17, 1, 1, p->f) { return CONC_DELETE; } else { CONC_CHOOSE(17); goto conc_again_17; } } }
	if (p->n == 8) { { CONC_HOLD(19, conc_owner_lock, CONC_MONITOR(self->acc)); return self->acc->n ? CONC_DESTROY : CONC_FINISHED; } }
	if (p->n == 9) { conc_disposition d; d = conc_future_enum_conc_disposition_read(p->f, CONC_HERE); return d; }
	if (p->n == 10) return __extension__ ({ conc_disposition d; d = conc_future_enum_conc_disposition_read(p->f, CONC_HERE); d; });
	switch (p->n) { case 11: return CONC_NODELETE; default: ; }
	if (p->n == 12) return self->n++, CONC_DELETE;
	if (p->n == 13) return (CONC_FINISHED);
	if (p->n == 14) return __extension__ ({ return CONC_FINISHED; CONC_DELETE; });
	if (p->n == 15) { { CONC_BLOCKING(20); { return CONC_FINISHED; } } }
	if (p->n == 16) { { CONC_SCOPE(21); { return CONC_FINISHED; CONC_SCOPE_COMPLETE(21); } } }
	if (p->n == 18) return conc_fail(3);
	if (p->n == 19) return p->n > 3 ? CONC_FINISHED : self->n ? CONC_DELETE : pick(CONC_DESTROY);
	return CONC_NODELETE; }
conc_disposition conc_receive_a__go(a *self, go *g); CONC_RECEIVE(a, go); conc_disposition conc_receive_a__go(a *self, go *g __attribute__((__unused__))) { self->n++; return CONC_NODELETE; }
conc_disposition conc_receive_a__finished_message(a *self, finished_message *g); CONC_RECEIVE(a, finished_message); conc_disposition conc_receive_a__finished_message(a *self, finished_message *g __attribute__((__unused__))) { (void)self; /* nothing */ return CONC_NODELETE; }
conc_disposition conc_receive_a__delete_message(a *self, delete_message *g); CONC_RECEIVE(a, delete_message); conc_disposition conc_receive_a__delete_message(a *self, delete_message *g __attribute__((__unused__))) { (void)self; return CONC_NODELETE; }
conc_disposition conc_receive_a__conc_failure(a *self, conc_failure *g); CONC_RECEIVE(a, conc_failure); conc_disposition conc_receive_a__conc_failure(a *self, conc_failure *g) { self->n = g->status; return CONC_NODELETE; }
