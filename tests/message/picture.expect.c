#line 1 "picture.c"
// SPDX-License-Identifier: MIT
#include <conc.h>

typedef struct add add; struct add { long by; const char *why; struct conc_message conc_message; }; static void conc_destroy_add(add *self); CONC_DESTROY_TYPE(add); CONC_MESSAGE_TYPE(add, .conc_destroy = conc_end_add);
typedef struct ping ping; struct ping { struct conc_message conc_message; }; CONC_MESSAGE_TYPE(ping); CONC_FUTURE_TYPE(long, conc_future_long); CONC_FUTURE_TYPE(int, conc_future_int);
typedef struct get get; struct get { conc_future_long *reply; struct { conc_future_int *others[2]; int n; } in; struct conc_message conc_message; }; CONC_MESSAGE_TYPE(get, CONC_ASKS(__builtin_offsetof(get, reply), __builtin_offsetof(get, in.others[0]), __builtin_offsetof(get, in.others[1])));
typedef struct sum sum; struct sum { union { add conc_add; struct { long by; const char *why; struct conc_message conc_message; }; }; long more; }; CONC_MESSAGE_TYPE(sum, .conc_base = &conc_type_add);
typedef struct urgent urgent; struct urgent { union { conc_control conc_conc_control; struct { struct conc_message conc_message; }; }; int n; }; CONC_MESSAGE_TYPE(urgent, .conc_base = &conc_type_conc_control);

static void conc_destroy_add(add *self) { self->by = 0; }

static add first = { .by = 1 }, all[2] = { { .by = 1 }, { .by = 2, .why = "two" } };

long f(int n);

long f(int n)
{
	add one = {0}, two = { .by = 2 }, three = { .why = "three", .by = 3 }, some[n]; CONC_ZERO(some);
	ping p = { 0 };
	sum s = { .conc_add = { .by = 1 }, .more = 2 };
	add *made = CONC_NEW_MESSAGE(11, add, { .by = 4 }), *many = CONC_NEW_MESSAGE_ZERO_ARRAY(add, n);
	struct pair { add a; int n; } pair = { one, 1 }, other = { { .by = 5 }, 1 };
	one = (add){ .by = n };
	one = two;
	CONC_DELETE_MESSAGE(add, made);
	CONC_DELETE_MESSAGE(add, many);
	return one.by + three.by + s.by + first.by + all[0].by + some[0].by + pair.n + other.n + (long)sizeof p;
}
