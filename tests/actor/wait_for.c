/* SPDX-License-Identifier: MIT */
/* conc_actors_wait_for: at its limit, when all have ended, when cancelled; the system goes on. */
#include <conc.h>
#include <errno.h>
#include <stdio.h>

actor counter { long n; };
message add { long by; };
message finish { future(int) *go; };

receive (counter *self, add *m) { self->n += m->by; }
receive (counter *self, finish *m)
{
	self->n += conc_future_read(m->go);
	return Finished;
}

static const char *said(int result)
{
	return result == 0 ? "0" : result == -ETIMEDOUT ? "ETIMEDOUT" : result == -ECANCELED ? "ECANCELED" : "?";
}

static const char *cancelled(conc_duration limit)
{
	return said(conc_actors_wait_for(limit));
}

int main(void)
{
	static counter a, b;
	future(int) go = {};
	conc_executor *e;

	conc_actors_start(NULL);
	a | (add){ 1 } | (finish){ &go };
	printf("%s %s %s\n", said(conc_actors_wait_for(0s)), said(conc_actors_wait_for(-1s)), said(conc_actors_wait_for(2ms)));
	task(const char *) t = spawn cancelled(1h);
	conc_cancel(t);
	printf("%s\n", join(t));
	for (int i = 0; i < 50; i++)
		if (conc_actors_wait_for((i % 4) * 10us) != -ETIMEDOUT) puts("wrong");
	go << 4;
	printf("%s\n", said(conc_actors_wait_for(1h)));
	printf("%ld, %s\n", a.n, said(conc_actors_wait_for(1h)));
	conc_actors_stop();

	e = conc_executor_new(NULL);
	conc_executor_place(e, &b);
	b | (add){ 1 };
	printf("%s\n", said(conc_executor_wait_for(e, 1ms)));
	b | finished_message;
	printf("%s\n", said(conc_executor_wait_for(e, 1h)));
	conc_executor_stop(e);
}
