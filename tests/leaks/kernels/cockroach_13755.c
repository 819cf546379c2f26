// SPDX-License-Identifier: MIT
// After cockroach#13755: the rows of a query's result start a thread that waits until they are closed. Nobody closes
// them, so the thread waits for ever.
#include "go.h"

struct rows { channel(int) closed; };

static void close_rows(struct rows *r)
{
	conc_close(&r->closed);
}

static void await_done(struct rows *r)
{
	int got;
	(void)(got << r->closed); /* stays */
	close_rows(r);
}

static struct rows *query(void)
{
	struct rows *r = new struct rows {};
	spawn await_done(r);
	return r;
}

go_test
{
	query();
	go_until_waits(1, "await_done", "receive");
}

int main(void) { test(); }
