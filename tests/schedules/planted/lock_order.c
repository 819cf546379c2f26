// SPDX-License-Identifier: MIT
// Two accounts locked one after the other, in the order of the transfer: each of two threads
// holds one and waits for the other's. (One statement for both would take them in one order.)
#include <conc.h>

monitor account { long balance; };

static void transfer(account *from, account *to)
{
	mutex (*from) {
		from->balance--;
		mutex (*to) to->balance++;
	}
}

thread teller { account *from, *to; };
void main(teller *self) { transfer(self->from, self->to); }

int main(void)
{
	account a = { 1 }, b = { 1 };
	{
		teller there = { &a, &b }, back = { &b, &a };
	}
	conc_test_assert(a.balance == 1 && b.balance == 1);
}
