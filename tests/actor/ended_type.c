/* SPDX-License-Identifier: MIT */
/* The policy for messages to actors that have ended, by type: it comes before the system's, either way; a derived type has
 * that of its nearest base; it can be changed; what is dropped is counted; other types keep the system's. */
#include <conc.h>
#include <stdio.h>

actor sink { int n; };
actor drain { inline sink; };
actor pipe { inline drain; int width; };
message plain { int n; };
message question { future(int) *answer; };
message stop {};

receive (sink *self, plain *m) { self->n += m->n; }
receive (sink *self, question *m) { *m->answer << self->n; }
receive (sink *self, stop *m) { (void)self, (void)m; return Finished; }

static void send_late(sink *a, int times)
{
	a | (stop){};
	waituntil (*a) { }
	for (int i = 0; i < times; i++) *a | (plain){ 1 };
	printf("%d ", conc_try_send(a, ((plain){ 1 })));
}

static void ask_late(sink *a)
{
	future(int) answer = {};
	bool ok = true;

	a | (question){ &answer };
	waituntil (ok = int value << answer) if (!ok) printf("no answer %d\n", value);
}

static void run(const struct conc_actors_config *config)
{
	struct conc_actors_statistics s;

	conc_actors_start(config);
	{
		sink a = { 0 };
		drain b = { 0 };
		pipe c = { 0 };

		send_late(&a, 3);
		send_late((sink *)&b, 4);
		send_late((sink *)&c, 5);
		ask_late(&a);
	}
	conc_actors_stop();
	conc_actors_statistics(&s);
	printf("%d sent, %d undelivered\n", (int)s.sent, (int)s.undelivered);
}

int main(void)
{
	struct conc_actors_config drops = { .ended = CONC_ENDED_DROP };

	conc_ended_type(drain, CONC_ENDED_STOP);
	conc_ended_type(sink, CONC_ENDED_DROP);
	conc_ended_type(drain, CONC_ENDED_DROP);
	run(NULL);
	run(&drops);
}
