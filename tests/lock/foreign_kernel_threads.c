// SPDX-License-Identifier: MIT
// A kernel thread that libconc did not start may use monitors and locks: it waits in the kernel.
#include <conc.h>
#include <pthread.h>
#include <stdio.h>

monitor account { long balance; };
static account shared;

static void deposit(account * mutex a, long n) { a->balance += n; }

static void *foreign(void *unused)
{
	for (int i = 0; i < 5000; i++) deposit(&shared, 1);
	return unused;
}

thread worker { int times; };

void main(worker *self)
{
	for (int i = 0; i < self->times; i++) {
		deposit(&shared, 1);
		if (i % 64 == 0) conc_yield();
	}
}

int main(void)
{
	pthread_t t[2];
	for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, foreign, NULL);
	{
		worker w[2] = { { 5000 }, { 5000 } };
	}
	for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
	printf("%ld\n", shared.balance);
}
