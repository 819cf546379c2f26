// SPDX-License-Identifier: MIT
// After kubernetes#11298: a notifier waits for a condition in a thread of its own. It is told to stop before that
// thread waits, and its signal is lost: the thread waits for ever for a signal, the notifier for the thread, and main
// for the notifier.
// The thread that waits for the condition starts after the signal. One goroutine unlocks what another one has locked;
// so the lock is a semaphore of one unit.
#include "go.h"

static channel(int) abort_channel, notified, finished;
static conc_semaphore lock = { 1 }, serving, aborted, signalled;
static conc_condition condition;

static void wait_for_condition(channel(int) *woken)
{
	conc_semaphore_wait(&signalled);
	conc_wait(&condition, &lock); /* stays */
	conc_close(woken);
}

static void serve(void)
{
	go_unused bool open;
	go_unused int got;
	conc_semaphore_wait(&lock);
	for (;;) {
		waituntil (open = got << finished) break;
		or else {
			channel(int) *woken = new channel(int) {};
			spawn wait_for_condition(woken);
			conc_semaphore_post(&serving);
			waituntil (open = got << finished) {
				conc_signal(&condition);
				conc_semaphore_post(&signalled);
				(void)(got << *woken); /* stays */
				break;
			}
			or waituntil (open = got << *woken) {}
		}
	}
	conc_semaphore_post(&lock);
}

static void signal_until_aborted(void)
{
	go_unused bool open;
	go_unused int got;
	conc_semaphore_wait(&aborted);
	for (;;) {
		waituntil (open = got << abort_channel) break;
		or else mutex (lock) conc_signal(&condition);
	}
	conc_close(&finished);
}

static void notify(void)
{
	spawn signal_until_aborted();
	serve();
	conc_close(&notified);
}

static void stop(void)
{
	conc_semaphore_wait(&serving);
	conc_close(&abort_channel);
	conc_semaphore_post(&aborted);
}

int main(void)
{
	int got;
	spawn notify();
	spawn stop();
	(void)(got << notified); /* stays */
}
