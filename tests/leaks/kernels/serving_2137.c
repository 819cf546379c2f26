// SPDX-License-Identifier: MIT
// After serving#2137: a breaker lets one request at a time do its work, which takes the request's lock. Main has locked
// two requests and unlocks the first. The second got in first and waits for its lock; the first waits to get in, and
// main waits for the first.
// The first request enters when the second is in.
#include "go.h"

struct breaker { channel(int) pending, active; };
struct request { conc_mutex m; channel(int) accepted; };

static struct breaker breaker = { { 2 }, { 1 } };
static struct request requests[2] = { { .accepted = { 1 } }, { .accepted = { 1 } } };
static conc_semaphore started;

static void work(struct request *r)
{
	mutex (r->m) {} /* stays */
}

static bool maybe(struct breaker *b, struct request *r)
{
	if (!conc_try_send(&b->pending, 1)) return false;
	b->active << 1; /* stays */
	work(r);
	(void)conc_receive(&b->active);
	(void)conc_receive(&b->pending);
	return true;
}

static void request(struct request *r)
{
	conc_semaphore_post(&started);
	if (r == &requests[0])
		while (!conc_count(&breaker.active)) conc_yield();
	r->accepted << maybe(&breaker, r);
}

static void start(struct request *r)
{
	conc_mutex_lock(&r->m);
	spawn request(r);
	conc_semaphore_wait(&started);
}

static void unlock(struct request *r)
{
	conc_mutex_unlock(&r->m);
	int accepted = conc_receive(&r->accepted); /* stays */
	r->accepted << accepted;
}

int main(void)
{
	for (int i = 0; i < 2; i++) start(&requests[i]);
	for (int i = 0; i < 2; i++) unlock(&requests[i]);
}
