// SPDX-License-Identifier: MIT
// conc_wait without a lock gives up all that the innermost mutex statement, or the mutex parameters, have taken, at all
// depths, and takes it again.
#include <conc.h>
#include <errno.h>
#include <stdio.h>

monitor account { long balance; };
monitor savings { inline account; };

static conc_condition changed;
static conc_mutex m;
static conc_rw_lock rw;
static conc_semaphore unit = { 1 };
static long moved;

// Both must have enough: no thread holds one of them while it waits for the other.
static void take_both(account * mutex a, account * mutex b, long n)
{
	while (a->balance < n || b->balance < n) conc_wait(&changed);
	a->balance -= n;
	b->balance -= n;
	moved += n;
}

static void put(account * mutex a, long n)
{
	a->balance += n;
	conc_broadcast(&changed);
}

static void put_often(account *a, int times)
{
	for (int i = 0; i < times; i++) {
		put(a, 1);
		if (i % 5 == 0) conc_yield();
	}
}

static void take_often(account *a, account *b, int times)
{
	for (int i = 0; i < times; i++) {
		if (i % 2) take_both(a, b, 1);
		else take_both(b, a, 1);
	}
}

// Of several kinds, one of them named twice.
static void mixed(account *a, savings *s)
{
	mutex (m) {
		mutex (s, *a, rw, unit, (account *)s) {
			while (!s->balance) conc_wait(&changed);
			printf("%ld", s->balance);
			printf("%d", conc_mutex_try_lock(&m));		// the outer statement keeps m
			printf("%d", conc_rw_lock_try_lock(&rw));
			printf("%d\n", conc_semaphore_try_wait(&unit));
			a->balance++;
		}
	}
}

static void others(account *a, savings *s)
{
	mutex (rw, unit, a, s) {
		s->balance = 7;
		conc_signal(&changed);
	}
}

static int limited(account * mutex a, account * mutex b)
{
	while (!a->balance)
		if (conc_wait_for(&changed, 1ms) == -ETIMEDOUT) return (int)b->balance;
	return -1;
}

static void ask(account * mutex a, savings * mutex s)
{
	conc_wait_with(&changed, 42);
	a->balance++;
	s->balance++;
}

static bool answer(account *a)
{
	mutex (a) {
		if (!conc_waiting(&changed)) return false;
		printf("%lu\n", (unsigned long)conc_front(&changed));
		conc_signal(&changed);
	}
	return true;
}

int main(void)
{
	account a = { 0 }, b = { 0 };
	savings s = { 0 };
	task(void) t[] = { spawn take_often(&a, &b, 50), spawn take_often(&b, &a, 50), spawn put_often(&a, 100),
	                   spawn put_often(&b, 100) };
	for (int i = 0; i < 4; i++) join(t[i]);
	printf("%ld %ld %ld\n", a.balance, b.balance, moved);

	task(void) u = spawn mixed(&a, &s);
	conc_yield();
	task(void) v = spawn others(&a, &s);
	join(u);
	join(v);
	printf("%ld\n", a.balance);

	a.balance = 0;
	b.balance = 5;
	printf("%d\n", limited(&a, &b));
	printf("%d\n", limited(&a, &a));

	task(void) w = spawn ask(&a, &s);
	while (!answer(&a)) conc_yield();
	join(w);
	printf("%ld %ld\n", a.balance, s.balance);
}
