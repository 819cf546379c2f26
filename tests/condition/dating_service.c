// SPDX-License-Identifier: MIT
// conc_signal_block: the dating service of C-forall. Who is matched finds the number that was left for it, and who has
// left it gets that one's, although both are in the one place where everybody leaves his: no thread comes in between.
#include <conc.h>
#include <stdio.h>

enum { CODES = 5, COUPLES = 200, ROUNDS = 20, BARGING = 4 };

monitor service {
	long girl, boy;	// of the couple that is being made
	conc_condition girls[CODES], boys[CODES];
	long exchanges, visits;
};

static long girl(service * mutex s, long number, int code)
{
	if (!conc_waiting(&s->boys[code])) {
		conc_wait(&s->girls[code], s);
		s->girl = number;	// he waits for that
	} else {
		s->girl = number;
		conc_signal_block(&s->boys[code], s);
	}
	s->exchanges++;
	return s->boy;
}

static long boy(service * mutex s, long number, int code)
{
	if (!conc_waiting(&s->girls[code])) {
		conc_wait(&s->boys[code], s);
		s->boy = number;
	} else {
		s->boy = number;
		conc_signal_block(&s->girls[code], s);
	}
	s->exchanges++;
	return s->girl;
}

static void visit(service * mutex s)
{
	s->girl = s->boy = -1;
	s->visits++;
}

static int over;

static void barge(service *s)
{
	while (!__atomic_load_n(&over, __ATOMIC_RELAXED)) {
		visit(s);
		conc_yield();
	}
}

static long boy_of_girl[COUPLES * ROUNDS], girl_of_boy[COUPLES * ROUNDS];

static void girls(service *s, long first)
{
	for (long i = 0; i < ROUNDS; i++)
		boy_of_girl[first * ROUNDS + i] = girl(s, first * ROUNDS + i, (int)(first % CODES));
}

static void boys(service *s, long first)
{
	for (long i = 0; i < ROUNDS; i++)
		girl_of_boy[first * ROUNDS + i] = boy(s, first * ROUNDS + i, (int)(first % CODES));
}

int main(void)
{
	static service s;
	long wrong = 0;
	task(void) barging[BARGING];
	for (int i = 0; i < BARGING; i++) barging[i] = spawn barge(&s);
	{
		task(void) g[COUPLES], b[COUPLES];
		for (long i = 0; i < COUPLES; i++) {
			g[i] = spawn girls(&s, i);
			b[i] = spawn boys(&s, i);
		}
	}
	__atomic_store_n(&over, 1, __ATOMIC_RELAXED);
	for (int i = 0; i < BARGING; i++) join(barging[i]);
	for (long i = 0; i < COUPLES * ROUNDS; i++) {
		long his = boy_of_girl[i];
		wrong += his < 0 || girl_of_boy[his] != i || his / ROUNDS % CODES != i / ROUNDS % CODES;
	}
	printf("%ld exchanges, %ld wrong\n", s.exchanges, wrong);
}
