/* SPDX-License-Identifier: MIT */
/* exited(pid): the end of a process, as a clause.
 *
 * The idea. A pidfd is readable once its process has ended. So the clause is `readable` of a pidfd
 * that is opened when the statement has to wait and closed when it no longer does. Nothing is
 * reaped: a later waitpid gets the status. A process that does not exist (it has ended and was
 * reaped) has exited. For a child the first look opens nothing: waitid tells whether it has ended.
 *
 * If no pidfd can be had (before Linux 5.3, or no descriptor left), a kernel thread of the pool
 * waits for the child in waitid and completes the clause.
 *
 * Rejected: SIGCHLD (the program may have a handler of its own, and other children).
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "conc/abi_io.h"
#include "io.h"
#include "kernel/poller.h"
#include "kernel/blocking_pool.h"
#include "port/os_io.h"
#include "port/stop.h"

/* A waiter's slot: 0, or 2 * pidfd + 1, or a pointer to a struct watch. */

struct watch {
	struct conc_blocking_job job;
	uintptr_t queue; /* guard and FIFO: one waiter */
	uint32_t ended;  /* atomic; written under the guard */
	uint32_t users;  /* atomic: references of the clause and the pool */
	int process;
};

static int process_of(void *resource)
{
	return (int)(intptr_t)resource;
}

static int pidfd_of(const struct conc_waiter *w)
{
	uintptr_t slot = (uintptr_t)w->slot;

	return slot & 1 ? (int)(slot >> 1) : -1;
}

/* ---- Without a pidfd ---- */

static void child_drop(struct watch *watch)
{
	/* acq_rel: the last user frees what the other has written */
	if (sub_acq_rel(&watch->users, 1) == 1) free(watch);
}

static void watch_process(struct conc_blocking_job *job)
{
	struct watch *watch = (struct watch *)(void *)job;
	struct conc_waiter *head, *w;

	conc_os_wait_process(watch->process, true);
	head = conc_guard_enter(&watch->queue);
	store_relaxed(&watch->ended, 1);
	w = conc_waiters_claim_first(&head);
	conc_guard_leave(&watch->queue, head);
	if (w) {
		conc_waiter_complete(w, CONC_WAIT_DONE);
		conc_poller_waits(-1);
	}
	child_drop(watch);
}

static struct watch *start_watch(int process, int error, const char *where)
{
	struct watch *watch = calloc(1, sizeof *watch);

	if (watch) {
		*watch = (struct watch){.job.run = watch_process, .users = 2, .process = process};
		if (conc_blocking_pool_start(&watch->job)) return watch;
	}
	free(watch);
	conc_stop(where, conc_thread_self(), "exited(%d): %s", process, strerror(-error));
}

static int enlist_watch(struct watch *watch, struct conc_waiter *w, bool queue)
{
	struct conc_waiter *head;
	int how = CONC_ENLIST_QUEUED;
	bool before;

	conc_poller_waits(+1);
	head = conc_guard_enter(&watch->queue);
	before = w->queued;
	if (load_relaxed(&watch->ended)) {
		how = conc_waiter_claim(w) ? CONC_ENLIST_DONE : CONC_ENLIST_GONE;
		if (how == CONC_ENLIST_DONE && w->queued) {
			head = conc_waiters_remove(head, w);
			conc_poller_waits(-1);
		}
	} else if (queue) {
		how = conc_waiters_enlist(&head, w);
	}
	before = before || !w->queued;
	conc_guard_leave(&watch->queue, head);
	if (before) conc_poller_waits(-1);
	return how;
}

/* Returns whether the process has ended. Asks for a child first: other processes need a pidfd. */
static bool child_attempt(void *resource, struct conc_waiter *w, const char *where)
{
	int process = process_of(resource), file = pidfd_of(w), ended;

	if (file >= 0) return conc_io_ready(conc_descriptor_get(file), CONC_READING, where);
	ended = conc_os_wait_process(process, false);
	if (ended >= 0) return ended;
	file = conc_os_pidfd(process);
	if (file < 0) return file == -ESRCH;
	ended = conc_os_poll(file, 1 /* POLLIN */);
	conc_os_close(file);
	return ended > 0;
}

/* Makes w's pidfd or watch if it has none. */
static int child_enlist(void *resource, struct conc_waiter *w, bool queue, const char *where)
{
	if (!w->slot) {
		int process = process_of(resource), file = conc_os_pidfd(process);
		if (file == -ESRCH) /* the process does not exist */
			return conc_waiter_claim(w) ? CONC_ENLIST_DONE : CONC_ENLIST_GONE;
		if (file >= 0) conc_descriptor_fresh(file);
		w->slot = file >= 0 ? (void *)((uintptr_t)file << 1 | 1)
		                    : (void *)start_watch(process, file, where);
	}
	if (pidfd_of(w) < 0) return enlist_watch(w->slot, w, queue);
	return conc_io_enlist(conc_descriptor_get(pidfd_of(w)), CONC_READING, w, queue, where);
}

static void child_release(void *resource, struct conc_waiter *w, const char *where)
{
	(void)resource, (void)where;
	if (pidfd_of(w) >= 0) close(pidfd_of(w));
	else if (w->slot) child_drop(w->slot);
	w->slot = NULL;
}

static void child_delist(void *resource, struct conc_waiter *w)
{
	if (pidfd_of(w) >= 0)
		conc_descriptor_delist(conc_descriptor_get(pidfd_of(w)), CONC_READING, w);
	else if (w->slot) conc_poller_delist(&((struct watch *)w->slot)->queue, w);
	child_release(resource, w, NULL);
}

static const struct conc_selectable exited = {
        .operation = "exited",
        .enlist = child_enlist,
        .delist = child_delist,
        .release = child_release,
        .attempt = child_attempt,
};

void conc_abi_exited_clause(struct conc_abi_waituntil *wait, unsigned i, int process,
                            const char *where)
{
	if (process <= 0)
		conc_stop(where, conc_thread_self(), "exited(%d): not the number of a process",
		          process);
	conc_abi_clause(wait, i, &exited, (void *)(intptr_t)process, NULL, where);
}
