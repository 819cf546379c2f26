#line 1 "by_typedefs.c"
// SPDX-License-Identifier: MIT
// The types of a behaviour's parameters may have other names. What has no members is never unused.
#include <conc.h>

typedef struct text text; struct text { char bytes[8]; int n; struct conc_message conc_message; }; CONC_MESSAGE_TYPE(text);
typedef struct go go; struct go { struct conc_message conc_message; }; CONC_MESSAGE_TYPE(go);
typedef struct once once; struct once { int n; struct conc_actor conc_actor; }; void conc_destroy_once(once *self); CONC_DESTROY_TYPE(once); CONC_ACTOR_TYPE(once, .conc_destroy = conc_end_once);
typedef once same, *pointer;
typedef struct text other;
typedef other another;

conc_disposition conc_receive_once__go(same *self, go *m); CONC_RECEIVE(once, go); conc_disposition conc_receive_once__go(same *self, go *m __attribute__((__unused__))) { self->n++; return CONC_NODELETE; }
conc_disposition conc_receive_once__text(struct once *self, another *m); CONC_RECEIVE(once, text);
conc_disposition conc_receive_once__text(once *self, struct text *m) { self->n += m->n; return CONC_NODELETE; }
conc_disposition conc_receive_once__finished_message(once *self, finished_message *m); CONC_RECEIVE(once, finished_message); conc_disposition conc_receive_once__finished_message(once *self, finished_message *m __attribute__((__unused__))) { self->n = 0; return CONC_NODELETE; }
void conc_destroy_once(same *self) { self->n = 0; }

void f(same *a);

void f(same *a)
{
	another m = { .bytes = "one", .n = 1 };
	same *p = CONC_NEW_ACTOR(9, once, { .n = 3 });
	CONC_SEND(once, go, CONC_SEND(once, text, a, m), (go){0});
	CONC_DELETE_ACTOR(once, p);
}
