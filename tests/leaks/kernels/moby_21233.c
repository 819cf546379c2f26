// SPDX-License-Identifier: MIT
// After moby#21233: three transfers send their progress to one reader, who leaves after the first message. The
// transfers wait in their sends for ever, and the thread that releases the first transfer waits for its end.
// In the original each send and the reader's leave are drawn by lot; here the lot is fixed. The other transfers start
// when the first one has sent.
#include "go.h"

enum { TRANSFERS = 3 };

struct transfer { conc_mutex m; channel(int) signal, release, running; };

static conc_semaphore sent;

static void read_progress(channel(int) *progress, channel(int) *progress_done)
{
	int p;
	while (p << *progress)
		if (p >= 0) return;
	conc_close(progress_done);
}

static void watch(struct transfer *t, channel(int) *progress)
{
	go_unused bool open;
	go_unused int got;
	for (bool done = false;;) {
		mutex (t->m) {}
		*progress << 1; /* stays */
		conc_semaphore_post(&sent);
		if (done) break;
		waituntil (got << t->signal) {}
		or waituntil (open = got << t->release) done = true;
	}
	conc_close(&t->running);
}

static struct transfer *start(channel(int) *progress)
{
	struct transfer *t = new struct transfer {};
	spawn watch(t, progress);
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
	channel(int) *progress = new channel(int) {}, *progress_done = new channel(int) {};
	struct transfer *transfers[TRANSFERS];
	int got;
	spawn read_progress(progress, progress_done);
	transfers[0] = start(progress);
	conc_semaphore_wait(&sent);
	for (int i = 1; i < TRANSFERS; i++) transfers[i] = start(progress);
	for (int i = 0; i < TRANSFERS; i++) release_transfer(transfers[i]);
	conc_close(progress);
	(void)(got << *progress_done);
}

go_test
{
	spawn test_transfer();
	go_until_waits(1, "test_transfer", "receive");
	go_until_waits(3, "watch", "send");
	go_until_left(4);
}

int main(void) { test(); }
