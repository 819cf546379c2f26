// SPDX-License-Identifier: MIT
// class: lock
// A transfer locks the account that pays and changes the other one, too.
#include <conc.h>
#include <stdio.h>

monitor account { long balance; };
static account ann = { 500 }, bob = { 500 };

static void pay(account * mutex from, account *to, long n)
{
	from->balance -= n;	/* races */
	to->balance += n;	/* races */
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
	printf("%s\n", ann.balance + bob.balance <= 1040 ? "paid" : "too rich");
}
