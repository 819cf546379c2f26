// SPDX-License-Identifier: MIT
// After moby#33293: a function that fails sends its error to a channel without room before it returns the channel.
// Nobody knows the channel yet, so the thread waits for ever.
#include "go.h"

static int may_fail(void) { return 1; }

static channel(int) *container_wait(void)
{
	channel(int) *errors = new channel(int) {};
	int error = may_fail();
	if (error) *errors << error; /* stays */
	return errors;
}

static void wait_for_container(void)
{
	if (container_wait()) return;
}

go_test
{
	spawn wait_for_container();
	go_until_waits(1, "wait_for_container", "send");
}

int main(void) { test(); }
