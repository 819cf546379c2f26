#line 1 "initialisers.c"
// SPDX-License-Identifier: MIT
// However a message or an actor is initialised, no compiler misses a value for its hidden state.
#include <conc.h>

typedef struct text text; struct text { char bytes[8]; int n; struct conc_message conc_message; }; CONC_MESSAGE_TYPE(text);
typedef struct anon anon; struct anon { struct { int x, y; }; int z; struct conc_message conc_message; }; CONC_MESSAGE_TYPE(anon);
typedef struct array array; struct array { int v[3]; int n; struct conc_message conc_message; }; CONC_MESSAGE_TYPE(array);
typedef struct named named; struct named { char name[4]; struct conc_owner_lock conc_owner; };
typedef struct once once; struct once { int n; struct conc_actor conc_actor; }; CONC_ACTOR_TYPE(once);

int f(void);

int f(void)
{
	text a = { .bytes = "abc", .n = 1 }, b = { .bytes = { 'a' }, .n = 2, };
	anon d = { { 1, 2 }, .z = 3, .conc_message = {0} }, e = { { 1, 2 }, .conc_message = {0} /* z */ }, g = { .x = 1 };
	array i = { .v = { 1 } }, h = { .v = { 1, 2 } };
	named j = { .name = "abc" }, k[2] = { { .name = "a" }, { .name = { 'c' } } };
	once s = { .n = 3 }; CONC_ACTORS(6, once, s);
	a = (text){ .bytes = "x", .n = 2 };
	return a.n + b.n + d.z + e.x + g.z + h.n + i.n + j.name[0] + k[0].name[0] + s.n;
}
