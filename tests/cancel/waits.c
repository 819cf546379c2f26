#include <conc.h>
#include <errno.h>
#include <stdio.h>

monitor gate { bool open; conc_condition opened; };

static int pass_for(gate * mutex self, conc_duration d)
{
	while (!self->open) {
		int why = conc_wait_for(&self->opened, self, d);
		if (why) return why;
	}
	return 0;
}

static int pass(gate *g)
{
	int why = pass_for(g, 1h);
	if (why == 0) return 0;
	return why == -ECANCELED && conc_cancelled() ? 1 : 2;
}

static void open_gate(gate * mutex self)
{
	self->open = true;
	conc_broadcast(&self->opened);
}

/* Locks and joins go on. */
static int tidy_up(gate *g)
{
	int slept = conc_sleep(1h);
	mutex (g) g->open = false;
	task(int) t = spawn pass(g);
	conc_cancel(t);
	return slept == -ECANCELED && join(t) == 1 && conc_sleep(1ns) == -ECANCELED ? 3 : 4;
}

int main(void)
{
	static gate g;
	task(int) a = spawn pass(&g), b = spawn pass(&g);
	conc_cancel(a);
	conc_cancel(a);
	printf("%d\n", join(a));
	open_gate(&g);
	printf("%d\n", join(b));
	task(int) c = spawn tidy_up(&g);
	conc_sleep(1ms);
	conc_cancel(c);
	printf("%d\n", join(c));
	printf("%d\n", conc_cancelled());
	return 0;
}
