// SPDX-License-Identifier: MIT
// After cockroach#4407: a worker counts itself in while the stopper waits for all, or has waited for none.
#include <conc.h>
#include "../race/race.h"

monitor stopper { int workers; bool stopped; conc_condition none; };
struct server { stopper stopper; conc_mutex m; int *infos; };

static bool add(stopper * mutex s)
{
	ORDERED(if (s->stopped) return false;)
	s->workers++;
	return true;
}

static void leave(stopper * mutex s)
{
	if (--s->workers == 0) conc_broadcast(&s->none);
}

static void stop(stopper * mutex s)
{
	s->stopped = true;
	while (s->workers) conc_wait(&s->none, s);
}

static int send_gossip(struct server *s)
{
	int sent;
	mutex (s->m) sent = *s->infos;
	leave(&s->stopper);
	return sent;
}

static void gossip(struct server *s)
{
	scope {
		mutex (s->m)
			if (add(&s->stopper)) spawn send_gossip(s);
	}
}

static void test(void)
{
	struct server s = { .infos = new int {} };
	task(void) t = spawn gossip(&s), u = spawn gossip(&s);
	stop(&s.stopper);
	delete s.infos;
	join(t), join(u);
}

int main(void)
{
	for (int i = 0; i < 20; i++) test();
}
