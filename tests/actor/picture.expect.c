#line 1 "picture.c"
// SPDX-License-Identifier: MIT
#include <conc.h>

typedef struct queue queue;
typedef struct counter counter; struct counter { long n; struct conc_actor conc_actor; }; CONC_ACTOR_TYPE(counter);
typedef struct savings savings; struct savings { union { counter conc_counter; struct { long n; struct conc_actor conc_actor; }; }; double rate; }; void conc_destroy_savings(savings *self); CONC_DESTROY_TYPE(savings); CONC_ACTOR_TYPE(savings, .conc_base = &conc_type_counter, .conc_destroy = conc_end_savings);
struct queue { long first, last; struct conc_actor conc_actor; }; CONC_ACTOR_TYPE(queue);



void f(int n);

void f(int n)
{
	static counter all;
	counter c = { .n = 5 }, d[2] = {0}, e[n]; CONC_ACTORS(15, counter, c); CONC_ACTORS(16, counter, d); CONC_ZERO(e); CONC_ACTORS(17, counter, e);
	savings s = { .conc_counter = { .n = 5 }, .rate = 0.1 }; CONC_ACTORS(18, savings, s);
	counter *p = CONC_NEW_ACTOR(7, counter, { .n = 3 }), *q = CONC_NEW_ACTOR_ZERO_ARRAY(counter, n), *r = CONC_NEW_ACTOR_ARRAY(9, counter, n, { { .n = 1 }, { .n = 2 } });
	savings *t = CONC_NEW_ACTOR(10, savings, {0});
	p->n += all.n + c.n + d[0].n + e[0].n + s.n;
	CONC_DELETE_ACTOR(counter, p);
	CONC_DELETE_ACTOR(counter, q);
	CONC_DELETE_ACTOR(counter, r);
	CONC_DELETE_ACTOR(savings, t);
}
