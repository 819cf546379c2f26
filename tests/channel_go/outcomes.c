// SPDX-License-Identifier: MIT
// flags: -Wno-unused-but-set-variable
// Each kind of operation in each situation: does it wait, does it take place?
#include <conc.h>
#include <stdio.h>

static void plain_operations(channel(int) *closed)
{
	channel(int) c = {1};
	int v = 0;
	c << 7; // there is room
	for (int i = 0; i < 10; i++) conc_test_assert(!(v << closed) && v == 0);
	conc_test_assert(!(closed << 7));
}

static void switched_off(channel(int) *c, bool on)
{
	bool waited = true;
	int v;
	when (on) waituntil (c << 7) conc_test_assert(!"switched off");
	or else waited = false;
	conc_test_assert(!waited);
	when (on) waituntil (v << c) conc_test_assert(!"switched off");
	or when (on) waituntil (c << 7) conc_test_assert(!"switched off");
	or waituntil (timeout(1ms)) waited = true;
	conc_test_assert(waited);
	when (on) waituntil (v << c) conc_test_assert(!"switched off"); // is passed over
}

static void nobody_there(void)
{
	channel(int) c = {};
	bool waited = false;
	int v;
	waituntil (v << c) conc_test_assert(!"nobody sends");
	or waituntil (timeout(1ms)) waited = true;
	conc_test_assert(waited);
	waituntil (c << 7) conc_test_assert(!"nobody receives");
	or else waited = false;
	conc_test_assert(!waited);
}

static void ready(void)
{
	channel(int) c = {1};
	int v = 0;
	waituntil (c << 7) { }
	or else conc_test_assert(!"there is room");
	waituntil (v << c) { }
	or else conc_test_assert(!"there is an element");
	conc_test_assert(v == 7);
}

static void closed_ones(channel(int) *closed)
{
	int v = 5, taken = 0;
	bool ok = true;
	waituntil (ok = v << closed) taken++;
	conc_test_assert(!ok);
	ok = true;
	waituntil (ok = closed << 7) taken++;
	or else conc_test_assert(!"a closed channel does not wait");
	conc_test_assert(!ok && v == 5 && taken == 2);
}

int main(void)
{
	channel(int) closed = {};
	conc_close(&closed);
	conc_close(&closed);
	plain_operations(&closed);
	switched_off(&closed, false);
	nobody_there();
	ready();
	closed_ones(&closed);
	puts("ok");
}
