// SPDX-License-Identifier: MIT
// After grpc#795: stopping a server takes its lock and does not give it back. The second stop, which is main's, waits
// for itself; a thread that begins to serve waits for the lock as well.
// Go's mutex does not know its holder, nor does a semaphore of one unit. A conc_mutex would stop the program here. The
// thread serves after the first stop.
#include "go.h"

struct server { conc_semaphore lock; bool drains; };

static struct server server = { { 1 }, false };
static conc_semaphore stopped;

static void graceful_stop(struct server *s)
{
	conc_semaphore_wait(&s->lock); /* stays */
	if (s->drains) {
		conc_semaphore_wait(&s->lock);
		return;
	}
	s->drains = true;
	conc_semaphore_post(&stopped);
}

static void serve(struct server *s)
{
	conc_semaphore_wait(&stopped);
	mutex (s->lock) {} /* stays */
}

int main(void)
{
	spawn serve(&server);
	for (int i = 0; i < 3; i++) graceful_stop(&server);
}
