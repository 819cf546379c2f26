#include <conc.h>
#include <assert.h>
#include <stdio.h>

#define LIMIT 40
monitor account { long balance; };
actor counter { long n; };
message add { long by; };
static channel(int) numbers = {4};

static void deposit(account * mutex a, long amount)
{
	long before = a->balance;	// stop 2
	a->balance += amount;	// stop 2
	printf("%ld\n", before);	// stop 2
}

static int square(int n)
{
	int result = n * n;	// stop 3
	return result;	// stop 3
}

receive (counter *self, const add *m)
{
	long by = m->by;	// stop 1
	self->n += by;	// stop 1
}

destroy (counter *self)
{
	printf("%ld\n", self->n);	// stop 1
}

thread worker { int seed; };

void main(worker *self)
{
	int twice = 2 * self->seed;	// stop 1
	numbers << twice;	// stop 1
}

static int plain(int n)
{
	int sum = 0;	// stop 1
	for (int i = 0; i < n; i++)
		sum += i;	// stop 3
	return sum;	// stop 1
}

int main(void)
{
	account a = { LIMIT };	// stop 1
	int got = 0;	// stop 1
	mutex (a)	// stop
		a.balance++;	// stop 1
	mutex (a) { a.balance++; got++; }	// stop
	for (int i = 0; i < 3; i++) mutex (a)	// stop
		got += i;	// stop 3
	deposit(&a, 2);	// stop 1
	task(int) t = spawn square(3);	// stop
	got = join(t);	// stop 1
	numbers << got;	// stop 1
	got << numbers;	// stop 1
	numbers << square(2);	// stop 1
	waituntil (got << numbers) {	// stop
		got += plain(3);	// stop 1
	} or waituntil (timeout(1h)) {	// stop
		got--;	// stop #####
	}
	if (got > 100)	// stop 1
		numbers << 1;	// stop #####
	{
		worker w = { square(got / got) };	// stop 1
		got << numbers;	// stop 1
		got++;	// stop 1
	}
	conc_actors_start(NULL);	// stop 1
	{
		counter c = {};	// stop
		c | (add){ 2 };	// stop
	}
	conc_actors_stop();	// stop 1
	account *p = new account { 7 };	// stop 1
	deposit(p, 1);	// stop 1
	delete p;	// stop 1
	printf("%d %ld %s:%d %s\n", got, a.balance, __FILE__, __LINE__, __func__);	// stop 1
	mutex (a) { assert(got == 3); }	// stop
	return 0;	// stop 1
}
