#line 1 "empty_braces.c"
// SPDX-License-Identifier: MIT
// Empty braces of kinds become zeros that no compiler warns of, however deep.
#include <conc.h>

typedef struct account account; struct account { long balance; struct conc_owner_lock conc_owner; };
typedef struct savings savings; struct savings { union { account conc_account; struct { long balance; struct conc_owner_lock conc_owner; }; }; double rate; };
typedef struct worker worker; struct worker { char name[4]; struct conc_thread_object conc_thread; }; void conc_main_worker(worker *self); CONC_THREAD_TYPE(worker, conc_main_worker);
void conc_main_worker(worker *self) { (void)self; }
typedef struct counter counter; struct counter { char name[4]; struct conc_actor conc_actor; }; CONC_ACTOR_TYPE(counter);
typedef struct derived derived; struct derived { union { counter conc_counter; struct { char name[4]; struct conc_actor conc_actor; }; }; int n; }; CONC_ACTOR_TYPE(derived, .conc_base = &conc_type_counter);
typedef struct ping ping; struct ping { struct conc_message conc_message; }; CONC_MESSAGE_TYPE(ping);
typedef struct text text; struct text { char bytes[4]; struct conc_message conc_message; }; CONC_MESSAGE_TYPE(text);
typedef struct longer longer; struct longer { union { text conc_text; struct { char bytes[4]; struct conc_message conc_message; }; }; int n; }; CONC_MESSAGE_TYPE(longer, .conc_base = &conc_type_text);
struct both { text a; longer b; };

int f(void);

int f(void)
{
	worker a = {0}, b[2] = { {.conc_thread = {0}}, {.conc_thread = {0}} }; CONC_THREADS(19, worker, a); CONC_THREADS(20, worker, b);
	savings c = {0}, d[2] = { {.conc_account = {.conc_owner = {.conc_depth = 0}}}, { .conc_account = {.conc_owner = {.conc_depth = 0}}, .rate = 1 } };
	counter e = {0}, g[2] = { {.conc_actor = {0}}, {.conc_actor = {0}} }, q[2] = {0}; CONC_ACTORS(21, counter, e); CONC_ACTORS(22, counter, g); CONC_ACTORS(23, counter, q);
	derived h = {0}, i[2] = { {.conc_counter = {.conc_actor = {0}}}, { .conc_counter = {.conc_actor = {0}}, .n = 1 } }; CONC_ACTORS(24, derived, h); CONC_ACTORS(25, derived, i);
	ping j = {0}, k[2] = { {.conc_message = {0}}, {.conc_message = {0}} }, r[2][2] = {0};
	struct both l = { {.conc_message = {0}}, {.conc_text = {.conc_message = {0}}} }, m = { .b = {.conc_text = {.conc_message = {0}}} };
	derived *n = CONC_NEW_ACTOR(13, derived, {0}), *o = CONC_NEW_ACTOR_ARRAY(14, derived, 2, { {.conc_counter = {.conc_actor = {0}}}, {.conc_counter = {.conc_actor = {0}}} }), *p = CONC_NEW_ACTOR(15, derived, { .conc_counter = {.conc_actor = {0}}, .n = 1 });
	j = (ping){0};
	l.b = (longer){ .conc_text = {.conc_message = {0}}, .n = 1 };
	CONC_DELETE_ACTOR(derived, n);
	CONC_DELETE_ACTOR(derived, o);
	CONC_DELETE_ACTOR(derived, p);
	return a.name[0] + b[0].name[0] + (int)c.balance + (int)d[0].balance + e.name[0] + g[0].name[0] + h.n + i[0].n +
	       l.a.bytes[0] + m.b.n + (int)sizeof j + (int)sizeof k + q[0].name[0] + (int)sizeof r;
}
