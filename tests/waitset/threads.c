/* Several threads wait for one set, members come and go, and no element is forgotten. */
#include <conc.h>
#include <stdio.h>

enum { CHANNELS = 8, SENDS = 100, WAITERS = 3 };

static channel(int) in[CHANNELS];
static conc_waitset set;
static unsigned long sum, count; /* atomic */

static void sends(int first)
{
	for (int i = 0; i < SENDS; i++) in[(first + i) % CHANNELS] << i;
}

static void receives(void)
{
	int n, x;
	while (n << set && n < CHANNELS) {
		while (conc_try_receive(&in[n], &x)) {
			__atomic_fetch_add(&sum, (unsigned long)x, __ATOMIC_RELAXED);
			__atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
		}
		conc_waitset_again(&set, n);
	}
}

static void fulfil(future(int) *f) { *f << 1; }

/* Adds and takes out again what is about to be ready. */
static void comes_and_goes(void)
{
	for (int i = 0; i < SENDS; i++) {
		future(int) f = {};
		conc_waitset own = {0};
		int n = conc_waitset_add(&own, &f);
		task(void) t = spawn fulfil(&f);
		if (i % 2) conc_waitset_remove(&own, n);
		conc_waitset_fini(&own);
		join(t);
	}
}

int main(void)
{
	channel(int) stop = {1};
	task(void) waiters[WAITERS], senders[CHANNELS];
	for (int i = 0; i < CHANNELS; i++) {
		conc_channel_init(&in[i], (size_t)i % 3);
		conc_waitset_add(&set, &in[i]);
	}
	conc_waitset_add(&set, &stop);
	for (int i = 0; i < WAITERS; i++) waiters[i] = spawn receives();
	for (int i = 0; i < CHANNELS; i++) senders[i] = spawn sends(i);
	task(void) other = spawn comes_and_goes();
	for (int i = 0; i < CHANNELS; i++) join(senders[i]);
	join(other);
	while (__atomic_load_n(&count, __ATOMIC_RELAXED) < CHANNELS * SENDS) conc_yield();
	conc_close(&stop);
	for (int i = 0; i < WAITERS; i++) join(waiters[i]);
	printf("%lu elements, %lu\n", count, sum);
	conc_waitset_fini(&set);
	for (int i = 0; i < CHANNELS; i++) conc_channel_fini(&in[i]);
}
