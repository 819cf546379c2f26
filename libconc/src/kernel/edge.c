/* SPDX-License-Identifier: MIT */
/* edge: the parts that are more than one call. edge.h has the idea.
 *
 * The library is not instrumented, but the libc functions it calls are the sanitizer's: a copy,
 * malloc or mmap would count as an access by the running fiber, pthread_create as an edge. The
 * Makefile redirects these calls in the library's objects, except this one and new.o, to the
 * functions at the end of this file.
 */
#define _GNU_SOURCE
#include "edge.h"

#if CONC_TSAN
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "processor.h"
#include "stack_pool.h"
#include "thread.h"

#if CONC_RACES
#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

void __tsan_set_fiber_name(void *fiber, const char *name);
void AnnotateIgnoreReadsBegin(const char *file, int line);
void AnnotateIgnoreReadsEnd(const char *file, int line);
void AnnotateBenignRaceSized(const char *file, int line, const volatile void *start, size_t size,
                             const char *why);

/* only redirected calls come to the functions of these names (edge.syms) */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
int conc_plain_snprintf(char *text, size_t size, const char *format, ...);

/* ---- Fibers ---- */

/* A fiber without a past. A new fiber inherits its creator's past, so this one creates them. The
 * lock: a fiber runs on one kernel thread at a time. */
static struct {
	struct conc_tiny_lock lock;
	void *fiber;
} root;

__attribute__((constructor)) static void make_root(void)
{
	if (root.fiber) return;
	root.fiber = __tsan_create_fiber(0);
	__tsan_set_fiber_name(root.fiber, "libconc");
}

static void *enter_root(void)
{
	void *self = __tsan_get_current_fiber();

	make_root();
	conc_tiny_lock_acquire(&root.lock);
	__tsan_switch_to_fiber(root.fiber, CONC_TSAN_SWITCH);
	return self;
}

static void leave_root(void *self)
{
	__tsan_switch_to_fiber(self, CONC_TSAN_SWITCH);
	conc_tiny_lock_release(&root.lock);
}

static void *named_fiber(const char *name)
{
	void *self = enter_root(), *fiber = __tsan_create_fiber(0);

	leave_root(self);
	__tsan_set_fiber_name(fiber, name);
	return fiber;
}

static const char *describe(const struct conc_thread *t, char *text, size_t size)
{
	char name[64];

	conc_plain_snprintf(text, size, "%s%s%s%s", conc_thread_describe(t, name, sizeof name),
	                    t->started_at ? " (" : "", t->started_at ? t->started_at : "",
	                    t->started_at ? ")" : "");
	return text;
}

void *conc_fiber_new(const struct conc_thread *t)
{
	char text[128];

	if (!load_relaxed(&t->name)) return named_fiber("libconc");
	return named_fiber(describe(t, text, sizeof text));
}

void conc_fiber_name(const struct conc_thread *t)
{
	char text[128];

	__tsan_set_fiber_name(t->fiber, describe(t, text, sizeof text));
}

/* Uses a fiber of its own: the root would keep the past and hand it to every later fiber. */
void conc_edge_pass(const volatile void *from, const volatile void *to)
{
	void *fiber = named_fiber("libconc"), *self = __tsan_get_current_fiber();

	__tsan_switch_to_fiber(fiber, CONC_TSAN_SWITCH);
	conc_edge_to(from);
	conc_edge_from(to);
	__tsan_switch_to_fiber(self, CONC_TSAN_SWITCH);
	__tsan_destroy_fiber(fiber);
}

void conc_edge_fresh_stack(struct conc_stack *stack)
{
	size_t size = (size_t)((uintptr_t)stack->high - (uintptr_t)stack->low + 4095) & ~4095ul;

	AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
	(void)mmap(stack->low, size, PROT_READ | PROT_WRITE,
	           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
	AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
	madvise(stack->low, size, MADV_NOHUGEPAGE);
}

/* ---- Tokens ---- */

void *conc_edge_token(void *token)
{
	if (!token) token = malloc(sizeof(conc_edge_cell));
	if (token) conc_edge_only_from(token);
	return token;
}

void conc_edge_drop(void *token)
{
	AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
	free(token);
	AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
}

void conc_edge_take(void *token)
{
	if (!token) return;
	conc_edge_to(token);
	conc_edge_drop(token);
}

/* ---- Behaviours ---- */

/* Idle fibers and their stacks, each kept for the next behaviour of its actor. */
enum { KEPT = 512 };

struct behaver {
	const struct conc_actor *actor;
	void *fiber; /* or null if this place is empty */
	struct conc_stack *stack;
};

static struct {
	struct conc_tiny_lock lock;
	struct behaver kept[KEPT];
} behavers;

static struct behaver *edge_place_of(const struct conc_actor *actor)
{
	uint64_t hash = (uint64_t)(uintptr_t)actor * UINT64_C(0x9E3779B97F4A7C15);

	return &behavers.kept[(hash >> 32) % KEPT];
}

static struct behaver take_behaver(const struct conc_actor *actor, const char *name)
{
	struct behaver *place = edge_place_of(actor), b = {.actor = actor};
	char text[64];

	conc_tiny_lock_acquire(&behavers.lock);
	if (place->fiber && place->actor == actor) {
		b = *place;
		place->fiber = NULL;
	}
	conc_tiny_lock_release(&behavers.lock);
	if (b.fiber) return b;
	conc_plain_snprintf(text, sizeof text, "actor '%s'", name);
	b.fiber = named_fiber(text);
	b.stack = conc_stack_get(&conc_processor_current()->stacks);
	return b;
}

static void keep_behaver(struct behaver b)
{
	struct behaver *place = edge_place_of(b.actor), was;

	conc_tiny_lock_acquire(&behavers.lock);
	was = *place;
	*place = b;
	conc_tiny_lock_release(&behavers.lock);
	if (!was.fiber) return;
	__tsan_destroy_fiber(was.fiber);
	conc_stack_put(&conc_processor_current()->stacks, was.stack);
}

static __attribute__((noinline)) void call_on(char *stack, void (*run)(void *argument),
                                              void *argument)
{
#if defined(__x86_64__)
	__asm__ volatile("movq %%rsp, %%rbx\n\t"
	                 "movq %0, %%rsp\n\t"
	                 "callq *%1\n\t"
	                 "movq %%rbx, %%rsp"
	                 : "+r"(stack), "+r"(run), "+D"(argument)
	                 :
	                 : "rbx", "rax", "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11", "memory",
	                   "cc");
#elif defined(__aarch64__)
	register void *x0 __asm__("x0") = argument;

	__asm__ volatile("mov x19, sp\n\t"
	                 "mov sp, %1\n\t"
	                 "blr %2\n\t"
	                 "mov sp, x19"
	                 : "+r"(x0)
	                 : "r"(stack), "r"(run)
	                 : "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11",
	                   "x12", "x13", "x14", "x15", "x16", "x17", "x19", "x30", "memory", "cc");
#endif
}

void conc_edge_behave(const struct conc_actor *actor, const char *name, void (*run)(void *argument),
                      void *argument)
{
	struct conc_thread *self = conc_thread_self();
	struct behaver b = take_behaver(actor, name);
	void *fiber = self->fiber, *low = self->stack_low;

	self->fiber = b.fiber;
	self->stack_low = b.stack->low;
	__tsan_switch_to_fiber(b.fiber, CONC_TSAN_SWITCH);
	conc_edge_to(actor);
	call_on(b.stack->high, run, argument);
	conc_edge_from(actor);
	self->fiber = fiber;
	self->stack_low = low;
	__tsan_switch_to_fiber(fiber, CONC_TSAN_SWITCH);
	keep_behaver(b);
}

static int share(struct dl_phdr_info *object, size_t size, void *unused)
{
	(void)size, (void)unused;
	for (int i = 0; object->dlpi_tls_data && i < object->dlpi_phnum; i++)
		if (object->dlpi_phdr[i].p_type == PT_TLS)
			AnnotateBenignRaceSized(__FILE__, __LINE__, object->dlpi_tls_data,
			                        object->dlpi_phdr[i].p_memsz, "_Thread_local");
	return 0;
}

void conc_edge_share_locals(void)
{
	dl_iterate_phdr(share, NULL);
}

/* These calls do nothing but enter the sanitizer's wrapper, which makes its edge. */
void conc_edge_file_from(int file)
{
	int saved = errno;

	(void)!writev(file, NULL, 0);
	errno = saved;
}

void conc_edge_file_to(int file)
{
	int saved = errno;

	(void)!readv(file, NULL, 0);
	errno = saved;
}

/* ---- What the library calls instead of the sanitizer's functions ---- */

/* Evaluates call unseen by the sanitizer: making or freeing memory is no thread's access. */
#define UNSEEN(call)                                          \
	({                                                    \
		AnnotateIgnoreReadsBegin(__FILE__, __LINE__); \
		__typeof__(call) result_ = (call);            \
		AnnotateIgnoreReadsEnd(__FILE__, __LINE__);   \
		result_;                                      \
	})

#define PLAIN(type, name, parameters, ...)        \
	type conc_plain_##name parameters         \
	{                                         \
		return UNSEEN(name(__VA_ARGS__)); \
	}

PLAIN(void *, malloc, (size_t size), size)
PLAIN(void *, calloc, (size_t count, size_t size), count, size)
PLAIN(void *, realloc, (void *memory, size_t size), memory, size)
PLAIN(void *, aligned_alloc, (size_t align, size_t size), align, size)
PLAIN(int, posix_memalign, (void **memory, size_t align, size_t size), memory, align, size)
PLAIN(int, vsnprintf, (char *text, size_t size, const char *format, va_list arguments), text, size,
      format, arguments)

void conc_plain_free(void *memory)
{
	conc_edge_drop(memory);
}

/* The asm keeps the compiler from turning these loops into calls. */
void *conc_plain_memcpy(void *to, const void *from, size_t size)
{
	char *t = to;
	const char *f = from;

	for (; size >= 8; size -= 8, t += 8, f += 8) {
		struct word {
			uint64_t value;
		} __attribute__((packed, may_alias));
		*(struct word *)(void *)t = *(const struct word *)(const void *)f;
		__asm__ volatile("" ::: "memory");
	}
	while (size--) {
		*t++ = *f++;
		__asm__ volatile("" ::: "memory");
	}
	return to;
}

void *conc_plain_memmove(void *to, const void *from, size_t size)
{
	char *t = to;
	const char *f = from;

	if (t <= f) return conc_plain_memcpy(to, from, size);
	while (size--) {
		t[size] = f[size];
		__asm__ volatile("" ::: "memory");
	}
	return to;
}

void *conc_plain_memset(void *to, int value, size_t size)
{
	char *t = to;

	while (size--) {
		*t++ = (char)value;
		__asm__ volatile("" ::: "memory");
	}
	return to;
}

int conc_plain_snprintf(char *text, size_t size, const char *format, ...)
{
	va_list arguments;
	int length;

	va_start(arguments, format);
	length = conc_plain_vsnprintf(text, size, format, arguments);
	va_end(arguments);
	return length;
}

int conc_plain_fprintf(FILE *file, const char *format, ...)
{
	va_list arguments;
	int length;

	va_start(arguments, format);
	length = UNSEEN(vfprintf(file, format, arguments));
	va_end(arguments);
	return length;
}

void *conc_plain_mmap(void *at, size_t size, int protection, int flags, int file, off_t offset)
{
	return (void *)syscall(SYS_mmap, at, size, protection, flags, file, offset);
}

int conc_plain_munmap(void *at, size_t size)
{
	return munmap(at, size); /* the sanitizer forgets that memory's past, rightly */
}

/* Starts a kernel thread of the library, without a past. */
int conc_plain_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                              void *(*run)(void *), void *argument)
{
	void *self = enter_root();
	int error = pthread_create(thread, attributes, run, argument);

	leave_root(self);
	return error;
}
#else
void *conc_fiber_new(const struct conc_thread *t)
{
	(void)t;
	return __tsan_create_fiber(0);
}
#endif
#endif
