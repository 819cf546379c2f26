// SPDX-License-Identifier: MIT
// After cockroach#13197: beginning a transaction starts a thread that waits for the transaction's context to be
// cancelled. Whoever began it neither commits nor rolls back, so nobody cancels the context, and the thread waits for
// ever.
#include "go.h"

struct transaction { channel(int) done; };

static void await_done(struct transaction *t)
{
	int got;
	(void)(got << t->done); /* stays */
}

static struct transaction *begin(void)
{
	struct transaction *t = new struct transaction {};
	spawn await_done(t);
	return t;
}

go_test
{
	begin();
	go_until_waits(1, "await_done", "receive");
}

int main(void) { test(); }
