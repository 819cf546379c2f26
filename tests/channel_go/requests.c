// SPDX-License-Identifier: MIT
// flags: -Wno-unused-but-set-variable
// A channel may end as soon as its one element was received, however the sender sent it.
#include <conc.h>
#include <stdio.h>

static const char message[] = "answer";

static void answer(channel(const char *) *to, channel(int) *done)
{
	int v;
	waituntil (to << message) { }
	or waituntil (v << done) { }
}

static void answer_plainly(channel(const char *) *to)
{
	to << message;
}

static const char *ask(bool plainly)
{
	channel(const char *) reply = {};
	channel(int) done = {};
	const char *text;
	task(void) other;
	if (plainly) other = spawn answer_plainly(&reply);
	else other = spawn answer(&reply, &done);
	text << reply;
	conc_yield();
	return text;
}

static void ask_often(int n)
{
	for (int i = 0; i < n; i++) conc_test_assert(ask(i % 2) == message);
}

int main(void)
{
	task(void) t[10];
	for (int i = 0; i < 10; i++) t[i] = spawn ask_often(conc_test_seed() ? 2 : 500);
	for (int i = 0; i < 10; i++) join(t[i]);
	puts("ok");
}
