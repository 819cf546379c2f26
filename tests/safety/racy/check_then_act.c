// SPDX-License-Identifier: MIT
// class: guarded
// A payer checks the balance before the lock and pays under it.
#include <conc.h>
#include <stdio.h>

monitor account { long balance; };
static account ann = { 1000 };

static bool withdraw(account *a, long n)
{
	if (a->balance < n)	/* races */
		return false;
	mutex (a) a->balance -= n;	/* races */
	return true;
}

static int shop(void)
{
	int bills = 0;

	while (bills < 5 && withdraw(&ann, 30))
		bills++;
	return bills;
}

int main(void)
{
	task(int) one = spawn shop(), two = spawn shop();

	printf("%d bills\n", join(one) + join(two));
}
