/* SPDX-License-Identifier: MIT */
/*
 * One process for many seeds: it is put back to where it was.
 *
 * The idea. A process of its own for each seed costs ten times what the run does. So a run ends
 * where it would call exit_group: its memory, its registers and what the kernel keeps of it are put
 * back, and the next seed begins. Memory is protected when the snapshot is taken; the first write
 * to a page makes a copy of it, and lets it be written from then on. After a few runs these pages
 * are known, and putting back is copying them.
 *
 *            ┌──────────────── conc_snapshot_back ───────────────┐
 *            ▼                                                   │
 *   take ──► run: page faults (once a page), system calls ──► exit_group: ended(status, apart)
 *
 * What the kernel keeps. Each system call comes here first (schedules/trap.c). Mappings that a run
 * makes are kept and given to the next one that asks for the same; what they hold is zeros again.
 * New descriptors are closed, handlers of signals and the mask put back. A call that is not known
 * to leave nothing behind makes the process *spent*: its run counts, but it is the last. What
 * cannot be done here at all (a fault, memory shared with a child process) breaks the run off, and
 * it is made again in a process of its own, *apart*. So a run is never judged by what is left here.
 *
 * After Xu et al., "Designing New Operating Primitives to Improve Fuzzing Performance", CCS 2017,
 * but within the process.
 *
 * Rejected: fork for each seed (270 us); a process that keeps its dirty pages' list in the kernel
 * (soft-dirty bits and PAGEMAP_SCAN are not in every kernel); private mappings of a file and
 * MADV_DONTNEED (a page fault for each page in each run).
 *
 * Not put back: memory that the kernel shares with others, and files.
 */
#define _GNU_SOURCE
#include "snapshot.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "lane.h"
#include "port/mappings.h"
#include "port/os.h"

#include <linux/sched.h>

bool conc_snapshot_on;

#if defined(__x86_64__)

#define PAGE ((uintptr_t)4096)
#define REGIONS 1024
#define STEPS 32 /* of one region */
#define FOREIGN 256
#define FILES 1024
#define SIGNALS 64
#define STACK ((size_t)64 << 10)
#define PAGES ((size_t)1 << 22)
#define ROOM ((size_t)8 << 30) /* addresses for copies */
#define ADVICE 0x1000          /* step: madvise, not mprotect */
#define MADV_POPULATE_WRITE_ 23
#define MADV_GUARD_INSTALL_ 102

/* As rt_sigaction has it. */
struct action {
	void *handler;
	unsigned long flags;
	void *restorer;
	uint64_t mask;
};

/* A call of mprotect or madvise that is still in force. */
struct step {
	uintptr_t from, to;
	int protection;
};

/* Memory that is put back. */
struct region {
	uintptr_t from, to;
	int protection, flags; /* that were asked for */
	bool holds;            /* it was there when the snapshot was taken, else: zeros */
	bool used;             /* the run has it */
	bool odd;              /* its steps cannot be used again */
	unsigned steps;
	struct step step[STEPS];
	uint8_t *written; /* a bit for each page: it is in pages */
};

struct page {
	char *at, *copy; /* copy: NULL for zeros */
};

/* All that is not put back itself. */
struct snapshot {
	jmp_buf to;
	void (*ended)(int status, bool apart);
	unsigned modes; /* of floating-point numbers */
	unsigned short control;
	char *low, *top; /* of the used part of the stack */
	char *stack;     /* its copy */
	uintptr_t locals, break_, break_now, break_real;
	struct region *heap; /* above the break */
	uint64_t blocked;
	stack_t alternate;      /* that the run has set; the one for faults stays */
	struct action faulting; /* likewise */
	struct action actions[SIGNALS + 1];
	uint64_t set; /* actions that the run has set */
	int status;
	bool is_apart, spent, ended_run;
	bool opened; /* the run has new descriptors */
	uint8_t file[FILES / 8];
	struct {
		uintptr_t from;
		size_t size;
	} foreign[FOREIGN]; /* mappings that are not kept */
	unsigned foreigns;
	unsigned regions;
	struct region region[REGIONS];
	size_t pages;
	struct page page[PAGES];
	char *room, *room_end; /* for copies */
	_Alignas(16) char restoring[STACK], faults[STACK];
};

static struct snapshot *X;

static uintptr_t down(uintptr_t address)
{
	return address & ~(PAGE - 1);
}

static uintptr_t up(uintptr_t address)
{
	return (address + PAGE - 1) & ~(PAGE - 1);
}

static int without_write(int protection)
{
	return protection & PROT_WRITE ? (protection & ~PROT_WRITE) | PROT_READ : protection;
}

/* Goes on at run, on a stack that is not put back. */
static _Noreturn void leave_stack(void (*run)(void))
{
	__asm__ volatile("movq %0, %%rsp\n\t"
	                 "xorl %%ebp, %%ebp\n\t"
	                 "call *%1"
	                 :
	                 : "r"(X->restoring + STACK - 64), "r"(run)
	                 : "memory");
	__builtin_unreachable();
}

static void tell(void)
{
	X->ended(X->status, X->is_apart);
}

static _Noreturn void end_run(int status, bool is_apart)
{
	if (X->ended_run) conc_trap_call(SYS_exit_group, 1); /* it cannot be put back after all */
	X->ended_run = true;
	X->is_apart = is_apart;
	X->status = status;
	if ((uintptr_t)conc_trap_call(SYS_brk, 0) != X->break_real) conc_snapshot_spend();
	leave_stack(tell);
}

static _Noreturn void apart(void)
{
	end_run(0, true);
}

static bool is_clean(void)
{
	return !X->spent;
}

void conc_snapshot_spend(void)
{
	if (conc_snapshot_on) X->spent = true;
}

/* ---- Pages ---- */

static struct region *region_at(uintptr_t address)
{
	for (unsigned i = 0; i < X->regions; i++)
		if (X->region[i].from <= address && address < X->region[i].to) return &X->region[i];
	return NULL;
}

/* What the program may do there. */
static int protection_at(const struct region *r, uintptr_t address)
{
	for (unsigned i = r->steps; i-- > 0;)
		if (r->step[i].from <= address && address < r->step[i].to &&
		    !(r->step[i].protection & ADVICE))
			return r->step[i].protection;
	return r->protection;
}

static char *take_room(size_t size)
{
	char *memory = X->room;

	if ((size_t)(X->room_end - X->room) < size) apart();
	X->room += size;
	return memory;
}

/* Lets the page be written, and puts it back from now on. */
static void write_page(struct region *r, uintptr_t at)
{
	size_t n = (at - r->from) / PAGE;
	struct page *page = &X->page[X->pages];

	if (!(r->written[n / 8] >> n % 8 & 1)) {
		if (X->pages == PAGES) apart();
		*page = (struct page){.at = (char *)at};
		if (r->holds) {
			page->copy = take_room(PAGE);
			__builtin_memcpy(page->copy, page->at, PAGE);
		}
		r->written[n / 8] |= (uint8_t)(1 << n % 8);
		X->pages++;
	}
	conc_trap_call(SYS_mprotect, at, PAGE, protection_at(r, at));
}

static bool is_protected(uintptr_t address)
{
	const struct region *r = region_at(address);
	size_t n = r ? (down(address) - r->from) / PAGE : 0;

	return r && !(r->written[n / 8] >> n % 8 & 1) && protection_at(r, address) & PROT_WRITE;
}

static void write_pages(uintptr_t from, uintptr_t to)
{
	for (uintptr_t at = down(from); at < to; at += PAGE)
		if (is_protected(at)) write_page(region_at(at), at);
}

#define FRAME 8192 /* bytes, at most, of the kernel for a signal handler */

/* The kernel could not put the frame of SIGSYS on the stack: makes room, so that the call can be
 * made again. That of another signal is lost with it: conc_snapshot_make_room. */
static bool frame_failed(const siginfo_t *info, ucontext_t *context)
{
	greg_t *registers = context->uc_mcontext.gregs;
	uintptr_t sp = (uintptr_t)registers[REG_RSP];
	const uint8_t *call = (const uint8_t *)registers[REG_RIP] - 2;

	if (info->si_code != SI_KERNEL || call[0] != 0x0f || call[1] != 0x05) return false;
	if (!conc_trap_gives_back((uintptr_t)call)) return false;
	if (!is_protected(sp - FRAME) && !is_protected(sp - PAGE) && !is_protected(sp))
		return false;
	write_pages(sp - FRAME, sp + 1);
	registers[REG_RIP] -= 2;
	return true;
}

static void on_fault(int number, siginfo_t *info, void *context)
{
	uintptr_t address = (uintptr_t)info->si_addr;
	struct region *r = region_at(address);

	(void)number;
	if (frame_failed(info, context)) return;
	if (info->si_code == SEGV_ACCERR && r && protection_at(r, address) & PROT_WRITE)
		write_page(r, down(address));
	else apart();
}

void conc_snapshot_make_room(void)
{
	uintptr_t sp = (uintptr_t)__builtin_frame_address(0);

	if (conc_snapshot_on) write_pages(sp - FRAME, sp);
}

bool conc_snapshot_expose(const struct conc_trap *trap)
{
	enum { NEAR = 64 << 10 };
	size_t before = X->pages;

	for (int i = 0; i < 6; i++) {
		uintptr_t address = (uintptr_t)trap->arguments[i];
		struct region *r = region_at(address);
		if (r) write_pages(address, r->to - address < NEAR ? r->to : address + NEAR);
	}
	return X->pages != before;
}

static void write_object(long address, size_t size)
{
	if (address) write_pages((uintptr_t)address, (uintptr_t)address + size);
}

static void write_vector(const struct iovec *part, size_t count)
{
	for (size_t i = 0; i < count; i++) write_object((long)part[i].iov_base, part[i].iov_len);
}

static void write_message(struct msghdr *message)
{
	write_object((long)message, sizeof *message);
	write_object((long)message->msg_name, message->msg_namelen);
	write_object((long)message->msg_control, message->msg_controllen);
	write_vector(message->msg_iov, message->msg_iovlen);
}

/* What the kernel is to write to. Some calls have taken something away when they find that they
 * cannot, so that to make them again is not enough: what a socket or eventfd had, for example. */
static void write_results(const struct conc_trap *trap)
{
	enum { ADDRESS = 128 };
	const long *a = trap->arguments;

	switch (trap->number) {
	case SYS_recvfrom:
		write_object(a[4], ADDRESS);
		write_object(a[5], sizeof(int));
	/* fall through */
	case SYS_read:
	case SYS_pread64:
	case SYS_getdents64:
		write_object(a[1], (size_t)a[2]);
		break;
	case SYS_readv:
	case SYS_preadv:
	case SYS_preadv2:
		write_vector((const void *)a[1], (size_t)a[2]);
		break;
	case SYS_recvmsg:
		write_message((void *)a[1]);
		break;
	case SYS_accept:
	case SYS_accept4:
		write_object(a[1], ADDRESS);
		write_object(a[2], sizeof(int));
		break;
	case SYS_getrandom:
		write_object(a[0], (size_t)a[1]);
		break;
	case SYS_sendfile:
		write_object(a[2], sizeof(off_t));
		break;
	case SYS_splice:
		write_object(a[1], sizeof(off_t));
		write_object(a[3], sizeof(off_t));
		break;
	case SYS_poll:
	case SYS_ppoll:
		write_object(a[0], (size_t)a[1] * sizeof(struct pollfd));
		break;
	case SYS_epoll_wait:
	case SYS_epoll_pwait:
		write_object(a[1], (size_t)a[2] * sizeof(struct epoll_event));
		break;
	case SYS_rt_sigtimedwait:
		write_object(a[1], sizeof(siginfo_t));
		break;
	case SYS_wait4:
		write_object(a[1], sizeof(int));
		write_object(a[3], sizeof(struct rusage));
		break;
	case SYS_waitid:
		write_object(a[2], sizeof(siginfo_t));
		break;
	case SYS_pipe:
	case SYS_pipe2:
		write_object(a[0], 2 * sizeof(int));
		break;
	case SYS_socketpair:
		write_object(a[3], 2 * sizeof(int));
		break;
	case SYS_select:
	case SYS_pselect6:
		for (int i = 1; i <= 4; i++) write_object(a[i], a[i] && i < 4 ? ADDRESS : 16);
		break;
	}
}

bool conc_schedule_protects(uintptr_t from, uintptr_t to)
{
	if (!conc_snapshot_on) return false;
	for (unsigned i = 0; i < X->regions; i++)
		if (X->region[i].from < to && from < X->region[i].to) return true;
	return false;
}

void conc_snapshot_own(unsigned n, uintptr_t *from, uintptr_t *to)
{
	*from = *to = n || !conc_snapshot_on ? 0 : (uintptr_t)X;
	if (*from) *to = (uintptr_t)X->room_end;
}

/* ---- Mappings ---- */

static struct region *add_region(uintptr_t from, uintptr_t to, int protection, int flags)
{
	struct region *r = &X->region[X->regions];
	size_t bits = (to - from) / PAGE / 8 + 1;

	if (X->regions == REGIONS || (size_t)(X->room_end - X->room) < bits) return NULL;
	*r = (struct region){.from = from, .to = to, .protection = protection, .flags = flags};
	r->written = (uint8_t *)take_room((bits + 15) & ~(size_t)15);
	X->regions++;
	return r;
}

static void clear(const struct region *r)
{
	for (size_t i = 0; i < X->pages; i++)
		if ((uintptr_t)X->page[i].at >= r->from && (uintptr_t)X->page[i].at < r->to)
			__builtin_memset(X->page[i].at, 0, PAGE);
}

/* Its pages are no longer there. */
static void drop_region(struct region *r)
{
	size_t kept = 0;

	for (size_t i = 0; i < X->pages; i++)
		if ((uintptr_t)X->page[i].at < r->from || (uintptr_t)X->page[i].at >= r->to)
			X->page[kept++] = X->page[i];
	X->pages = kept;
	conc_trap_call(SYS_munmap, r->from, r->to - r->from);
	*r = X->region[--X->regions];
	if (X->heap == &X->region[X->regions]) X->heap = r;
}

static void note_foreign(uintptr_t from, size_t size)
{
	if (X->foreigns == FOREIGN) {
		conc_snapshot_spend();
		return;
	}
	X->foreign[X->foreigns].from = from;
	X->foreign[X->foreigns++].size = up(size);
}

static bool is_ordinary(const long *a)
{
	const long others = MAP_SHARED | MAP_FIXED | MAP_FIXED_NOREPLACE | MAP_GROWSDOWN |
	                    MAP_HUGETLB | MAP_32BIT | MAP_LOCKED | MAP_POPULATE;

	return a[3] & MAP_ANONYMOUS && a[3] & MAP_PRIVATE && !(a[3] & others);
}

static long map(const long *a)
{
	size_t size = up((size_t)a[1]);
	struct region *r;
	long at;

	if (!is_ordinary(a)) {
		at = conc_trap_call(SYS_mmap, a[0], a[1], a[2], a[3], a[4], a[5]);
		if (at < 0 && at > -4096) return at;
		if (!(a[3] & MAP_FIXED)) note_foreign((uintptr_t)at, size);
		else if (region_at((uintptr_t)at)) conc_snapshot_spend();
		return at;
	}
	for (r = X->region; r < X->region + X->regions; r++)
		if (!r->holds && !r->used && r != X->heap && r->to - r->from == size &&
		    r->protection == a[2] && r->flags == a[3]) {
			r->used = true;
			return (long)r->from;
		}
	at = conc_trap_call(SYS_mmap, NULL, size, without_write((int)a[2]), a[3], -1, 0);
	if (at < 0 && at > -4096) return at;
	r = add_region((uintptr_t)at, (uintptr_t)at + size, (int)a[2], (int)a[3]);
	if (r) r->used = true;
	else {
		conc_snapshot_spend();
		conc_trap_call(SYS_mprotect, at, size, a[2]);
	}
	return at;
}

static long unmap(uintptr_t from, size_t size)
{
	struct region *r = region_at(from);
	bool whole = r && r->from == from && r->to == up(from + size);

	if (whole && !r->holds && !r->steps) {
		clear(r);
		r->used = false;
		return 0;
	}
	if (whole && !r->holds) {
		drop_region(r);
		return 0;
	}
	for (unsigned i = 0; i < X->foreigns; i++)
		if (X->foreign[i].from == from && X->foreign[i].size == up(size)) {
			X->foreign[i] = X->foreign[--X->foreigns];
			return conc_trap_call(SYS_munmap, from, size);
		}
	conc_snapshot_spend();
	return conc_trap_call(SYS_munmap, from, size);
}

/* Protections, guards, and other advice do not change each other. */
static int kind_of(int protection)
{
	return protection & ADVICE ? 1 + ((protection & ~ADVICE) >= MADV_GUARD_INSTALL_) : 0;
}

/* Looks whether what the step does is in force. If a run takes back what it did before, the region
 * does not begin as the next run expects it. */
static bool in_force(struct region *r, const struct step *new)
{
	for (unsigned i = r->steps; i-- > 0;) {
		const struct step *s = &r->step[i];
		if (s->from >= new->to || s->to <= new->from) continue;
		if (kind_of(s->protection) != kind_of(new->protection)) continue;
		if (s->protection != new->protection) r->odd = true;
		if (r->odd || (s->from <= new->from &&new->to <= s->to)) return !r->odd;
	}
	return false;
}

static void add_step(struct region *r, const struct step *new)
{
	for (unsigned i = 0; i < r->steps && !r->odd; i++) {
		struct step *s = &r->step[i];
		if (s->protection != new->protection || s->from > new->to || s->to < new->from)
			continue;
		if (new->from < s->from) s->from = new->from;
		if (new->to > s->to) s->to = new->to;
		return;
	}
	r->step[r->steps++] = *new;
}

static bool is_foreign(uintptr_t from, uintptr_t to)
{
	for (unsigned i = 0; i < X->foreigns; i++)
		if (X->foreign[i].from <= from && to <= X->foreign[i].from + X->foreign[i].size)
			return true;
	return false;
}

static bool any_written(const struct region *r, uintptr_t from, uintptr_t to)
{
	for (size_t n = (from - r->from) / PAGE; n < (to - r->from) / PAGE; n++)
		if (r->written[n / 8] >> n % 8 & 1) return true;
	return false;
}

static long protect(const long *a)
{
	uintptr_t from = (uintptr_t)a[0], to = up(from + (size_t)a[1]);
	struct region *r = region_at(from);
	struct step new = {from, to, (int)a[2]};
	long result;

	if (!r && is_foreign(from, to)) return conc_trap_call(SYS_mprotect, a[0], a[1], a[2]);
	if (!r || to > r->to || r->holds || r->steps == STEPS) {
		conc_snapshot_spend();
		write_pages(from, to);
		return conc_trap_call(SYS_mprotect, a[0], a[1], a[2]);
	}
	if (in_force(r, &new)) return 0;
	if (!(a[2] & PROT_WRITE) && any_written(r, from, to)) r->odd = true;
	result = conc_trap_call(SYS_mprotect, a[0], a[1], without_write((int)a[2]));
	if (!result) add_step(r, &new);
	for (size_t i = 0; i < X->pages; i++) /* they are known */
		if ((uintptr_t)X->page[i].at >= from && (uintptr_t)X->page[i].at < to)
			write_page(r, (uintptr_t)X->page[i].at);
	return result;
}

static long advise(const long *a)
{
	uintptr_t from = (uintptr_t)a[0], to = up(from + (size_t)a[1]);
	struct region *r = region_at(from);
	struct step new = {from, to, (int)a[2] | ADVICE};
	long result;

	if (r && a[2] == MADV_POPULATE_WRITE_) return 0;
	if (r && to <= r->to && !r->holds && r->steps < STEPS &&
	    (a[2] >= MADV_GUARD_INSTALL_ || a[2] == MADV_NOHUGEPAGE)) {
		if (in_force(r, &new)) return 0;
		result = conc_trap_call(SYS_madvise, a[0], a[1], a[2]);
		if (!result) add_step(r, &new);
		return result;
	}
	if (r && r->holds) write_pages(from, to); /* it may forget what they hold */
	return conc_trap_call(SYS_madvise, a[0], a[1], a[2]);
}

/* The end of the heap. What a run adds is kept, and is zeros again. */
static long set_break(uintptr_t to)
{
	struct region *r = X->heap;

	if (to < X->break_) {
		if (to) conc_snapshot_spend();
		return to ? conc_trap_call(SYS_brk, to) : (long)X->break_now;
	}
	if (to < X->break_now)
		for (size_t i = 0; i < X->pages; i++)
			if ((uintptr_t)X->page[i].at >= up(to) &&
			    (uintptr_t)X->page[i].at < up(X->break_now))
				__builtin_memset(X->page[i].at, 0, PAGE);
	if (to > X->break_real) {
		uintptr_t real = (uintptr_t)conc_trap_call(SYS_brk, up(to));
		if (real < to || (r && r->from + PAGE * 8 * (1 << 20) < real)) {
			conc_snapshot_spend();
			return (long)X->break_now;
		}
		conc_trap_call(SYS_mprotect, up(X->break_real), real - up(X->break_real),
		               PROT_READ);
		if (r) r->to = real;
		X->break_real = real;
	}
	return (long)(X->break_now = to);
}

/* ---- All calls ---- */

static bool was_open(long file)
{
	return file >= 0 && file < FILES && X->file[file / 8] >> file % 8 & 1;
}

static bool set_action(const struct conc_trap *trap, long *result)
{
	const long *a = trap->arguments;
	struct action *faulting = &X->faulting;

	if (a[0] < 1 || a[0] > SIGNALS || a[3] != 8) return false;
	if (a[0] == SIGSEGV) {
		if (a[2]) *(struct action *)a[2] = *faulting;
		if (a[1]) *faulting = *(const struct action *)a[1];
		*result = 0;
		return true;
	}
	if (a[1]) X->set |= UINT64_C(1) << (a[0] - 1);
	*result = conc_kernel_call(trap);
	return true;
}

static bool set_alternate(const long *a, long *result)
{
	const stack_t *new = (const void *)a[0];

	if (a[1]) *(stack_t *)a[1] = X->alternate;
	if (new) X->alternate = *new;
	*result = 0;
	return true;
}

/* A new process: fork goes on, what shares memory does not. */
static void start_process(uint64_t flags)
{
	if (flags & CLONE_THREAD && conc_trap_on) return; /* a lane */
	if (flags & (CLONE_VM | CLONE_THREAD)) apart();
	conc_snapshot_spend();
}

bool conc_snapshot_call(const struct conc_trap *trap, long *result)
{
	const long *a = trap->arguments;

	write_results(trap);
	switch (trap->number) {
	case SYS_exit_group:
		end_run((int)a[0] & 255, false);
	case SYS_exit:
		if (!conc_trap_on) end_run((int)a[0] & 255, false);
		return false;

	case SYS_mmap:
		*result = map(a);
		return true;
	case SYS_munmap:
		*result = unmap((uintptr_t)a[0], (size_t)a[1]);
		return true;
	case SYS_mprotect:
		*result = protect(a);
		return true;
	case SYS_madvise:
		*result = advise(a);
		return true;
	case SYS_brk:
		*result = set_break((uintptr_t)a[0]);
		return true;

	case SYS_rt_sigaction:
		return set_action(trap, result);
	case SYS_sigaltstack:
		return set_alternate(a, result);
	case SYS_rt_sigprocmask:
		if (!conc_schedule.current) return false;
		*result = conc_kernel_call(trap);
		return true;
	case SYS_clone:
		start_process((uint64_t)a[0]);
		return false;
	case SYS_clone3:
		start_process(((const struct clone_args *)a[0])->flags);
		return false;
	case SYS_vfork:
		if (!conc_trap_on) apart();
		conc_snapshot_spend();
		return false;
	case SYS_execve:
	case SYS_execveat:
	case SYS_mremap:
	case SYS_shmat:
	case SYS_remap_file_pages:
	case SYS_seccomp:
		apart();

	case SYS_open:
	case SYS_openat:
	case SYS_openat2:
	case SYS_creat:
	case SYS_socket:
	case SYS_socketpair:
	case SYS_accept:
	case SYS_accept4:
	case SYS_pipe:
	case SYS_pipe2:
	case SYS_eventfd:
	case SYS_eventfd2:
	case SYS_epoll_create:
	case SYS_epoll_create1:
	case SYS_timerfd_create:
	case SYS_signalfd:
	case SYS_signalfd4:
	case SYS_memfd_create:
	case SYS_inotify_init:
	case SYS_inotify_init1:
	case SYS_dup:
		X->opened = true;
		return false;
	case SYS_dup2:
	case SYS_dup3:
		X->opened = true;
		if (was_open(a[1])) conc_snapshot_spend();
		return false;
	case SYS_close:
		if (was_open(a[0])) conc_snapshot_spend();
		return false;
	case SYS_fcntl:
		X->opened = X->opened || a[1] == F_DUPFD || a[1] == F_DUPFD_CLOEXEC;
		if (was_open(a[0]) && a[1] != F_GETFD && a[1] != F_GETFL && a[1] != F_DUPFD &&
		    a[1] != F_DUPFD_CLOEXEC)
			conc_snapshot_spend();
		return false;
	case SYS_ioctl:
		if (was_open(a[0]) && a[1] != TCGETS && a[1] != TIOCGWINSZ && a[1] != FIONREAD &&
		    _IOC_DIR(a[1]) != _IOC_READ) /* isatty of newer glibc */
			conc_snapshot_spend();
		return false;
	case SYS_prlimit64:
		if (a[2]) conc_snapshot_spend();
		return false;
	/* the position of standard input is put back, and what was written is taken away */
	case SYS_read:
	case SYS_readv:
	case SYS_pread64:
	case SYS_preadv:
	case SYS_preadv2:
	case SYS_write:
	case SYS_writev:
	case SYS_pwrite64:
	case SYS_pwritev:
	case SYS_pwritev2:
	case SYS_lseek:
	case SYS_sendfile:
	case SYS_splice:
	/* they change files, which are not put back */
	case SYS_ftruncate:
	case SYS_fsync:
	case SYS_fdatasync:
	case SYS_flock:
	case SYS_unlink:
	case SYS_unlinkat:
	case SYS_rename:
	case SYS_renameat:
	case SYS_mkdir:
	case SYS_mkdirat:
	case SYS_rmdir:
	/* they change descriptors of the run */
	case SYS_bind:
	case SYS_listen:
	case SYS_connect:
	case SYS_shutdown:
	case SYS_setsockopt:
	case SYS_epoll_ctl:
	case SYS_sendto:
	case SYS_sendmsg:
	case SYS_recvfrom:
	case SYS_recvmsg:
	/* they change nothing */
	case SYS_epoll_wait:
	case SYS_epoll_pwait:
	case SYS_poll:
	case SYS_ppoll:
	case SYS_select:
	case SYS_pselect6:
	case SYS_getsockopt:
	case SYS_getsockname:
	case SYS_getpeername:
	case SYS_stat:
	case SYS_fstat:
	case SYS_lstat:
	case SYS_newfstatat:
	case SYS_statx:
	case SYS_statfs:
	case SYS_fstatfs:
	case SYS_access:
	case SYS_faccessat:
	case SYS_readlink:
	case SYS_readlinkat:
	case SYS_getdents64:
	case SYS_getcwd:
	case SYS_futex:
	case SYS_nanosleep:
	case SYS_clock_nanosleep:
	case SYS_clock_gettime:
	case SYS_clock_getres:
	case SYS_gettimeofday:
	case SYS_time:
	case SYS_times:
	case SYS_getrusage:
	case SYS_getrlimit:
	case SYS_getpid:
	case SYS_gettid:
	case SYS_getppid:
	case SYS_getuid:
	case SYS_geteuid:
	case SYS_getgid:
	case SYS_getegid:
	case SYS_uname:
	case SYS_sysinfo:
	case SYS_getrandom:
	case SYS_getcpu:
	case SYS_sched_yield:
	case SYS_sched_getaffinity:
	case SYS_sched_getparam:
	case SYS_sched_getscheduler:
	case SYS_sched_get_priority_min:
	case SYS_sched_get_priority_max:
	case SYS_membarrier:
	case SYS_process_vm_readv:
	case SYS_mincore:
	case SYS_msync:
	case SYS_rt_sigpending:
	case SYS_rt_sigreturn:
		return false;
	/* the simulation has them with the program's first kernel thread */
	case SYS_kill:
	case SYS_tkill:
	case SYS_tgkill:
	case SYS_rt_sigqueueinfo:
	case SYS_rt_tgsigqueueinfo:
	case SYS_rt_sigtimedwait:
	case SYS_rt_sigsuspend:
	case SYS_pause:
	case SYS_alarm:
	case SYS_setitimer:
	case SYS_getitimer:
	case SYS_timer_create:
	case SYS_timer_settime:
	case SYS_timer_gettime:
	case SYS_timer_getoverrun:
	case SYS_timer_delete:
	case SYS_set_tid_address:
	case SYS_set_robust_list:
	case SYS_rseq:
		if (!conc_trap_on) conc_snapshot_spend();
		return false;
	default:
		conc_snapshot_spend();
		return false;
	}
}

/* ---- Take, and back ---- */

static void close_new(void)
{
	unsigned from = 0;

	for (unsigned file = 0; file <= FILES; file++) {
		if (file < FILES && !was_open(file)) continue;
		if (file > from || file == FILES)
			conc_trap_call(SYS_close_range, from, file < FILES ? file - 1 : ~0u, 0);
		from = file + 1;
	}
}

static void put_back_signals(void)
{
	for (; X->set; X->set &= X->set - 1) {
		int number = __builtin_ctzll(X->set) + 1;
		if (number != SIGSYS && number != SIGSEGV)
			conc_trap_call(SYS_rt_sigaction, number, &X->actions[number], NULL, 8);
	}
	X->faulting = X->actions[SIGSEGV];
	X->alternate = (stack_t){.ss_flags = SS_DISABLE};
	conc_trap_call(SYS_rt_sigprocmask, SIG_SETMASK, &X->blocked, NULL, 8);
}

static void put_back_memory(void)
{
	for (unsigned i = X->regions; i-- > 0;) {
		X->region[i].used = false;
		if (X->region[i].odd) drop_region(&X->region[i]);
	}
	for (; X->foreigns; X->foreigns--)
		conc_trap_call(SYS_munmap, X->foreign[X->foreigns - 1].from,
		               X->foreign[X->foreigns - 1].size);
	for (size_t i = 0; i < X->pages; i++)
		if (X->page[i].copy) __builtin_memcpy(X->page[i].at, X->page[i].copy, PAGE);
		else __builtin_memset(X->page[i].at, 0, PAGE);
	__builtin_memcpy(X->low, X->stack, (size_t)(X->top - X->low));
	X->break_now = X->break_;
}

static void put_back(void)
{
	conc_trap_set_locals(X->locals);
	if (X->opened) close_new();
	put_back_memory();
	put_back_signals();
	X->opened = false;
	X->ended_run = false;
	__builtin_ia32_ldmxcsr(X->modes);
	__asm__ volatile("fldcw %0" : : "m"(X->control));
	longjmp(X->to, 1);
}

_Noreturn void conc_snapshot_back(void)
{
	leave_stack(put_back);
}

static void take_mapping(const struct conc_mapping *mapping, void *failed)
{
	struct region *r;

	if (mapping->is_stack) {
		X->top = (char *)mapping->end;
		return;
	}
	if (!mapping->is_written) return;
	if (mapping->start <= (uintptr_t)X && (uintptr_t)X < mapping->end) return;
	r = mapping->is_code ? NULL
	                     : add_region(mapping->start, mapping->end, PROT_READ | PROT_WRITE, 0);
	if (r) r->holds = r->used = true;
	else *(bool *)failed = true;
}

static bool protect_unwritten(const struct region *r)
{
	uintptr_t from = r->from;

	for (uintptr_t at = r->from; at <= r->to; at += PAGE) {
		size_t n = (at - r->from) / PAGE;
		if (at < r->to && !(r->written[n / 8] >> n % 8 & 1)) continue;
		if (at > from && conc_trap_call(SYS_mprotect, from, at - from,
		                                without_write(r->protection)) != 0)
			return false;
		from = at + PAGE;
	}
	return true;
}

extern const ptrdiff_t __rseq_offset __attribute__((weak));

static bool take_memory(void)
{
	bool failed = false;

	if (!conc_mappings_each(take_mapping, &failed) || failed || !X->top) return false;
	X->break_ = X->break_now = (uintptr_t)conc_trap_call(SYS_brk, 0);
	X->break_real = X->break_;
	if ((size_t)(X->room_end - X->room) < (2u << 20)) return false;
	X->heap = &X->region[X->regions++];
	*X->heap = (struct region){.from = up(X->break_),
	                           .to = up(X->break_),
	                           .protection = PROT_READ | PROT_WRITE,
	                           .used = true,
	                           .written = (uint8_t *)take_room(1 << 20)};
	X->stack = take_room((size_t)(X->top - X->low));
	/* The kernel writes to these of its own accord, at each change of the processor: not for an
	 * instant may they be protected. */
	write_pages(X->locals - PAGE, X->locals + PAGE);
	if (&__rseq_offset)
		write_pages(X->locals + (uintptr_t)__rseq_offset,
		            X->locals + (uintptr_t)__rseq_offset + 32);
	for (unsigned i = 0; i < X->regions; i++)
		if (!protect_unwritten(&X->region[i])) return false;
	return true;
}

static void take_kernel(void)
{
	stack_t faults = {.ss_sp = X->faults, .ss_size = STACK};
	struct action action = {on_fault, SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTORER,
	                        (void *)(uintptr_t)conc_trap_restore, 0};

	for (int i = 1; i <= SIGNALS; i++)
		conc_trap_call(SYS_rt_sigaction, i, NULL, &X->actions[i], 8);
	conc_trap_call(SYS_rt_sigprocmask, SIG_BLOCK, NULL, &X->blocked, 8);
	for (unsigned file = 0; file < FILES; file++)
		if (conc_trap_call(SYS_fcntl, file, F_GETFD) >= 0)
			X->file[file / 8] |= (uint8_t)(1 << file % 8);
	conc_trap_call(SYS_sigaltstack, &faults, NULL);
	conc_trap_call(SYS_rt_sigaction, SIGSEGV, &action, NULL, 8);
	X->faulting = X->actions[SIGSEGV];
	X->alternate = (stack_t){.ss_flags = SS_DISABLE};
	X->locals = conc_trap_locals();
	X->modes = __builtin_ia32_stmxcsr();
	__asm__ volatile("fnstcw %0" : "=m"(X->control));
}

/* Between pages that cannot be used, so that it is a mapping of its own. */
static char *reserve(void)
{
	return (char *)conc_trap_call(SYS_mmap, NULL, sizeof *X + ROOM + 2 * PAGE, PROT_NONE,
	                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

void conc_snapshot_reserve(void)
{
	reserve();
}

bool conc_snapshot_take(void (*ended)(int status, bool apart))
{
	char *sp, *room = reserve();

	if ((uintptr_t)room > -(uintptr_t)PAGE || !conc_trap_watch()) return false;
	room += PAGE;
	if (conc_trap_call(SYS_mprotect, room, sizeof *X + ROOM, PROT_READ | PROT_WRITE) != 0)
		return false;
	X = (struct snapshot *)(void *)room;
	X->room = room + up(sizeof *X);
	X->room_end = room + sizeof *X + ROOM;
	X->ended = ended;
	__asm__ volatile("movq %%rsp, %0" : "=r"(sp));
	X->low = sp - 128;
	conc_snapshot_on = true;
	take_kernel();
	if (!take_memory()) return false;
	if (setjmp(X->to) == 0) __builtin_memcpy(X->stack, X->low, (size_t)(X->top - X->low));
	return true;
}

/* ---- The library's own calls ---- */

static long memory_call(long number, long a, long b, long c, long d, long e, long f)
{
	long arguments[6] = {a, b, c, d, e, f};

	if (!conc_snapshot_on) return conc_trap_call_six(number, a, b, c, d, e, f);
	switch (number) {
	case SYS_mmap:
		return map(arguments);
	case SYS_munmap:
		return unmap((uintptr_t)a, (size_t)b);
	case SYS_mprotect:
		return protect(arguments);
	default:
		return advise(arguments);
	}
}

#else

static bool is_clean(void)
{
	return false;
}

static _Noreturn void end_run(int status, bool is_apart)
{
	(void)status, (void)is_apart;
	abort();
}

void conc_snapshot_reserve(void) {}

bool conc_snapshot_take(void (*ended)(int status, bool apart))
{
	(void)ended;
	return false;
}

_Noreturn void conc_snapshot_back(void)
{
	abort();
}

void conc_snapshot_spend(void) {}

bool conc_snapshot_call(const struct conc_trap *trap, long *result)
{
	(void)trap, (void)result;
	return false;
}

void conc_snapshot_make_room(void) {}

bool conc_snapshot_expose(const struct conc_trap *trap)
{
	(void)trap;
	return false;
}

bool conc_schedule_protects(uintptr_t from, uintptr_t to)
{
	(void)from, (void)to;
	return false;
}

void conc_snapshot_own(unsigned n, uintptr_t *from, uintptr_t *to)
{
	(void)n;
	*from = *to = 0;
}

static long memory_call(long number, long a, long b, long c, long d, long e, long f)
{
	return conc_trap_call_six(number, a, b, c, d, e, f);
}

#endif

static long with_errno(long result)
{
	if (result >= 0 || result < -4095) return result;
	errno = (int)-result;
	return -1;
}

_Noreturn void conc_snapshot_exit(int status)
{
	if (conc_snapshot_on) end_run(status, false);
	for (;;) conc_trap_call(SYS_exit_group, status);
}

bool conc_snapshot_clean(void)
{
	return conc_snapshot_on && is_clean();
}

bool conc_schedule_catches_faults(void)
{
	return conc_snapshot_on;
}

void conc_schedule_calls_pass(bool pass)
{
	if (!conc_trap_on) conc_trap_let(pass);
}

/* only redirected calls come to these functions */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

void *conc_plain_mmap(void *at, size_t size, int protection, int flags, int file, off_t offset)
{
	return (void *)with_errno(
	        memory_call(SYS_mmap, (long)at, (long)size, protection, flags, file, offset));
}

int conc_plain_munmap(void *at, size_t size)
{
	return (int)with_errno(memory_call(SYS_munmap, (long)at, (long)size, 0, 0, 0, 0));
}

int conc_plain_mprotect(void *at, size_t size, int protection)
{
	return (int)with_errno(
	        memory_call(SYS_mprotect, (long)at, (long)size, protection, 0, 0, 0));
}

/* One kernel thread does not need to ask for its mask by a trap. */
int conc_plain_pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
	uint64_t mask;

	if (!conc_snapshot_on || conc_trap_on) return sigprocmask(how, set, old) ? errno : 0;
	if (set) memcpy(&mask, set, sizeof mask);
	if (set && how != SIG_UNBLOCK)
		mask &= ~(UINT64_C(1) << (SIGSEGV - 1) | UINT64_C(1) << (SIGSYS - 1));
	conc_snapshot_make_room();
	return (int)-conc_trap_call(SYS_rt_sigprocmask, how, set ? &mask : NULL, old, 8);
}

int conc_plain_madvise(void *at, size_t size, int advice)
{
	return (int)with_errno(memory_call(SYS_madvise, (long)at, (long)size, advice, 0, 0, 0));
}
