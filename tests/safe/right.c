// SPDX-License-Identifier: MIT
// flavours: concc schedules
// flags: -fconc-safe
// What -fconc-safe lets pass: each thing that threads may share, what is lent until a thread ends, what is handed on.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

monitor account { long balance; int log[4]; };
struct pool { conc_mutex lock; int used guarded (lock); _Atomic long asked; const int size; channel(int) free; };
struct job { int number; long result; };
thread worker { struct pool *pool; const int *table; account *to; long sum; };
actor counter { long n; };
message add { long by; const char *why; };
message tell { future(long) *to; };

static int table[8];                  /* changes before anything runs */
static const char *const names[] = { "a", "b" };
static _Atomic int events;
static _Thread_local int depth;
static conc_mutex lock;
static long total guarded (lock);
static struct pool pool = { .size = 8, .free = {4} };
static account shared;

static void fill(int *to, int n)
{
	for (int i = 0; i < n; i++) to[i] = i;
}

static void prepare(void)
{
	fill(table, 8);
	table[3] = 30;
}

static void add_to(account * held a, long n)
{
	a->balance += n;
	memset(a->log, 0, sizeof a->log);
}

void main(worker *self)
{
	for (int i = 0; i < 8; i++) self->sum += self->table[i];
	mutex (self->pool->lock) self->pool->used++;
	mutex (self->to) add_to(self->to, self->sum);
	self->pool->asked++;
	events++;
	depth++;
	mutex (lock) total += self->sum;
}

receive (counter *self, add *m)
{
	self->n += m->by + (long)strlen(m->why);
}

receive (counter *self, tell *m)
{
	m->to << self->n;
}

static long count(const int *from, int n)
{
	long sum = 0;
	for (int i = 0; i < n; i++) sum += from[i];
	return sum;
}

static void twice(struct job *j) { j->result = 2 * j->number; }

static void serve(channel(struct job *) *in, channel(struct job *) *out)
{
	struct job *j;
	while (j << in) {
		j->result = j->number * 10;
		*out << j;
	}
	conc_close(out);
}

static void put(channel(struct job *) *to, struct job *j) { *to << j; }

static long jobs(void)
{
	channel(struct job *) in = {2}, out = {2};
	long sum = 0;
	task(void) server = spawn serve(&in, &out);
	for (int i = 0; i < 4; i++) {
		struct job *j = new struct job { i };
		j->result = -1;
		put(&in, j);
		struct job *done;
		done << out;
		sum += done->result;
		delete done;
	}
	conc_close(&in);
	join(server);
	return sum;
}

static long lent(void)
{
	int numbers[] = { 1, 2, 3 };
	struct job one = { 1 }, two = { 2 };
	task(long) a = spawn count(numbers, 3), b = spawn count(numbers, 2);
	scope {
		spawn twice(&one);
		spawn twice(&two);
	}
	long sum = count(numbers, 3) + join(a) + join(b) + one.result + two.result;
	numbers[0] = 7;
	return sum + numbers[0];
}

static int unchecked;
static void touch(void) { _Conc_unchecked { unchecked++; } }

int main(void)
{
	prepare();
	{
		worker w[2] = { { &pool, table, &shared }, { &pool, table, &shared } };
	}
	table[0] = 0;                 /* all have ended */
	printf("%ld %d\n", shared.balance, pool.used);
	mutex (lock) printf("%ld %d %s\n", total, (int)events, names[1]);
	printf("%ld %ld\n", jobs(), lent());
	counter c = { 1 };
	future(long) told = {};
	long n;
	conc_actors_start(NULL);
	c | (add){ 5, "five" } | (tell){ &told };
	n << told;
	conc_actors_stop();
	printf("%ld %ld\n", n, c.n);
	spawn touch();
	conc_sleep(1ms);
}
