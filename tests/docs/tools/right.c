// SPDX-License-Identifier: MIT
// Several constructs, with nothing wrong: no tool may say that there is.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

monitor account { long balance; };
static void deposit(account *a, long n) { mutex (a) { a->balance += n; } }

thread worker { account *to; channel(int) *in; };
void main(worker *self)
{
	for (int n; n << *self->in;) {
		deposit(self->to, n);
		conc_yield();
	}
}

actor counter { long sum; };
message add { long n; };
message total { future(long) *answer; };
receive (counter *self, add *m) { self->sum += m->n; }
receive (counter *self, total *m) { *m->answer << self->sum; }

struct stack { long top; };
static void push(struct stack *s, long n) { s->top = n; }
static long top(const struct stack *s) { return s->top; }

static long fib(int n)
{
	if (n < 2) return n;
	task(long) a = spawn fib(n - 1);
	long b = fib(n - 2);
	return join(a) + b;
}

int main(void)
{
	account a = {};
	channel(int) in = { 4 };
	channel(long) never = { 1 };
	long sum = 0, height = 0;

	conc_actors_start(NULL);
	scope {
		worker w[3] = { { .to = &a, .in = &in }, { .to = &a, .in = &in }, { .to = &a, .in = &in } };
		for (int i = 1; i <= 100; i++) in << i;
		conc_close(&in);
	}
	counter c = {};
	for (int i = 1; i <= 100; i++) c | (add){ i };
	future(long) answer = {};
	c | (total){ &answer };
	sum << answer;
	separate struct stack *s = new separate struct stack {};
	separate (s) {
		push(s, 7);
		height = top(s);
	}
	delete s;
	task(long) t = spawn fib(10);
	waituntil (sum << never) {} or waituntil (timeout(5ms)) {}
	char *text = malloc(100);
	strcpy(text, "sums");
	printf("%s %ld %ld %ld %ld\n", text, a.balance, sum, height, join(t));
	free(text);
	conc_actors_stop();
}
