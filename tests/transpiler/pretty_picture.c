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

monitor account { long balance; };
monitor savings {
	inline account;	// a comment
	double rate;
};
actor counter { long n; };
message add { long by; };
message get { long dummy; future(long) *reply; long several, more, members, that, make, the, line, longer; };

receive (counter *self, add *m) { if (!m->by) return; self->n += m->by; }
receive (counter *self, get *m)
{
	m->reply << self->n;
	if (m->dummy) {
		m->reply << 0;
	}
}

static void deposit(account * mutex a, long n) { a->balance += n; }
void transfer(account * mutex from, account * mutex to, long n)
{
	from->balance -= n; to->balance += n;
}

static void push(account *a, int n, const char *why, void (*then)(int)) { a->balance += n; puts(why); then(n); }

int pretty_picture(separate account *a, savings *s, counter *c, void (*then)(int), channel(int) *in, channel(int) *out)
{
	account b = { 5 }, many[2] = { { 1 }, { 2 } };	// accounts
	future(long) reply = {}; long n; int v = 0;
	mutex (s) s->balance = __LINE__;
	mutex (s, &b) { s->balance++; b.balance--; }	/* both */
	for (int i = 0; i < 2; i++) mutex (&many[i]) {
		many[i].balance += b.balance;
	}
	separate (a) push(a, 1, "a reason that is so long that the line does not end before the hundredth column", then);
	separate (x = a) require (x->balance > 0 && x->balance < 1000000) { push(x, 2, "why", then); push(x, 3, "not", then); }
	*c | (add){ 1 } | (get){ .dummy = b.balance + many[0].balance + many[1].balance, &reply };
	n << reply;
	waituntil (v << *in) { n += v; }
	or when (n > 0) waituntil (*out << (int)n) {
		n = 0;
	}
	or waituntil (timeout(10ms)) { }
	deposit(&b, n); TALLY(1);
	CHECK(v > 0 && v << *in);
	if (v) <% mutex (s) v = __LINE__; %>
	return v;
}

static long twice(long n) { return 2 * n; }

long rows(void);
long rows(void)
{
	account all[] = {
		{ 1000000 + 1 }, { 1000000 + 2 }, { 1000000 + 3 }, { 1000000 + 4 }, { 1000000 + 5 },
	};
	task(long) tasks[4];
	for (int i = 0; i < 4; i++) tasks[i] = spawn twice(all[i].balance + all[i + 1].balance - all[0].balance);
	return join(tasks[0]) + join(tasks[3]);
}
