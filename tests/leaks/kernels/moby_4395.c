// SPDX-License-Identifier: MIT
// After moby#4395: a function is run by a thread, which sends the result to a channel without room. The caller does not
// receive, so the thread waits for ever.
#include "go.h"

static int fail(void) { return 1; }

static void run(int (*f)(void), channel(int) *result)
{
	*result << f(); /* stays */
}

static channel(int) *start(int (*f)(void))
{
	channel(int) *result = new channel(int) {};
	spawn run(f, result);
	return result;
}

go_test
{
	start(fail);
	go_until_waits(1, "run", "send");
}

int main(void) { test(); }
