/* SPDX-License-Identifier: MIT */
/* conc_getaddrinfo: a lookup in the pool. The lookup has all it needs in a block of its own, so a
 * cancelled caller can leave it behind. The last user frees the block. */
#include <errno.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>

#include "conc/cancel.h"
#include "conc/io.h"
#include "conc/thread.h"
#include "io.h"
#include "kernel/blocking_pool.h"
#include "kernel/waiting.h"

struct lookup {
	struct conc_blocking_job job;
	uintptr_t queue; /* guard and FIFO: the caller, while it waits */
	bool done;       /* under the guard */
	uint32_t users;  /* atomic: references of the caller and the pool */
	char *node, *service;
	bool hinted;
	struct addrinfo hints, *list;
	int result, error;
};

static void resolve_drop(struct lookup *l)
{
	/* acq_rel: the last user frees what the other has written */
	if (sub_acq_rel(&l->users, 1) != 1) return;
	if (l->list) freeaddrinfo(l->list);
	free(l->node);
	free(l->service);
	free(l);
}

static void resolve_run(struct conc_blocking_job *job)
{
	struct lookup *l = (struct lookup *)(void *)job;
	struct conc_waiter *head, *w;

	l->result = getaddrinfo(l->node, l->service, l->hinted ? &l->hints : NULL, &l->list);
	l->error = errno;
	if (l->result) l->list = NULL;
	head = conc_guard_enter(&l->queue);
	l->done = true;
	w = conc_waiters_claim_first(&head);
	conc_guard_leave(&l->queue, head);
	if (w) conc_waiter_complete(w, CONC_WAIT_DONE);
	resolve_drop(l);
}

static struct lookup *new_lookup(const char *node, const char *service,
                                 const struct addrinfo *hints)
{
	struct lookup *l = calloc(1, sizeof *l);

	if (!l) return NULL;
	l->job.run = resolve_run;
	l->users = 2;
	l->node = node ? strdup(node) : NULL;
	l->service = service ? strdup(service) : NULL;
	l->hinted = hints != NULL;
	if (hints) l->hints = *hints;
	if ((!node || l->node) && (!service || l->service)) return l;
	l->users = 1;
	resolve_drop(l);
	return NULL;
}

/* Waits for the end of the lookup. Returns 0, -ECANCELED or -ETIMEDOUT. */
static int resolve_await(struct lookup *l, CONC_IO_CALL)
{
	struct conc_thread *self = conc_thread_self();
	struct conc_waiter w, *head;
	bool done;

	conc_waiter_init(&w, self, NULL, 0);
	head = conc_guard_enter(&l->queue);
	done = l->done;
	if (!done) head = conc_waiters_append(head, &w);
	conc_guard_leave(&l->queue, head);
	if (done) return 0;
	conc_thread_waits(self, operation, l, where, NULL);
	return conc_waiter_wait_until(&w, &l->queue, deadline);
}

static int resolve(const char *node, const char *service, const struct addrinfo *hints,
                   struct addrinfo **list, CONC_IO_CALL)
{
	struct lookup *l = new_lookup(node, service, hints);
	int result = EAI_SYSTEM, error;

	if (!l) return EAI_MEMORY;
	if (conc_schedule_seeded() || !conc_blocking_pool_start(&l->job)) resolve_run(&l->job);
	error = -resolve_await(l, deadline, operation, where);
	if (!error) {
		result = l->result;
		error = l->error;
		*list = l->list;
		l->list = NULL;
	}
	resolve_drop(l);
	if (result == EAI_SYSTEM) *conc_abi_errno() = error;
	return result;
}

int conc_abi_getaddrinfo(const char *node, const char *service, const struct addrinfo *hints,
                         struct addrinfo **list, const char *where)
{
	return resolve(node, service, hints, list, CONC_NEVER, "conc_getaddrinfo", where);
}

/* Nothing of a lookup can be done at once. */
int conc_abi_getaddrinfo_for(const char *node, const char *service, const struct addrinfo *hints,
                             struct addrinfo **list, conc_duration limit, const char *where)
{
	if (limit > 0)
		return resolve(node, service, hints, list, conc_timer_deadline(limit),
		               "conc_getaddrinfo_for", where);
	*conc_abi_errno() = conc_cancelled() ? ECANCELED : ETIMEDOUT;
	return EAI_SYSTEM;
}

CONC_IO_FUNCTION(int, getaddrinfo,
                 (const char *node, const char *service, const struct addrinfo *hints,
                  struct addrinfo **list),
                 node, service, hints, list)

int(conc_getaddrinfo_for)(const char *node, const char *service, const struct addrinfo *hints,
                          struct addrinfo **list, conc_duration limit)
{
	return conc_abi_getaddrinfo_for(node, service, hints, list, limit, NULL);
}
