/* SPDX-License-Identifier: MIT */
/*
 * signal_wait: signalled(SIG).
 *
 * The idea. The first statement that names a signal installs a handler for it, which sets the
 * signal's bit in `pending` and makes an event for the poller. The kernel thread that polls gives
 * the bit to the first statement that waits for it; if none does, it stays until one looks.
 *
 *     pending:  0 ──handler, or──► 1 ──who delivers, or a statement that looks, and──► 0
 *
 * No signal is missed: a statement looks at the bit inside the signal's guard, and the deliverer
 * takes it there, too. If a bit is set after that look, its event comes after the look, so its
 * deliverer enters the guard later and finds the statement.
 *
 * Rejected: signalfd (the signal would have to be blocked in all kernel threads, also those of
 * the program); a thread in sigwaitinfo (the same, and it costs a thread).
 */
#include <errno.h>
#include <signal.h>
#include <string.h>

#include "conc/abi_io.h"
#include "descriptor.h"
#include "poller.h"
#include "port/stop.h"
#include "signal_handler.h"

#define SIGNALS 64

#ifdef __GLIBC__
int __sigaction(int number, const struct sigaction *action, struct sigaction *old);
#else
#define __sigaction sigaction
#endif

static struct {
	uintptr_t queue; /* guard and FIFO of waiters */
	bool installed;  /* under lock */
} signals[SIGNALS + 1];

static struct conc_tiny_lock lock;
static uint64_t pending; /* atomic; a bit per signal, from 0 for signal 1 */

static uint64_t bit(int number)
{
	return UINT64_C(1) << (number - 1);
}

/* Not instrumented: it may interrupt ThreadSanitizer itself. */
__attribute__((no_sanitize_thread)) static void note(int number)
{
	conc_signal_depth++; /* a seeded run does not leave its lane here */
	/* release: pairs with the deliverer, which must see the bit once it has the event */
	or_acq_rel(&pending, bit(number));
	conc_poller_interrupt();
	conc_signal_depth--;
}

static bool take_bit(int number)
{
	/* acquire: pairs with the handler */
	return (load_acquire(&pending) & bit(number)) &&
	       (and_acq_rel(&pending, ~bit(number)) & bit(number));
}

unsigned conc_signals_deliver(void)
{
	unsigned woken = 0;

	/* acquire: pairs with the handler, whose event the caller has seen */
	for (uint64_t left = load_acquire(&pending); left; left &= left - 1) {
		int number = __builtin_ctzll(left) + 1;
		uintptr_t *guard = &signals[number].queue;
		struct conc_waiter *head = conc_guard_enter(guard), *w = NULL;

		if (head && take_bit(number)) {
			w = conc_waiters_claim_first(&head);
			/* relaxed: it orders nothing; the next look is inside the guard */
			if (!w) or_relaxed(&pending, bit(number));
		}
		conc_guard_leave(guard, head);
		if (w) conc_waiter_complete(w, CONC_WAIT_DONE);
		woken += w != NULL;
	}
	return woken;
}

void conc_signals_reset(void)
{
	pending = 0;
	lock.word = 0;
	for (int i = 0; i <= SIGNALS; i++) signals[i].queue = 0;
}

/* ---- The clause ---- */

static int number_of(void *resource)
{
	return (int)(intptr_t)resource;
}

static bool signal_attempt(void *resource, struct conc_waiter *w, const char *where)
{
	(void)w, (void)where;
	return take_bit(number_of(resource));
}

/* Takes the signal's bit for w, or queues w. Inside the guard. */
static int take_or_queue(int number, struct conc_waiter **head, struct conc_waiter *w, bool queue)
{
	/* acquire: pairs with the handler */
	if (load_acquire(&pending) & bit(number)) {
		if (!conc_selection_hold(w->selection)) return CONC_ENLIST_GONE;
		bool taken = take_bit(number);
		conc_selection_resolve(w->selection, taken ? w : NULL);
		if (taken && w->queued)
			*head = conc_waiters_remove(*head, w), conc_poller_waits(-1);
		if (taken) return CONC_ENLIST_DONE;
	}
	return queue ? conc_waiters_enlist(head, w) : CONC_ENLIST_QUEUED;
}

static int signal_enlist(void *resource, struct conc_waiter *w, bool queue, const char *where)
{
	uintptr_t *guard = &signals[number_of(resource)].queue;
	struct conc_waiter *head;
	bool before;
	int how;

	(void)where;
	conc_poller_waits(+1);
	head = conc_guard_enter(guard);
	before = w->queued;
	how = take_or_queue(number_of(resource), &head, w, queue);
	before = before || !w->queued;
	conc_guard_leave(guard, head);
	if (before) conc_poller_waits(-1);
	return how;
}

static void signal_delist(void *resource, struct conc_waiter *w)
{
	conc_poller_delist(&signals[number_of(resource)].queue, w);
}

static const struct conc_selectable signalled = {
        .operation = "signalled",
        .enlist = signal_enlist,
        .delist = signal_delist,
        .attempt = signal_attempt,
};

/* ---- Installing ---- */

/* True for signals that cannot be caught, or say that the thread cannot go on. */
static bool is_refused(int number)
{
	static const int refused[] = {SIGKILL, SIGSTOP, SIGSEGV, SIGBUS,
	                              SIGFPE,  SIGILL,  SIGTRAP, SIGABRT};

	for (unsigned i = 0; i < sizeof refused / sizeof *refused; i++)
		if (number == refused[i]) return true;
	return number < 1 || number > SIGNALS;
}

static int install(int number)
{
	struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
	int error = is_refused(number) ? -EINVAL : conc_poller_start();

	if (error) return error;
	sigfillset(&action.sa_mask);
	conc_tiny_lock_acquire(&lock);
	if (!signals[number].installed && __sigaction(number, &action, NULL) != 0) error = -errno;
	signals[number].installed |= !error;
	conc_tiny_lock_release(&lock);
	return error;
}

void conc_abi_signalled_clause(struct conc_abi_waituntil *wait, unsigned i, int number,
                               const char *where)
{
	int saved = errno, error = install(number);

	if (error)
		conc_stop(where, conc_thread_self(), "signalled(%d): %s", number,
		          error == -EINVAL ? "not a signal that can be waited for"
		                           : strerror(-error));
	errno = saved;
	conc_abi_clause(wait, i, &signalled, (void *)(intptr_t)number, NULL, where);
}
