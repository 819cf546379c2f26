/* SPDX-License-Identifier: MIT */
/* conc_poll: several descriptors at once.
 *
 * The kernel's poll says what is ready. Only if nothing is ready does the thread wait, as a
 * statement with a clause for each side of each descriptor (waiting.h); then it asks the kernel
 * again. So the result always comes from the kernel. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>

#include "conc/io.h"
#include "conc/thread.h"
#include "io.h"
#include "port/os_io.h"

#define FEW 8 /* descriptors without an allocation */

struct wish {
	struct conc_waiter waiter;
	struct conc_descriptor *descriptor;
	uint32_t seen;
	int side;
};

struct wishes {
	struct wish few[2 * FEW], *all;
	size_t count;
	struct conc_selection selection;
};

static void wish(struct wishes *s, struct conc_thread *self, int file, int side)
{
	struct wish *w = &s->all[s->count++];

	conc_waiter_init(&w->waiter, self, &s->selection, CONC_IO_LEVEL);
	w->descriptor = conc_descriptor_get(file);
	w->side = side;
}

#define WRITES (POLLOUT | POLLWRNORM | POLLWRBAND)

static void wish_all(struct wishes *s, const struct pollfd *files, size_t count)
{
	struct conc_thread *self = conc_thread_self();

	for (size_t i = 0; i < count; i++) {
		if (files[i].fd < 0) continue;
		/* errors and hang-ups are always reported: the reading side waits for them */
		if (files[i].events & ~WRITES || !(files[i].events & WRITES))
			wish(s, self, files[i].fd, CONC_READING);
		if (files[i].events & WRITES) wish(s, self, files[i].fd, CONC_WRITING);
	}
}

/* Returns false if a descriptor is always ready, an edge came, or a clause was claimed. */
static bool io_poll_enlist(struct wishes *s, const char *where)
{
	for (struct wish *w = s->all; w < s->all + s->count; w++)
		if (conc_descriptor_register_or_stop(w->descriptor, w->side, where) ||
		    conc_descriptor_enlist(w->descriptor, w->side, &w->waiter, w->seen) !=
		            CONC_ENLIST_QUEUED)
			return false;
	return true;
}

/* Waits for an edge. Returns 0, -ETIMEDOUT or -ECANCELED. */
static int wait_once(struct wishes *s, uint64_t deadline, const char *where)
{
	struct conc_thread *self = conc_thread_self();
	int why = 0;

	conc_selection_open(&s->selection);
	if (io_poll_enlist(s, where)) {
		conc_thread_waits(self, "conc_poll", s, where, NULL);
		why = conc_thread_park_cancellable(self, deadline);
		if (why && conc_selection_close(&s->selection)) conc_thread_park(self);
	} else if (conc_selection_close(&s->selection)) {
		conc_thread_park(self);
	}
	for (struct wish *w = s->all; w < s->all + s->count; w++)
		conc_descriptor_delist(w->descriptor, w->side, &w->waiter);
	return why;
}

static int wait_until_ready(struct wishes *s, struct pollfd *files, size_t count, uint64_t deadline,
                            const char *where)
{
	for (int why = 0;; why = wait_once(s, deadline, where)) {
		int ready;
		for (struct wish *w = s->all; w < s->all + s->count; w++)
			w->seen = conc_descriptor_edges(w->descriptor, w->side);
		ready = conc_os_poll_all(files, count);
		if (ready) return ready;
		if (why) return why == -ETIMEDOUT ? 0 : why;
	}
}

static __attribute__((noinline)) int poll_slow(struct pollfd *files, size_t count,
                                               conc_duration timeout, const char *where)
{
	struct wishes s = {.selection = {.state = CONC_SELECTION_CLOSED}};
	uint64_t deadline = timeout < 0 ? CONC_NEVER : conc_timer_deadline(timeout);
	int ready;

	s.all = count <= FEW ? s.few : malloc(2 * count * sizeof *s.all);
	if (!s.all) return -ENOMEM;
	wish_all(&s, files, count);
	ready = wait_until_ready(&s, files, count, deadline, where);
	if (s.all != s.few) free(s.all);
	return ready;
}

int conc_abi_poll(struct pollfd *files, size_t count, conc_duration timeout, const char *where)
{
	int ready = conc_os_poll_all(files, count);

	if (ready == 0 && timeout != 0) ready = poll_slow(files, count, timeout, where);
	return (int)conc_io_result(ready);
}

CONC_IO_FUNCTION(int, poll, (struct pollfd * files, size_t count, conc_duration timeout), files,
                 count, timeout)
