/* SPDX-License-Identifier: MIT */
/* uring: the ring of file.c, without a library.
 *
 * One lock guards our ends of both rings; the kernel has the other ends. Entries are submitted one
 * by one, so the submission ring is empty whenever the lock is free. The number of operations under
 * way never exceeds the size of the completion ring.
 *
 *     state:  0 nobody has asked ──the first who asks, under the lock──► NONE or READY
 */
#include <errno.h>
#include <linux/io_uring.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "park.h"
#include "poller.h"
#include "port/os_io.h"
#include "uring.h"

#define ENTRIES 256u
#define REAP 64

enum { NONE = 1, READY };

static struct {
	struct conc_tiny_lock lock;
	uint32_t state; /* atomic */
	int file;
	char *rings; /* both, in one mapping */
	size_t rings_size, entries_size;
	struct io_uring_sqe *entries;
	struct io_uring_params params;
	uint32_t under_way; /* under the lock */
} ring = {.file = -1};

static uint32_t *word(uint32_t offset)
{
	return (uint32_t *)(void *)(ring.rings + offset);
}

/* ---- Making it ---- */

static bool map_ring(void)
{
	const struct io_uring_params *p = &ring.params;
	size_t submissions = p->sq_off.array + p->sq_entries * sizeof(uint32_t);
	size_t completions = p->cq_off.cqes + p->cq_entries * sizeof(struct io_uring_cqe);

	ring.rings_size = submissions > completions ? submissions : completions;
	ring.entries_size = p->sq_entries * sizeof(struct io_uring_sqe);
	ring.rings = mmap(NULL, ring.rings_size, PROT_READ | PROT_WRITE, MAP_SHARED, ring.file,
	                  (off_t)IORING_OFF_SQ_RING);
	if (ring.rings == MAP_FAILED) return false;
	ring.entries = mmap(NULL, ring.entries_size, PROT_READ | PROT_WRITE, MAP_SHARED, ring.file,
	                    (off_t)IORING_OFF_SQES);
	if (ring.entries != MAP_FAILED) return true;
	munmap(ring.rings, ring.rings_size);
	return false;
}

#define NEEDED (IORING_FEAT_SINGLE_MMAP | IORING_FEAT_NODROP | IORING_FEAT_RW_CUR_POS)

static bool uring_make(void)
{
	const char *asked = getenv("CONC_IO");
	int saved = errno;
	bool made;

	if ((asked && strcmp(asked, "pool") == 0) || conc_poller_start() != 0) return false;
	ring.file = conc_os_uring_setup(ENTRIES, &ring.params);
	if (ring.file < 0) return false;
	made = (ring.params.features & NEEDED) == NEEDED && map_ring() &&
	       conc_poller_add(ring.file, CONC_POLLER_URING) == 0;
	if (!made) conc_os_close(ring.file);
	errno = saved;
	return made;
}

bool conc_uring_exists(void)
{
	/* acquire: pairs with the store below */
	if (CONC_UNLIKELY(load_acquire(&ring.state) == 0)) {
		conc_tiny_lock_acquire(&ring.lock);
		if (load_relaxed(&ring.state) == 0)
			store_release(&ring.state, uring_make() ? READY : NONE);
		conc_tiny_lock_release(&ring.lock);
	}
	return load_acquire(&ring.state) == READY;
}

bool conc_uring_in_use(void)
{
	return load_acquire(&ring.state) == READY;
}

/* ---- Using it ---- */

static void fill(struct io_uring_sqe *entry, const struct conc_file_call *call)
{
	static const uint8_t operations[] = {IORING_OP_READ, IORING_OP_WRITE, IORING_OP_FSYNC,
	                                     IORING_OP_OPENAT};

	memset(entry, 0, sizeof *entry);
	entry->opcode = operations[call->operation];
	entry->fd = call->operation == CONC_FILE_OPEN ? -100 /* AT_FDCWD */ : call->file;
	entry->addr = (uintptr_t)call->buffer;
	entry->len = call->operation == CONC_FILE_OPEN ? (uint32_t)call->mode
	             : call->size < (1u << 30)         ? (uint32_t)call->size
	                                               : 1u << 30;
	entry->off = call->operation == CONC_FILE_SYNC || call->operation == CONC_FILE_OPEN
	                     ? 0
	                     : (uint64_t)call->offset;
	if (call->operation == CONC_FILE_OPEN) entry->open_flags = (uint32_t)call->flags;
	entry->user_data = (uintptr_t)call;
}

/* False if the ring is full or the kernel refuses. The caller holds the lock. */
static bool submit(struct conc_file_call *call)
{
	uint32_t mask = *word(ring.params.sq_off.ring_mask);
	uint32_t tail = load_relaxed(word(ring.params.sq_off.tail));

	if (ring.under_way >= ring.params.cq_entries) return false;
	fill(&ring.entries[tail & mask], call);
	word(ring.params.sq_off.array)[tail & mask] = tail & mask;
	/* release: pairs with the kernel, which then reads the entry */
	store_release(word(ring.params.sq_off.tail), tail + 1);
	ring.under_way++;
	if (conc_os_uring_enter(ring.file, 1) == 1) return true;
	/* the kernel did not take the entry, and nobody else has seen it */
	store_release(word(ring.params.sq_off.tail), tail);
	ring.under_way--;
	return false;
}

bool conc_uring_start(struct conc_file_call *call)
{
	bool started;

	if (!conc_uring_exists()) return false;
	conc_poller_waits(+1);
	conc_tiny_lock_acquire(&ring.lock);
	started = submit(call);
	conc_tiny_lock_release(&ring.lock);
	if (!started) {
		conc_poller_waits(-1);
		return false;
	}
	/* most operations are done by now */
	unsigned done = conc_uring_reap();
	if (done) conc_poller_waits(-(int)done);
	return true;
}

/* Takes up to REAP results. The caller holds the lock. */
static unsigned uring_take(struct conc_file_call *calls[REAP])
{
	const struct io_uring_cqe *entries = (void *)word(ring.params.cq_off.cqes);
	uint32_t mask = *word(ring.params.cq_off.ring_mask);
	uint32_t head = load_relaxed(word(ring.params.cq_off.head));
	/* acquire: pairs with the kernel, which wrote the entries before */
	uint32_t tail = load_acquire(word(ring.params.cq_off.tail));
	unsigned count = 0;

	for (; head != tail && count < REAP; head++) {
		calls[count] = (struct conc_file_call *)(uintptr_t)entries[head & mask].user_data;
		calls[count++]->result = entries[head & mask].res;
	}
	/* release: pairs with the kernel, which may then write there */
	store_release(word(ring.params.cq_off.head), head);
	ring.under_way -= count;
	return count;
}

unsigned conc_uring_reap(void)
{
	struct conc_file_call *calls[REAP];
	unsigned count = REAP, all = 0;

	if (load_acquire(&ring.state) != READY) return 0;
	while (count == REAP) {
		conc_tiny_lock_acquire(&ring.lock);
		count = uring_take(calls);
		conc_tiny_lock_release(&ring.lock);
		for (unsigned i = 0; i < count; i++) conc_thread_unpark(calls[i]->caller);
		all += count;
	}
	return all;
}

void conc_uring_reset(void)
{
	if (ring.state == READY) {
		munmap(ring.rings, ring.rings_size);
		munmap(ring.entries, ring.entries_size);
		conc_os_close(ring.file);
	}
	ring.state = 0;
	ring.under_way = 0;
	ring.lock.word = 0;
}
