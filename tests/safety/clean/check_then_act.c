// SPDX-License-Identifier: MIT
// class: guarded
// A payer checks the balance and pays under one lock.
#include <conc.h>
#include <stdio.h>

monitor account { long balance; };
static account ann = { 1000 };

static bool withdraw(account * mutex a, long n)
{
	if (a->balance < n)
		return false;
	a->balance -= n;
	return true;
}

static int shop(void)
{
	int bills = 0;

	while (withdraw(&ann, 30))
		bills++;
	return bills;
}

int main(void)
{
	task(int) one = spawn shop(), two = spawn shop();
	int bills = join(one) + join(two);

	printf("%d bills, %ld left\n", bills, ann.balance);
	return bills != 33 || ann.balance != 10;
}
