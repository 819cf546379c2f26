// SPDX-License-Identifier: MIT
// After etcd#7492: a thread that assigns a token sends it to the keeper under a lock. The keeper is deleting an old
// token, for which it waits for that lock; meanwhile the channel is full, and the assigner waits too. Main waits for
// the assigner.
// The second and the third assigner start when the keeper has a token and its tick, which goes on when one of them
// waits.
#include "go.h"

static conc_mutex tokens;
static channel(int) added = { 1 };
static channel(channel(int) *) stop_channel;
static struct go_group group;
static conc_semaphore ticking;

static void delete_token(void)
{
	mutex (tokens) {} /* stays */
}

static void keep(void)
{
	channel(int) *stopped;
	go_unused int got;
	int kept = 0;
	for (;;) {
		waituntil (got << added) kept = 1;
		or waituntil (stopped << stop_channel) {
			*stopped << 1;
			return;
		}
		or waituntil (timeout(1us)) {
			if (kept) {
				conc_semaphore_post(&ticking);
				go_until_waits(1, "authenticate", "send");
			}
			while (kept) {
				delete_token();
				kept--;
			}
		}
	}
}

static void authenticate(void)
{
	mutex (tokens) added << 1; /* stays */
	go_done(&group);
}

static void stop(void)
{
	channel(int) *stopped = new channel(int) {};
	stop_channel << stopped;
	(void)conc_receive(stopped);
	conc_close(&stop_channel);
}

int main(void)
{
	spawn keep();
	go_add(&group, 3);
	spawn authenticate();
	conc_semaphore_wait(&ticking);
	spawn authenticate();
	spawn authenticate();
	go_wait(&group); /* stays */
	stop();
}
