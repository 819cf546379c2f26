// SPDX-License-Identifier: MIT
// Asynchronous writes by io_uring, through the kernel's own interface: one ring, each write at a place of its own in the
// file, a block goes on to be used when its write is over. Status 77 where the kernel has no io_uring for us.
#include <linux/io_uring.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include "pool.h"

enum { DEPTH = 64 };

static struct {
	int fd;
	unsigned *sq_tail, *sq_array, sq_mask, *cq_head, *cq_tail, cq_mask;
	struct io_uring_sqe *sqes;
	struct io_uring_cqe *cqes;
} ring;

static pthread_mutex_t ring_lock = PTHREAD_MUTEX_INITIALIZER;
static struct block *empty;
static long under_way;
static off_t file_end;

static bool make_ring(void)
{
	struct io_uring_params p = {0};

	ring.fd = (int)syscall(SYS_io_uring_setup, DEPTH, &p);
	if (ring.fd < 0 || !(p.features & IORING_FEAT_SINGLE_MMAP)) return false;
	const size_t sq = p.sq_off.array + p.sq_entries * sizeof(unsigned),
	             cq = p.cq_off.cqes + p.cq_entries * sizeof(struct io_uring_cqe);
	char *rings = mmap(NULL, sq > cq ? sq : cq, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, ring.fd, IORING_OFF_SQ_RING);
	ring.sqes = mmap(NULL, p.sq_entries * sizeof *ring.sqes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, ring.fd, IORING_OFF_SQES);
	if (rings == MAP_FAILED || ring.sqes == MAP_FAILED) return false;
	ring.sq_tail = (unsigned *)(rings + p.sq_off.tail);
	ring.sq_array = (unsigned *)(rings + p.sq_off.array);
	ring.sq_mask = *(unsigned *)(rings + p.sq_off.ring_mask);
	ring.cq_head = (unsigned *)(rings + p.cq_off.head);
	ring.cq_tail = (unsigned *)(rings + p.cq_off.tail);
	ring.cq_mask = *(unsigned *)(rings + p.cq_off.ring_mask);
	ring.cqes = (struct io_uring_cqe *)(rings + p.cq_off.cqes);
	return true;
}

// The blocks of writes that are over are empty again. Under the lock.
static void reap(void)
{
	unsigned head = *ring.cq_head;

	for (; head != __atomic_load_n(ring.cq_tail, __ATOMIC_ACQUIRE); head++) {
		const struct io_uring_cqe *e = &ring.cqes[head & ring.cq_mask];
		struct block *b = (struct block *)(uintptr_t)e->user_data;

		if (e->res != (int)b->used) abort();
		b->used = 0;
		b->next = empty;
		empty = b;
		under_way--;
	}
	__atomic_store_n(ring.cq_head, head, __ATOMIC_RELEASE);
}

static void enter(unsigned submit, unsigned wait)
{
	if (syscall(SYS_io_uring_enter, ring.fd, submit, wait, wait ? IORING_ENTER_GETEVENTS : 0, NULL, 0) != (long)submit) abort();
}

static struct block *hand_over(struct block *b)
{
	struct block *next;

	pthread_mutex_lock(&ring_lock);
	for (reap(); under_way == DEPTH; reap()) enter(0, 1);
	const unsigned tail = *ring.sq_tail, i = tail & ring.sq_mask;
	ring.sqes[i] = (struct io_uring_sqe){
		.opcode = IORING_OP_WRITE, .fd = log_file, .off = (uint64_t)file_end,
		.addr = (uintptr_t)b->bytes, .len = (unsigned)b->used, .user_data = (uintptr_t)b };
	ring.sq_array[i] = i;
	__atomic_store_n(ring.sq_tail, tail + 1, __ATOMIC_RELEASE);
	file_end += (off_t)b->used;
	under_way++;
	enter(1, 0);
	next = empty;
	if (next) empty = next->next;
	pthread_mutex_unlock(&ring_lock);
	return next ? next : new_block();
}

// The kernel cancels what a thread has submitted when it ends.
static void leave(void)
{
	pthread_mutex_lock(&ring_lock);
	for (reap(); under_way; reap()) enter(0, 1);
	pthread_mutex_unlock(&ring_lock);
}

static void run(int file)
{
	fcntl(file, F_SETFL, 0); // each write says where; with O_APPEND they would go one behind the other
	file_end = 0;
	run_pool(file);
}

int main(int argc, char **argv)
{
	if (!log_arguments(argc, argv)) return 2;
	if (!make_ring()) return 77;
	measure_log(run);
}
