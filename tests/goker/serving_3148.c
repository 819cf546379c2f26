// SPDX-License-Identifier: MIT
// After serving#3148: a hook is put into the chain of a fake client, which a controller already walks.
#include <conc.h>
#include "../race/race.h"

struct reactor { struct reactor *next; };
struct fake { struct reactor *chain; };

static int invoke(const struct fake *f)
{
	int walked = 0;
	for (const struct reactor *r = f->chain; r; r = r->next) walked++;
	return walked;
}

static void prepend(struct fake *f, struct reactor *r)
{
	r->next = f->chain;
	f->chain = r;
}

static int reconcile(const struct fake *f) { return invoke(f); }

static int run(const struct fake *f)
{
	task(int) worker = spawn reconcile(f);
	return join(worker);
}

int main(void)
{
	static struct fake f;
	static struct reactor r;
	ORDERED(prepend(&f, &r);)
	task(int) controller = spawn run(&f);
	BESIDE(prepend(&f, &r);)
	return join(controller) > 1;
}
