// SPDX-License-Identifier: MIT
// class: lock
// A transfer locks both accounts. They are taken in one step, so opposite transfers cannot block each other.
#include <conc.h>
#include <stdio.h>

monitor account { long balance; };
static account ann = { 500 }, bob = { 500 };

static void pay(account * mutex from, account * mutex to, long n)
{
	from->balance -= n;
	to->balance += n;
}

static void pay_often(account *from, account *to)
{
	for (int i = 0; i < 20; i++)
		pay(from, to, 1);
}

int main(void)
{
	{
		task(void) t = spawn pay_often(&ann, &bob), u = spawn pay_often(&bob, &ann);
	}
	printf("%ld\n", ann.balance + bob.balance);
	return ann.balance + bob.balance != 1000;
}
