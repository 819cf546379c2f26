/* Several threads wait for one set, two of them in statements with another clause, while members come and leave: each element
 * is received once, each future is told once, nothing is forgotten. */
#include <conc.h>
#include <stdio.h>

enum { CHANNELS = 3, SENDERS = 2, WAITERS = 2, FUTURES = 4, EACH = 12, BESIDE = 6, ALL = SENDERS * EACH + FUTURES + BESIDE };

static channel(int) in[CHANNELS], stop, beside;
static future(int) promised[FUTURES];
static conc_waitset set;
static int seen[SENDERS * EACH];	/* atomic: how often each was received */
static int told, besides, taken, wrong;	/* atomic */

static void takes(int *count)
{
	__atomic_fetch_add(count, 1, __ATOMIC_RELAXED);
	if (__atomic_add_fetch(&taken, 1, __ATOMIC_RELAXED) == ALL) conc_close(&stop);
}

/* The number of a channel is its index, that of `stop` is CHANNELS. Returns false for that. */
static bool receive_from(int n)
{
	int x;
	if (n == CHANNELS) return false;
	if (n > CHANNELS) takes(&told);
	else if (conc_try_receive(&in[n], &x)) takes(&seen[x]);
	if (n < CHANNELS) conc_waitset_again(&set, n);
	return true;
}

static void receives(void)
{
	for (int n; n << set && receive_from(n);) continue;
}

static void chooses(void)
{
	for (bool more = true; more;) {
		waituntil (int n << set) { more = receive_from(n); }
		or waituntil (<< beside) { takes(&besides); }
	}
}

static void sends(int first)
{
	for (int i = 0; i < EACH; i++) {
		in[(first + i) % CHANNELS] << first + i;
		if (i % 4 == 3) beside << i;
	}
}

static void fulfil(int i)
{
	conc_waitset_add(&set, &promised[i]);
	promised[i] << i;
}

static void fulfil_one(future(int) *f) { f << 1; }

/* Takes members out that are about to be ready: nobody is told of them. */
static void leaves(void)
{
	for (int i = 0; i < EACH; i++) {
		future(int) f = {};
		conc_waitset own = {0};
		int n = conc_waitset_add(&own, &f);
		task(void) t = spawn fulfil_one(&f);
		if (i % 2) conc_waitset_remove(&own, n);
		conc_waitset_fini(&own);
	}
}

/* Who was told of the first element asks for another look: so the other one gets the second. Each waits for the other. */
static void hands_on(conc_waitset *pair, channel(int) *two, conc_barrier *both)
{
	int n, x = 0;
	n << *pair;
	if (n || !conc_try_receive(two, &x) || x != 1) __atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED);
	conc_waitset_again(pair, n);
	conc_barrier_wait(both);
}

static void pairs(void)
{
	channel(int) two = {2};
	conc_waitset pair = {0};
	conc_barrier both = {2};
	conc_waitset_add(&pair, &two);
	scope {
		spawn hands_on(&pair, &two, &both);
		spawn hands_on(&pair, &two, &both);
		conc_yield();
		two << 1;
		two << 1;
	}
	conc_waitset_fini(&pair);
}

int main(void)
{
	for (int i = 0; i < CHANNELS; i++) {
		conc_channel_init(&in[i], (size_t)i % 3);
		conc_waitset_add(&set, &in[i]);
	}
	conc_waitset_add(&set, &stop);
	scope {
		for (int i = 0; i < WAITERS; i++) {
			spawn receives();
			spawn chooses();
		}
		for (int i = 0; i < SENDERS; i++) spawn sends(i * EACH);
		for (int i = 0; i < FUTURES; i++) spawn fulfil(i);
		spawn leaves();
		spawn pairs();
	}
	for (int i = 0; i < SENDERS * EACH; i++) wrong += seen[i] != 1;
	printf("%d futures told, %d beside, %d of %d taken, %d wrong, %u members\n", told, besides, taken, ALL, wrong, conc_waitset_count(&set));
	conc_waitset_fini(&set);
	for (int i = 0; i < CHANNELS; i++) conc_channel_fini(&in[i]);
}
