#line 1 "pretty_picture.c"
// SPDX-License-Identifier: MIT
// emit: pretty
// What becomes of lines with several declarations, blocks, comments, macros, and of long lines.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

#define TALLY(n) do { \
	mutex (&tallied) tally += (n); \
} while (0)

#define CHECK(x) ((x) ? (void)0 : abort())

static conc_mutex tallied; static long tally;

typedef struct account account;
#line 16
struct account { long balance; struct conc_owner_lock conc_owner; };
typedef struct savings savings;
#line 17
struct savings {
	union { account conc_account; struct { long balance; struct conc_owner_lock conc_owner; }; };	// a comment
	double rate;
};
typedef struct counter counter;
#line 21
struct counter { long n; struct conc_actor conc_actor; };
CONC_ACTOR_TYPE(counter);
typedef struct add add;
#line 22
struct add { long by; struct conc_message conc_message; };
CONC_MESSAGE_TYPE(add);
CONC_FUTURE_TYPE(long, conc_future_long);
typedef struct get get;
#line 23
struct get {
#line 23
	long dummy;
#line 23
	conc_future_long *reply;
#line 23
	long several, more, members, that, make, the, line, longer;
	struct conc_message conc_message;
#line 23
};
CONC_MESSAGE_TYPE(get, CONC_ASKS(__builtin_offsetof(get, reply)));
#line 24

conc_disposition conc_receive_counter__add(counter *self, add *m);
CONC_RECEIVE(counter, add);
#line 25
conc_disposition conc_receive_counter__add(counter *self, add *m) {
#line 25
	if (!m->by) return CONC_NODELETE;
#line 25
	self->n += m->by;
#line 25
	return CONC_NODELETE;
#line 25
}
conc_disposition conc_receive_counter__get(counter *self, get *m);
CONC_RECEIVE(counter, get);
#line 26
conc_disposition conc_receive_counter__get(counter *self, get *m)
{
	conc_future_long_fulfil(m->reply, self->n, CONC_HERE);
	if (m->dummy) {
		conc_future_long_fulfil(m->reply, 0, CONC_HERE);
	}
	return CONC_NODELETE;
#line 32
}

static void deposit(account * a, long n) { CONC_HOLD(10, conc_owner_lock, CONC_MONITOR(a)); a->balance += n; }
void transfer(account * from, account * to, long n)
{
#line 36
	CONC_HOLD2(11, conc_owner_lock, CONC_MONITOR(from), CONC_MONITOR(to));
	from->balance -= n; to->balance += n;
}

static void push(account *a, int n, const char *why, void (*then)(int)) { a->balance += n; puts(why); then(n); }
CONC_CHANNEL_TYPE(int, conc_channel_int);
CONC_CALL_TYPE(push, account *, int, const char *, __typeof__(void (*)(int)));
#line 41

int pretty_picture(/* separate */ account *a, savings *s, counter *c, void (*then)(int), conc_channel_int *in,
#line 42
	conc_channel_int *out)
{
	account b = { .balance = 5 }, many[2] = { { .balance = 1 }, { .balance = 2 } };	// accounts
	conc_future_long reply CONC_SCOPED(conc_future_long) = {0}; long n; int v = 0;
	{ CONC_HOLD(17, conc_owner_lock, CONC_MONITOR(s)); s->balance = __LINE__; }
	{	CONC_HOLD2(18, conc_owner_lock, CONC_MONITOR(s), CONC_MONITOR(&b));
#line 47
		{ s->balance++; b.balance--; } }	/* both */
	for (int i = 0; i < 2; i++) {
#line 48
		CONC_HOLD(19, conc_owner_lock, CONC_MONITOR(&many[i]));
#line 48
	{
		many[i].balance += b.balance;
	} }
	{	CONC_RESERVE(20, a);
#line 51
		conc_call_push(conc_reserved_20, a, 1,
#line 51
			"a reason that is so long that the line does not end before the hundredth column", then); }
	{	account *const x = a;
#line 52
		CONC_RESERVE(21, x);
#line 52
		CONC_REQUIRE(21, x->balance > 0 && x->balance < 1000000);
		{
#line 52
			conc_call_push(conc_reserved_21, x, 2, "why", then);
#line 52
			conc_call_push(conc_reserved_21, x, 3, "not", then);
#line 52
		} }
	CONC_SEND(counter, get, CONC_SEND(counter, add, c, (add){ .by = 1 }), (get){ .dummy = b.balance + many[0].balance + many[1].balance, &reply });
	n = conc_future_long_read(&reply, CONC_HERE);
	{	conc_channel_int_element conc_value_22_0;
		conc_channel_int_element conc_value_22_1;
#line 55
		CONC_WAITUNTIL(22, 3);
	conc_again_22:
#line 55
	CONC_ON_RECEIVE(22, 0, 1, conc_channel_int, in) {
#line 55
		v = conc_value_22_0;
#line 55
		{ n += v; }
#line 55
	}
	else CONC_ON_SEND(22, 1, n > 0, conc_channel_int, out, (int)n) {
		n = 0;
	}
	else CONC_ON_TIMEOUT(22, 2, 1, CONC_NS(10000000)) { }
#line 59
	else { CONC_CHOOSE(22); goto conc_again_22; } }
	deposit(&b, n);
#line 60
	do { { CONC_HOLD(24, conc_mutex, &tallied); tally += (1); } } while (0);
	CHECK(v > 0 && conc_channel_int_receive_ok(in, &v, CONC_HERE));
	if (v) <% { CONC_HOLD(25, conc_owner_lock, CONC_MONITOR(s)); v = __LINE__; } %>
	return v;
}

static long twice(long n) { return 2 * n; }

long rows(void);
CONC_TASK_TYPE(long, conc_task_long);
CONC_SPAWN1(conc_spawn_twice, long, conc_task_long, twice, long);
#line 69
long rows(void)
{
	account all[] = {
		{ .balance = 1000000 + 1 }, { .balance = 1000000 + 2 }, { .balance = 1000000 + 3 },
#line 72
		{ .balance = 1000000 + 4 }, { .balance = 1000000 + 5 },
	};
	conc_task_long tasks[4] = {0};
#line 74
	CONC_TASKS(30, conc_task_long, tasks);
	for (int i = 0; i < 4; i++)
#line 75
		conc_task_long_assign(&tasks[i], conc_spawn_twice(CONC_HERE,
#line 75
		all[i].balance + all[i + 1].balance - all[0].balance), CONC_HERE);
	return conc_task_long_join(&tasks[0], CONC_HERE) + conc_task_long_join(&tasks[3], CONC_HERE);
}
