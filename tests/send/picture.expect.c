#line 1 "picture.c"
// SPDX-License-Identifier: MIT
#include <conc.h>

typedef struct counter counter; struct counter { long n; struct conc_actor conc_actor; }; CONC_ACTOR_TYPE(counter);
typedef struct savings savings; struct savings { union { counter conc_counter; struct { long n; struct conc_actor conc_actor; }; }; double rate; }; CONC_ACTOR_TYPE(savings, .conc_base = &conc_type_counter);
typedef struct relay relay; struct relay { savings *next; struct conc_actor conc_actor; }; CONC_ACTOR_TYPE(relay);
typedef struct boss boss; struct boss { int failures; struct conc_actor conc_actor; }; CONC_ACTOR_TYPE(boss);
typedef struct add add; struct add { long by; struct conc_message conc_message; }; CONC_MESSAGE_TYPE(add);
typedef struct add_twice add_twice; struct add_twice { union { add conc_add; struct { long by; struct conc_message conc_message; }; }; long times; }; CONC_MESSAGE_TYPE(add_twice, .conc_base = &conc_type_add);
typedef struct line line; struct line { char text[80]; struct conc_message conc_message; }; CONC_MESSAGE_TYPE(line); CONC_FUTURE_TYPE(long, conc_future_long);
typedef struct get get; struct get { conc_future_long *reply; struct conc_message conc_message; }; CONC_MESSAGE_TYPE(get, CONC_ASKS(__builtin_offsetof(get, reply)));

conc_disposition conc_receive_counter__add(counter *self, add *m); CONC_RECEIVE(counter, add); conc_disposition conc_receive_counter__add(counter *self, add *m) { self->n += m->by; return CONC_NODELETE; }
conc_disposition conc_receive_counter__get(counter *self, get *m); CONC_RECEIVE(counter, get); conc_disposition conc_receive_counter__get(counter *self, get *m) { conc_future_long_fulfil(m->reply, self->n, CONC_HERE); return CONC_FINISHED; }
conc_disposition conc_receive_savings__finished_message(savings *self, finished_message *m); CONC_RECEIVE(savings, finished_message); conc_disposition conc_receive_savings__finished_message(savings *self, finished_message *m) { (void)m; self->rate = 0; return CONC_FINISHED; }
conc_disposition conc_receive_relay__line(relay *self, const line *m); CONC_RECEIVE(relay, line);
conc_disposition conc_receive_savings__line(savings *self, line *m); CONC_RECEIVE(savings, line); conc_disposition conc_receive_savings__line(savings *self, line *m) { (void)self; (void)m; return CONC_NODELETE; }
conc_disposition conc_receive_relay__add(relay *self, add *m); CONC_RECEIVE(relay, add); conc_disposition conc_receive_relay__add(relay *self, add *m) { CONC_SEND(counter, add, CONC_SEND_ON(counter, add, (counter *)self->next, m), *m); return CONC_NODELETE; }
conc_disposition conc_receive_relay__line(relay *self, const line *m) { CONC_SEND_ON(savings, line, self->next, (line *)m); return CONC_NODELETE; }
conc_disposition conc_receive_relay__add_twice(relay *self, add_twice *m); CONC_RECEIVE(relay, add_twice); conc_disposition conc_receive_relay__add_twice(relay *self, add_twice *m) { CONC_SEND_ON_AS(counter, add, add_twice, (counter *)self->next, m); return CONC_NODELETE; }
conc_disposition conc_receive_boss__conc_failure(boss *self, conc_failure *m); CONC_RECEIVE(boss, conc_failure); conc_disposition conc_receive_boss__conc_failure(boss *self, conc_failure *m) { (void)m; self->failures++; return CONC_NODELETE; }
conc_disposition conc_receive_boss__conc_end(boss *self, conc_end *m); CONC_RECEIVE(boss, conc_end); conc_disposition conc_receive_boss__conc_end(boss *self, conc_end *m) { self->failures += m->why == CONC_ENDED_FAILED; return CONC_NODELETE; }

add made(long by);
void use(counter *p, counter *all[2], savings *s, int i, const line *text);

static counter c;
static add big = {.by = 1000};
static boss chief;

void use(counter *p, counter *all[2], savings *s, int i, const line *text)
{
	add one = {.by = 1};
	conc_future_long f CONC_SCOPED(conc_future_long) = {0};
	CONC_SEND(counter, add, CONC_SEND(counter, add, &c, one), (add){.by = 2});
	CONC_SEND_REFERENCE(counter, add, &c, &big);
	CONC_SEND(counter, add, CONC_SEND_REFERENCE(counter, add, p, CONC_NEW_MESSAGE(23, add, {.by = 3})), made(4));
	CONC_SEND(counter, add, p, one);
	CONC_SEND(counter, add, CONC_SEND(counter, add, all[i], one),
	       one);
	CONC_SEND(counter, add, ((counter *[]){ p, &c })[i], one);
	CONC_SEND(counter, add, (counter *)CONC_SEND(savings, finished_message, CONC_SEND(savings, line, (savings *)CONC_SEND(counter, add, (counter *)s, one), *text), (finished_message){{0}}), (add){ .by = 5 });
	CONC_SEND_REFERENCE_AS(counter, add, add_twice, (counter *)s, CONC_NEW_MESSAGE(24, add_twice, {.conc_add = {.by = 1}, .times = 2}));
	CONC_SEND(counter, get, &c, (get){.reply = &f});
	CONC_SEND_READY(counter, &c, finished_message);
	CONC_SEND_READY(counter, p, delete_message);
	if (i) CONC_SEND_READY(counter, p, destroy_message); else CONC_SEND(counter, add, &c, one);
	for (int k = 0; k < i; k++) CONC_SEND(counter, add, &c, (add){.by = k});
	switch (i) { case 1: CONC_SEND(counter, add, &c, one); }
	(CONC_SEND(counter, add, &c, one));
	if (CONC_TRY_SEND(counter, add, &c, one) && CONC_TRY_SEND_REFERENCE(counter, add, p, &big)) i++;
	while (CONC_TRY_SEND(savings, finished_message, s, (finished_message){{0}}) || CONC_TRY_SEND_READY(counter, p, finished_message)) i--;
	CONC_SUPERVISE(boss, &c, &chief, NULL);
	CONC_SUPERVISE(boss, s, &chief, &(struct conc_supervision){ .restarts = 3, .within = CONC_NS(1000000000) });
	CONC_WATCH(savings, boss, s, i ? &chief : &chief);
	if (conc_unwatch(s, &chief)) i++;
}
