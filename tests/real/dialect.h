/* SPDX-License-Identifier: MIT */
/* Included in front of every unit of a real program, this makes each a unit of the dialect: concc must
 * lower it, and what the compiler sees is our output. That an object has the symbol real_lowered
 * tells that this happened: plain C could not have compiled it. */
#ifndef __ASSEMBLER__
#ifndef REAL_DIALECT_H
#define REAL_DIALECT_H

#ifndef _GNU_SOURCE /* conc.h includes the C library's headers, so this is the unit's last chance */
#define _GNU_SOURCE 1
#endif
#include <conc.h>

monitor real_account { long balance; };

static inline long real_deposit(real_account *mutex account, long amount)
{
	return account->balance += amount;
}

static inline long real_sum(channel(long) *in)
{
	long sum = 0, next;
	while (next << *in) sum += next;
	return sum;
}

__attribute__((used, noinline)) static long real_lowered(long amount)
{
	real_account account = { amount };
	channel(long) numbers = { 4 };
	task(long) sum = spawn real_sum(&numbers); /* declarations come first: some programs insist */
	mutex (account) account.balance++;
	numbers << real_deposit(&account, amount);
	waituntil (numbers << amount) {}
	or waituntil (timeout(1s)) {}
	conc_close(&numbers);
	return join(sum);
}

#endif
#endif
