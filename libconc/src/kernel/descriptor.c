/* SPDX-License-Identifier: MIT */
/* descriptor: the table, waiting, edges, closing. The idea is in descriptor.h. */
#include "descriptor.h"

#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>

#include "cancel.h"
#include "conc/abi_blocking.h"
#include "poller.h"
#include "port/os_io.h"
#include "port/stop.h"
#include "scheduler.h"

#define CHUNK 1024u /* records: 64 KiB of address space, used page by page */
#define CHUNKS 4096u

static struct conc_descriptor *chunks[CHUNKS]; /* atomic; each is written once */

/* ---- The table ---- */

static bool in_table(int file)
{
	return file >= 0 && (unsigned)file < CHUNK * CHUNKS;
}

struct conc_descriptor *conc_descriptor_find(int file)
{
	struct conc_descriptor *chunk;

	if (!in_table(file)) return NULL;
	/* acquire: pairs with the release in new_chunk */
	chunk = load_acquire(&chunks[(unsigned)file / CHUNK]);
	return chunk ? &chunk[(unsigned)file % CHUNK] : NULL;
}

static void new_chunk(unsigned number)
{
	struct conc_descriptor *none = NULL, *chunk;
	size_t size = CHUNK * sizeof *chunk;
	int saved = errno;

	chunk = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (chunk == MAP_FAILED) conc_stop(NULL, conc_thread_self(), "no memory for descriptors");
	/* release: publishes the chunk to conc_descriptor_find */
	if (!cas_release(&chunks[number], &none, chunk)) munmap(chunk, size);
	errno = saved;
}

struct conc_descriptor *conc_descriptor_get(int file)
{
	struct conc_descriptor *d = conc_descriptor_find(file);

	if (CONC_UNLIKELY(!d)) {
		if (!in_table(file)) return NULL;
		new_chunk((unsigned)file / CHUNK);
		d = conc_descriptor_find(file);
	}
	/* relaxed: all threads write the same value */
	if (CONC_UNLIKELY(load_relaxed(&d->file) != file)) store_relaxed(&d->file, file);
	return d;
}

static int file_of(const struct conc_descriptor *d)
{
	return load_relaxed(&d->file);
}

/* ---- Registering ---- */

#define READ_EVENTS (EPOLLIN | EPOLLRDHUP | EPOLLPRI)

static uint32_t side_bit(int side)
{
	return 1u << side;
}

/* Registers d for interest, under d's lock. Returns 0 or -errno, -EACCES if a filter refuses.
 * epoll's answer decides between ADD and MOD: an earlier file's close may have gone unseen. */
static int tell_epoll(struct conc_descriptor *d, int file, uint32_t interest)
{
	uint64_t data = (uint64_t)d->generation << 32 | (uint32_t)file;
	uint32_t events = EPOLLET | (interest & side_bit(CONC_READING) ? READ_EVENTS : 0u) |
	                  (interest & side_bit(CONC_WRITING) ? EPOLLOUT : 0u);
	bool known = load_relaxed(&d->interest) & (side_bit(CONC_READING) | side_bit(CONC_WRITING));
	int how = known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
	int error = conc_os_epoll_control(conc_poller.epoll, how, file, events, data);

	if (error == -EEXIST)
		error = conc_os_epoll_control(conc_poller.epoll, EPOLL_CTL_MOD, file, events, data);
	else if (error == -ENOENT)
		error = conc_os_epoll_control(conc_poller.epoll, EPOLL_CTL_ADD, file, events, data);
	return error == -EPERM && conc_poller_is_refused() ? -EACCES : error;
}

static __attribute__((noinline)) int register_side(struct conc_descriptor *d, int side)
{
	int error = conc_poller_start(), file = file_of(d);
	uint32_t interest;

	if (error) return error;
	conc_tiny_lock_acquire(&d->lock);
	/* before epoll is told: the first event may clear the bit */
	if (!load_relaxed(&d->interest) && conc_os_is_tcp(file))
		or_relaxed(&d->interest, CONC_DRAINS);
	interest = load_relaxed(&d->interest);
	/* seq_cst: before epoll looks the file up; pairs with conc_descriptor_is_known */
	add_seq_cst(&d->interest, CONC_REGISTERING);
	if (!(interest & side_bit(side))) error = tell_epoll(d, file, interest | side_bit(side));
	/* release: a thread that sees the bit waits for edges, which can come from here on */
	if (!error) or_release(&d->interest, side_bit(side));
	/* without edges nothing would tell that the file is no longer drained */
	else if (interest == CONC_DRAINS) and_relaxed(&d->interest, ~(uint32_t)CONC_DRAINS);
	and_relaxed(&d->interest, ~(uint32_t)CONC_REGISTERING);
	conc_tiny_lock_release(&d->lock);
	return error;
}

/* Registers this side with epoll if needed. Returns 0, -EPERM (always ready) or another -errno. */
static int descriptor_register(struct conc_descriptor *d, int side)
{
	/* acquire: pairs with the release in register_side */
	if (CONC_LIKELY(load_acquire(&d->interest) & side_bit(side))) return 0;
	return register_side(d, side);
}

bool conc_descriptor_register_or_stop(struct conc_descriptor *d, int side, const char *where)
{
	int error = descriptor_register(d, side);

	if (error && error != -EPERM)
		conc_stop(where, conc_thread_self(), "cannot wait for descriptor %d: %s",
		          file_of(d), strerror(-error));
	return error != 0;
}

void conc_descriptor_fresh(int file)
{
	struct conc_descriptor *d = conc_descriptor_find(file);

	/* relaxed: no other thread knows the descriptor yet */
	if (d && CONC_UNLIKELY(load_relaxed(&d->interest) != 0)) conc_descriptor_close_end(d);
}

/* ---- Waiting ---- */

/* Makes sure that a worker polls if self is foreign: a foreign kernel thread does not poll. */
static void find_keeper(const struct conc_thread *self)
{
	if (CONC_UNLIKELY(self->kind == CONC_THREAD_FOREIGN)) conc_scheduler_want_timekeeper();
}

static bool enqueue(struct conc_descriptor_side *side, struct conc_waiter *w, uint32_t seen,
                    bool first)
{
	struct conc_waiter *head;
	bool same;

	if (load_relaxed(&side->edges) != seen) return false; /* a hint */
	conc_poller_waits(+1);
	head = conc_guard_enter(&side->queue);
	same = load_relaxed(&side->edges) == seen;
	if (same) head = first ? conc_waiters_prepend(head, w) : conc_waiters_append(head, w);
	conc_guard_leave(&side->queue, head);
	if (!same) conc_poller_waits(-1);
	return same;
}

int conc_descriptor_wait(struct conc_descriptor *d, int side, uint32_t seen, uint64_t deadline,
                         const char *operation, const char *where, bool *woken)
{
	static uint32_t warned; /* atomic; orders nothing */
	struct conc_thread *self = conc_thread_self();
	int result = descriptor_register(d, side);
	struct conc_abi_blocking section;
	struct conc_waiter w;

	if (CONC_UNLIKELY(result == -EPERM)) return result;
	if (CONC_UNLIKELY(conc_timer_passed(deadline)))
		return conc_thread_is_cancelled(self) ? -ECANCELED : -ETIMEDOUT;
	if (CONC_UNLIKELY(result != 0)) {
		if (result != -EBADF && !exchange_relaxed(&warned, 1))
			conc_warn(where, self,
			          "epoll: %s: waiting for a descriptor holds a kernel thread",
			          strerror(-result));
		section = conc_abi_blocking_begin(where);
		result = conc_os_poll_wait(file_of(d), side == CONC_READING ? EPOLLIN : EPOLLOUT,
		                           deadline);
		conc_abi_blocking_end(&section);
		return result;
	}
	conc_waiter_init(&w, self, NULL, CONC_IO_OPERATION);
	if (!enqueue(&d->sides[side], &w, seen, *woken)) return 0;
	find_keeper(self);
	conc_thread_waits(self, operation, d, where, NULL);
	result = conc_waiter_wait_until(&w, &d->sides[side].queue, deadline);
	*woken = result == CONC_WAIT_DONE;
	if (result == -ECANCELED || result == -ETIMEDOUT) conc_poller_waits(-1);
	return result == CONC_WAIT_AGAIN ? 0 : result;
}

int conc_descriptor_enlist(struct conc_descriptor *d, int side, struct conc_waiter *w,
                           uint32_t seen)
{
	struct conc_descriptor_side *s = &d->sides[side];
	int how = CONC_IO_LOOK_AGAIN;
	struct conc_waiter *head;
	bool added;

	conc_poller_waits(+1);
	head = conc_guard_enter(&s->queue);
	added = w->queued;
	if (load_relaxed(&s->edges) == seen) how = conc_waiters_enlist(&head, w);
	added = !added && w->queued;
	conc_guard_leave(&s->queue, head);
	if (added) find_keeper(w->thread);
	else conc_poller_waits(-1);
	return how;
}

void conc_descriptor_delist(struct conc_descriptor *d, int side, struct conc_waiter *w)
{
	conc_poller_delist(&d->sides[side].queue, w);
}

bool conc_descriptor_claim(struct conc_descriptor *d, int side, struct conc_waiter *w)
{
	uintptr_t *guard = &d->sides[side].queue;
	struct conc_waiter *head = conc_guard_enter(guard);
	bool claimed = conc_waiter_claim(w), queued = w->queued;

	if (claimed && queued) head = conc_waiters_remove(head, w);
	conc_guard_leave(guard, head);
	if (claimed && queued) conc_poller_waits(-1);
	return claimed;
}

/* ---- Edges ---- */

/* Whom to wake: the first OPERATION waiter, all OPERATION waiters, all LEVEL waiters. */
enum wakes { FIRST_OPERATION = 1, OPERATIONS = 2, LEVELS = 4 };

/* Claims the waiters that which selects and returns them as a ring. Adds their number to *count.
 * Inside the guard. */
static struct conc_waiter *claim(struct conc_waiter **head, unsigned which, unsigned *count)
{
	struct conc_waiter *claimed = NULL, *next;

	for (struct conc_waiter *w = *head; w; w = next) {
		unsigned wanted = w->mode == CONC_IO_LEVEL ? LEVELS : OPERATIONS | FIRST_OPERATION;
		next = conc_waiters_next(*head, w);
		if (!(which & wanted) || !conc_waiter_claim(w)) continue;
		if (w->mode == CONC_IO_OPERATION) which &= ~(unsigned)FIRST_OPERATION;
		*head = conc_waiters_remove(*head, w);
		claimed = conc_waiter_list_link(claimed, w);
		++*count;
	}
	return claimed;
}

static unsigned edge(struct conc_descriptor_side *side, unsigned which, int32_t result)
{
	struct conc_waiter *head = conc_guard_enter(&side->queue), *claimed;
	unsigned count = 0;

	/* release: pairs with the acquire in conc_descriptor_edges */
	store_release(&side->edges, side->edges + 1);
	claimed = claim(&head, which, &count);
	conc_guard_leave(&side->queue, head);
	conc_waiters_complete_all(claimed, result);
	return count;
}

unsigned conc_descriptor_edge(uint64_t data, uint32_t events)
{
	struct conc_descriptor *d = conc_descriptor_find((int)(uint32_t)data);
	unsigned count = 0, whom = FIRST_OPERATION | LEVELS;

	/* relaxed: an edge of a file that is being closed does no harm */
	if (!d || load_relaxed(&d->generation) != (uint32_t)(data >> 32)) return 0;
	/* before the edge is counted: a thread that has seen it must not rely on the bit */
	if (CONC_UNLIKELY(events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR | EPOLLPRI)))
		and_relaxed(&d->interest, ~(uint32_t)CONC_DRAINS);
	if (events & (READ_EVENTS | EPOLLHUP | EPOLLERR))
		count += edge(&d->sides[CONC_READING], whom, CONC_WAIT_DONE);
	if (events & (EPOLLOUT | EPOLLHUP | EPOLLERR))
		count += edge(&d->sides[CONC_WRITING], whom, CONC_WAIT_DONE);
	return count;
}

void conc_descriptor_pass(struct conc_descriptor *d, int side)
{
	uintptr_t *guard = &d->sides[side].queue;
	struct conc_waiter *w, *head;

	/* relaxed: a thread that queues itself later tried after the caller's operation */
	if (!(load_relaxed(guard) & ~(uintptr_t)CONC_GUARD_HELD)) return;
	head = conc_guard_enter(guard);
	w = conc_waiters_claim_mode(&head, CONC_IO_OPERATION);
	conc_guard_leave(guard, head);
	if (!w) return;
	conc_waiter_complete(w, CONC_WAIT_DONE);
	conc_poller_waits(-1);
}

/* ---- Closing ---- */

/* Forgets all that is known about the number. */
static void descriptor_forget(struct conc_descriptor *d)
{
	conc_tiny_lock_acquire(&d->lock);
	store_relaxed(&d->interest, 0);
	store_relaxed(&d->generation, d->generation + 1);
	conc_tiny_lock_release(&d->lock);
}

static void wake_both(struct conc_descriptor *d, unsigned which, int32_t result)
{
	unsigned count = edge(&d->sides[CONC_READING], which, result);

	count += edge(&d->sides[CONC_WRITING], which, result);
	if (count) conc_poller_waits(-(int)count);
}

void conc_descriptor_close_begin(struct conc_descriptor *d)
{
	/* else epoll would keep the entry for good if others still hold the file */
	conc_os_epoll_control(conc_poller.epoll, EPOLL_CTL_DEL, file_of(d), 0, 0);
	descriptor_forget(d);
	wake_both(d, OPERATIONS | LEVELS, -EBADF);
}

/* A thread that came after the look before the close has registered the closed file, or the next
 * file of that number. OPERATION waiters try again; for the others the next file is registered. */
void conc_descriptor_close_end(struct conc_descriptor *d)
{
	bool closed = false;

	descriptor_forget(d);
	wake_both(d, OPERATIONS, CONC_WAIT_AGAIN);
	for (int side = CONC_READING; side <= CONC_WRITING; side++)
		if (load_relaxed(&d->sides[side].queue) & ~(uintptr_t)CONC_GUARD_BITS)
			closed |= descriptor_register(d, side) != 0;
	if (closed) wake_both(d, LEVELS, -EBADF);
}

void conc_descriptor_reset(void)
{
	for (unsigned i = 0; i < CHUNKS; i++)
		for (unsigned j = 0; chunks[i] && j < CHUNK; j++) {
			struct conc_descriptor *d = &chunks[i][j];
			uint32_t generation = d->generation;
			if (!d->interest && !generation) continue;
			memset(d, 0, sizeof *d);
			d->generation = generation + 1;
		}
}
