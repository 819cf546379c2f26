// SPDX-License-Identifier: MIT
// A thread that reads a monitor cannot lock it for writing: it would wait for itself.
#include <conc.h>
monitor account { long balance; };

static void deposit(account * mutex a, long n) { a->balance += n; }

static void round_up(account * mutex(read) a)
{
	if (a->balance % 10) deposit(a, 10 - a->balance % 10);
}

int main(void)
{
	account a = { 55 };
	round_up(&a);
}
