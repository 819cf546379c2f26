/* SPDX-License-Identifier: MIT */
/* message.c: a message with a disposition, in deliveries that end in several threads: it is
 * disposed of once, after the last behaviour, whose disposer sees what all of them did to it. */
// take: message.c conc_message_end
// case: shared -DTHREADS=2 -DSHARED
// case: shared_by_three -DTHREADS=3 -DSHARED
// case: forwarded -DTHREADS=2
// case: forwarded_on -DTHREADS=3
// case: forwarded_and_shared -DTHREADS=3 -DFANS
// mutant: message.c s/load_acquire(&m->conc_holders) == 1/load_relaxed(\&m->conc_holders) == 1/
// mutant: message.c s/sub_acq_rel(&m->conc_holders, 1)/sub_relaxed(\&m->conc_holders, 1)/
// mutant: message.c s/sub_acq_rel(&m->conc_holders, 1) != 1/sub_acq_rel(\&m->conc_holders, 1) != 2/
// mutant: message.h s/else add_relaxed(&m->conc_holders, 1);/else store_relaxed(\&m->conc_holders, load_relaxed(\&m->conc_holders) + 1);/
// mutant: message.h s/if (CONC_LIKELY(load_relaxed(&m->conc_holders) == 0)) store/if (CONC_LIKELY(load_relaxed(\&m->conc_holders) <= 1)) store/
// mutant: message.h s/	conc_message_hold(m);/	;/
#include "model.h"

#include <message.h>

static struct conc_message *m; /* a message's hidden member is all there is of it */
static int behaviours[3];      /* plain: what each did to the message, and is freed with it */
static int disposed;           /* plain */
static struct conc_message *sent[3]; /* atomic: a record for each thread */

/* By the last one alone, and after all. */
static void dispose(struct conc_message *message, const struct conc_abi_site *site)
{
	(void)site;
	for (int i = 0; i < THREADS; i++) assert(behaviours[i] == 1);
	assert(disposed++ == 0);
	free(message);
}

#include <taken.c>

static void send(int to)
{
	assert(conc_message_begin(m));
	store_release(&sent[to], m); /* as the outbox or the inbox does */
}

static struct conc_message *receive(int i)
{
	struct conc_message *got;

	while (!(got = load_acquire(&sent[i]))) conc_relax(1);
	return got;
}

static void *actor(void *number)
{
	int i = (int)(intptr_t)number;
	struct conc_message *got = receive(i);

	behaviours[i] = 1;
#if defined(FANS)
	if (i == 0)
		for (int to = 1; to < THREADS; to++) send(to);
#elif !defined(SHARED)
	if (i + 1 < THREADS) send(i + 1);
#endif
	conc_message_end(got, NULL);
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];

	m = malloc(sizeof(*m));
	m->conc_holders = 0;
	m->conc_sent = 0;
	m->conc_disposition = CONC_DELETE;
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, actor, (void *)(intptr_t)i);
#ifdef SHARED
	/* in a behaviour that sends its parameter to all and ends */
	assert(conc_message_begin(m));
	for (int i = 0; i < THREADS; i++) send(i);
	conc_message_end(m, NULL);
#else
	send(0);
#endif
	for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
	assert(disposed == 1);
	return 0;
}
