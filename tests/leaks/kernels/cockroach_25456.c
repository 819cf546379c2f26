// SPDX-License-Identifier: MIT
// After cockroach#25456: a test works off a consistency queue by hand. The queue waits until its stopper quiesces, and
// the test, which is main, would stop it only afterwards.
#include "go.h"

struct stopper { channel(int) quiescer; };
struct store { struct stopper *stopper; };

static struct stopper stopper;
static struct store store = { &stopper };

static void process(struct store *s)
{
	int got;
	(void)(got << s->stopper->quiescer); /* stays */
}

int main(void)
{
	for (int i = 0; i < 2; i++) process(&store);
	conc_close(&stopper.quiescer);
}
