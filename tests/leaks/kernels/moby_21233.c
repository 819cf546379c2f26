// SPDX-License-Identifier: MIT
// After moby#21233: three transfers send their progress to one reader, who leaves after the first message. The
// transfers wait in their sends for ever, and the thread that releases the first transfer waits for its end.
// In the original each send and the reader's leave are drawn by lot; here the lot is fixed. The other transfers start
// when the first one has sent.
#include "go.h"

enum { TRANSFERS = 3 };

struct transfer { conc_mutex m; channel(int) signal, release, running; };

static channel(int) progress, progress_done;
static conc_semaphore sent;

static void read_progress(void)
{
	int p;
	while (p << progress)
		if (p >= 0) return;
	conc_close(&progress_done);
}

static void watch(struct transfer *t)
{
	go_unused bool open;
	go_unused int got;
	for (bool done = false;;) {
		mutex (t->m) {}
		progress << 1; /* stays */
		conc_semaphore_post(&sent);
		if (done) break;
		waituntil (got << t->signal) {}
		or waituntil (open = got << t->release) done = true;
	}
	conc_close(&t->running);
}

static struct transfer *start(void)
{
	struct transfer *t = new struct transfer {};
	spawn watch(t);
	return t;
}

static void release_transfer(struct transfer *t)
{
	int got;
	conc_close(&t->release);
	(void)(got << t->running); /* stays */
}

static void test_transfer(void)
{
	struct transfer *transfers[TRANSFERS];
	int got;
	spawn read_progress();
	transfers[0] = start();
	conc_semaphore_wait(&sent);
	for (int i = 1; i < TRANSFERS; i++) transfers[i] = start();
	for (int i = 0; i < TRANSFERS; i++) release_transfer(transfers[i]);
	conc_close(&progress);
	(void)(got << progress_done);
}

int main(void)
{
	spawn test_transfer();
	go_until_waits(1, "test_transfer", "receive");
	go_until_waits(3, "watch", "send");
	go_until_left(4);
}
