// SPDX-License-Identifier: MIT
// After cockroach#1055: a stopper waits for tasks that were started and are never finished. It waits for ever, so it
// never closes the channels for which the workers wait, nor the one for which main waits.
// Each worker has started its task before the stopper begins.
#include "go.h"

enum { STOPPERS = 3 };

struct stopper { channel(int) stop; struct go_group workers, tasks; conc_mutex m; _Atomic bool draining; };

static struct stopper stoppers[STOPPERS];
static channel(int) done;
static conc_semaphore started;

static void start_task(struct stopper *s)
{
	if (s->draining) return;
	mutex (s->m) go_add(&s->tasks, 1);
}

static void work(struct stopper *s)
{
	int got;
	start_task(s);
	conc_semaphore_post(&started);
	(void)(got << s->stop); /* stays */
	go_done(&s->workers);
}

static void quiesce(struct stopper *s)
{
	mutex (s->m) {
		s->draining = true;
		go_wait(&s->tasks); /* stays */
		s->draining = false;
	}
}

static void stop(struct stopper *s)
{
	mutex (s->m) {
		s->draining = true;
		go_wait(&s->tasks);
		conc_close(&s->stop);
		go_wait(&s->workers);
	}
}

static void stop_all(void)
{
	for (int i = 0; i < STOPPERS; i++) conc_semaphore_wait(&started);
	for (int i = 0; i < STOPPERS; i++) quiesce(&stoppers[i]);
	for (int i = 0; i < STOPPERS; i++) stop(&stoppers[i]);
	conc_close(&done);
}

int main(void)
{
	int got;
	for (int i = 0; i < STOPPERS; i++) {
		go_add(&stoppers[i].workers, 1);
		spawn work(&stoppers[i]);
	}
	spawn stop_all();
	(void)(got << done); /* stays */
}
