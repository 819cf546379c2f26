#line 1 "picture.c"
// SPDX-License-Identifier: MIT
#include <conc.h>

typedef struct counter counter; struct counter { long n; struct conc_actor conc_actor; }; void conc_destroy_counter(counter *self); CONC_DESTROY_TYPE(counter); CONC_ACTOR_TYPE(counter, .conc_destroy = conc_end_counter);
typedef struct add add; struct add { long by; struct conc_message conc_message; }; CONC_MESSAGE_TYPE(add); CONC_FUTURE_TYPE(long, conc_future_long);
typedef struct get get; struct get { conc_future_long *reply; struct conc_message conc_message; }; CONC_MESSAGE_TYPE(get, CONC_ASKS(__builtin_offsetof(get, reply)));

conc_disposition conc_receive_counter__get(counter *self, get *m); CONC_RECEIVE(counter, get);
conc_disposition conc_receive_counter__finished_message(counter *self, finished_message *m); CONC_RECEIVE(counter, finished_message);
void conc_destroy_counter(counter *self) { self->n = 0; }

static conc_disposition conc_receive_counter__add(counter *self, const add *m); CONC_RECEIVE(counter, add); static conc_disposition conc_receive_counter__add(counter *self, const add *m)
{
	if (!m->by)
		return CONC_NODELETE;
	self->n += m->by;
	if (m->by < 0) return m->by < -5 ? CONC_FINISHED : CONC_DELETE;
	return CONC_NODELETE; }

conc_disposition conc_receive_counter__get(counter *self, get *m)
{
	conc_set_disposition(m, CONC_DESTROY);
	conc_future_long_fulfil(m->reply, self->n, CONC_HERE);
	return self->n ? CONC_NODELETE : CONC_DELETE;
}
