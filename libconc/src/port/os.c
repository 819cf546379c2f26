/* SPDX-License-Identifier: MIT */
/* Linux: futex, CPUs, clock, barriers. Raw system calls where glibc has no wrapper or where the
 * wrapper would write errno, which belongs to the user thread. */
#define _GNU_SOURCE
#include "os.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "atomic.h"
#include "conc/duration.h"
#include "sanitizer.h"
#include "stop.h"

void conc_os_refused(const char *call, int error, const char *remedy)
{
	conc_stop(NULL, NULL, "the kernel refuses %s: %s: %s", call, strerror(error), remedy);
}

/* Without futexes the program stops: a thread that cannot sleep spins; one not woken hangs. */
static void check_futex(int error)
{
	if (CONC_LIKELY(error != EPERM && error != ENOSYS && error != EACCES)) return;
	conc_os_refused("futex", error,
	                "nothing can wait without it: allow it in the seccomp filter");
}

int conc_os_futex_wait(uint32_t *word, uint32_t expected, uint64_t deadline)
{
	int saved = errno, result = 0;
	struct timespec until = {
	        .tv_sec = (time_t)(deadline / 1000000000),
	        .tv_nsec = (long)(deadline % 1000000000),
	};

	if (conc_schedule_on()) return conc_schedule_futex_wait(word, expected, deadline);
	/* WAIT_BITSET: its timeout is absolute, and by default on CLOCK_MONOTONIC */
	if (syscall(SYS_futex, word, FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG, expected,
	            deadline == UINT64_MAX ? NULL : &until, NULL, FUTEX_BITSET_MATCH_ANY) < 0) {
		result = -errno;
		check_futex(errno);
	}
	errno = saved;
	return result;
}

void conc_os_futex_wake(uint32_t *word, int count)
{
	int saved = errno;

	if (conc_schedule_on()) {
		conc_schedule_futex_wake(word, count);
		return;
	}
	if (syscall(SYS_futex, word, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, count, NULL, NULL, 0) < 0)
		check_futex(errno);
	errno = saved;
}

/* A hundred looks take about a microsecond: longer than a running holder keeps the lock. */
void conc_tiny_lock_wait(struct conc_tiny_lock *lock)
{
	for (int i = 0; i < 100; i++) {
		if (load_relaxed(&lock->word) == 0 && conc_tiny_lock_try(lock)) return;
		conc_relax(1);
	}
	/* acquire: as in conc_tiny_lock_try; 2 tells the holder to wake a sleeper */
	while (exchange_acquire(&lock->word, 2) != 0)
		conc_os_futex_wait(&lock->word, 2, UINT64_MAX);
}

void conc_tiny_lock_wake(struct conc_tiny_lock *lock)
{
	conc_os_futex_wake(&lock->word, 1);
}

uint64_t conc_now(void)
{
	struct timespec now;

	if (conc_schedule_on()) return conc_schedule_now();
	if (CONC_UNLIKELY(clock_gettime(CLOCK_MONOTONIC, &now) != 0))
		conc_stop(NULL, NULL, "cannot read the clock: %s", strerror(errno));
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

uint64_t conc_os_cpu_time(void)
{
	int saved = errno;
	struct timespec used = {0};

	if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used) != 0) used = (struct timespec){0};
	errno = saved;
	return (uint64_t)used.tv_sec * 1000000000 + (uint64_t)used.tv_nsec;
}

void conc_os_yield(void)
{
	if (conc_schedule_on()) conc_schedule_yield();
	else syscall(SYS_sched_yield);
}

/* Sleeps and does not yield: a holder of lower priority would never run. */
void conc_backoff(unsigned *turns)
{
	enum { SPINS = 100, NAP = 50000 /* ns */ };
	uint32_t nobody = 0;

	if (++*turns < SPINS) conc_relax(1);
	else conc_os_futex_wait(&nobody, 0, conc_now() + NAP);
}

int conc_os_thread_id(void)
{
	return (int)syscall(SYS_gettid);
}

bool conc_os_is_initial_thread(void)
{
	int self = conc_os_thread_id(), process = (int)getpid();

	if (self < 0 || process < 0)
		conc_os_refused("gettid and getpid", errno, "allow them in the seccomp filter");
	return self == process;
}

static int add_thread_local(struct dl_phdr_info *object, size_t size, void *sum)
{
	(void)size;
	for (int i = 0; i < object->dlpi_phnum; i++)
		if (object->dlpi_phdr[i].p_type == PT_TLS)
			*(size_t *)sum +=
			        object->dlpi_phdr[i].p_memsz + object->dlpi_phdr[i].p_align;
	return 0;
}

/* sanitizer.h has the reason. The stack is never freed: the thread uses it to the end. */
static void set_stack_for_valgrind(pthread_attr_t *attributes)
{
	size_t page = conc_os_page_size(), bytes = 0;
	char *memory;

	pthread_attr_getstacksize(attributes, &bytes);
	memory = mmap(NULL, bytes + page, PROT_READ | PROT_WRITE,
	              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (memory == MAP_FAILED) return;
	mprotect(memory, page, PROT_NONE);
	pthread_attr_setstack(attributes, memory + page, bytes);
}

int conc_os_thread_start(void *(*run)(void *), void *argument, size_t stack)
{
	int saved = errno, error;
	pthread_attr_t attributes;
	sigset_t all, before;
	pthread_t thread;

	if (conc_schedule_seeded()) return conc_schedule_thread_start(run, argument) ? 0 : EAGAIN;
	error = pthread_attr_init(&attributes);
	if (!error) {
		pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
		if (stack) { /* glibc also puts thread-local storage on it */
			dl_iterate_phdr(add_thread_local, &stack);
			pthread_attr_setstacksize(&attributes, stack);
		}
		if (conc_valgrind_runs()) set_stack_for_valgrind(&attributes);
		sigfillset(&all);
		pthread_sigmask(SIG_SETMASK, &all, &before);
		error = pthread_create(&thread, &attributes, run, argument);
		pthread_sigmask(SIG_SETMASK, &before, NULL);
		pthread_attr_destroy(&attributes);
	}
	errno = saved;
	return error;
}

/* A call that does not return may take the place of the first frame. glibc's own frame before it
 * has a jump buffer, with registers that were inherited from the starter. */
char *conc_os_frames_end(void *first)
{
	char *end = (char *)first + 2 * sizeof(void *);

#ifdef __GLIBC__
	if (!conc_schedule_seeded()) end += sizeof(__pthread_unwind_buf_t);
#endif
	return end;
}

size_t conc_os_page_size(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

uint64_t conc_os_environment(const char *name, uint64_t fallback)
{
	const char *text = getenv(name);
	unsigned long long value;
	char *end;
	int shift = 0, saved = errno;

	if (!text || *text < '0' || *text > '9') return fallback;
	value = strtoull(text, &end, 10);
	errno = saved;
	if (*end && strchr("kK", *end)) shift = 10;
	else if (*end && strchr("mM", *end)) shift = 20;
	else if (*end && strchr("gG", *end)) shift = 30;
	if (end[shift != 0]) return fallback;
	return value > UINT64_MAX >> shift ? UINT64_MAX : (uint64_t)value << shift;
}

uint64_t conc_os_environment_within(const char *name, uint64_t fallback, uint64_t least,
                                    uint64_t most)
{
	uint64_t value = conc_os_environment(name, fallback);

	return value < least ? least : value > most ? most : value;
}

/* ---- The program and its libraries ---- */

struct loaded {
	uintptr_t address;        /* to search for */
	const char *name;         /* of the object that holds it; "" for the program */
	uintptr_t data, data_end; /* its variables */
};

static int find_object(struct dl_phdr_info *object, size_t size, void *found)
{
	struct loaded *loaded = found;

	(void)size;
	for (int i = 0; i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &object->dlpi_phdr[i];
		uintptr_t start = object->dlpi_addr + part->p_vaddr;
		if (part->p_type != PT_LOAD || loaded->address - start >= part->p_memsz) continue;
		loaded->name = object->dlpi_name;
	}
	for (int i = 0; loaded->name && i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &object->dlpi_phdr[i];
		if (part->p_type != PT_LOAD || !(part->p_flags & PF_W)) continue;
		loaded->data = object->dlpi_addr + part->p_vaddr;
		loaded->data_end = loaded->data + part->p_memsz;
	}
	return loaded->name != NULL;
}

/* Returns the file name of the object that holds address; "" for the program, NULL for none. */
static const char *os_object_of(const void *address)
{
	struct loaded found = {.address = (uintptr_t)address};

	return dl_iterate_phdr(find_object, &found) ? found.name : NULL;
}

bool conc_os_library_data(const void *address, uintptr_t *from, uintptr_t *to)
{
	struct loaded found = {.address = (uintptr_t)address};

	if (!dl_iterate_phdr(find_object, &found) || !*found.name) return false;
	*from = found.data;
	*to = found.data_end;
	return *from < *to;
}

bool conc_os_is_loaded(const void *address)
{
	return os_object_of(address) != NULL;
}

bool conc_os_is_program(const void *address)
{
	const char *name = os_object_of(address);

	return name && !*name;
}

static const char *own_object(void)
{
	const char *own = os_object_of((const void *)(uintptr_t)&conc_os_is_loaded);

	return own ? own : "";
}

typedef void *load_function(const char *, int);

/* Finds dlopen at run time: linkers warn of its name in static programs, which never call this. */
static load_function *dynamic_loader(void)
{
	return (load_function *)(uintptr_t)dlsym(RTLD_DEFAULT, "dlopen");
}

void conc_os_stay_loaded(void)
{
	const char *own = own_object();
	int saved = errno;
	load_function *load = *own ? dynamic_loader() : NULL;

	if (load) load(own, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
	errno = saved;
}

/* If it is, its pthread_mutex_lock (foreign_lock.c) comes before libc's. */
bool conc_os_is_of_program(void)
{
	const char *own = own_object(), *first;
	load_function *load;
	void *program;

	if (!*own) return true;
	load = dynamic_loader();
	program = load ? load(NULL, RTLD_LAZY) : NULL;
	if (!program) return false;
	first = os_object_of(dlsym(program, "pthread_mutex_lock"));
	return first && strcmp(first, own) == 0;
}

/* CPUs */

static bool read_file(const char *path, char *buffer, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t length = fd < 0 ? -1 : read(fd, buffer, size - 1);

	if (fd >= 0) syscall(SYS_close, fd); /* libconc's close is in a higher layer */
	buffer[length > 0 ? length : 0] = '\0';
	return length > 0;
}

static unsigned quota_cpus(long long quota, long long period)
{
	if (quota <= 0 || period <= 0) return UINT_MAX;
	return (unsigned)((quota + period - 1) / period);
}

static unsigned v2_quota(const char *directory)
{
	char path[PATH_MAX + 64], text[128];
	long long quota, period;

	snprintf(path, sizeof path, "%s/cpu.max", directory);
	if (!read_file(path, text, sizeof text) || sscanf(text, "%lld %lld", &quota, &period) != 2)
		return UINT_MAX;
	return quota_cpus(quota, period);
}

static unsigned v1_quota(const char *directory)
{
	char path[PATH_MAX + 64], quota[64], period[64];

	snprintf(path, sizeof path, "%s/cpu.cfs_quota_us", directory);
	if (!read_file(path, quota, sizeof quota)) return UINT_MAX;
	snprintf(path, sizeof path, "%s/cpu.cfs_period_us", directory);
	if (!read_file(path, period, sizeof period)) return UINT_MAX;
	return quota_cpus(atoll(quota), atoll(period));
}

/* Returns the least quota from mount/path up to mount: a parent's limit binds, too. */
static unsigned least_quota(const char *mount, char *path, unsigned (*quota)(const char *))
{
	char directory[PATH_MAX];
	unsigned least = UINT_MAX;

	for (;;) {
		unsigned here;
		char *slash;
		snprintf(directory, sizeof directory, "%s%s", mount, path);
		here = quota(directory);
		if (here < least) least = here;
		slash = strrchr(path, '/');
		if (!slash) return least;
		*slash = '\0';
	}
}

/* A line of /proc/self/cgroup is ID:CONTROLLERS:PATH; v2 has ID 0 and no controllers. */
static unsigned line_quota(char *line)
{
	char *controllers = strchr(line, ':');
	char *path = controllers ? strchr(controllers + 1, ':') : NULL;

	if (!path) return UINT_MAX;
	*path++ = '\0';
	controllers++;
	if (*controllers == '\0') return least_quota("/sys/fs/cgroup", path, v2_quota);
	for (char *save, *c = strtok_r(controllers, ",", &save); c; c = strtok_r(NULL, ",", &save))
		if (strcmp(c, "cpu") == 0) return least_quota("/sys/fs/cgroup/cpu", path, v1_quota);
	return UINT_MAX;
}

static unsigned cgroup_cpus(void)
{
	char text[4096];
	unsigned least = UINT_MAX;

	if (!read_file("/proc/self/cgroup", text, sizeof text)) return least;
	for (char *save, *line = strtok_r(text, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save)) {
		unsigned quota = line_quota(line);
		if (quota < least) least = quota;
	}
	return least;
}

unsigned conc_os_cpus(void)
{
	int saved = errno;
	unsigned affinity = 1, quota = cgroup_cpus();
	size_t size = 8192; /* 65536 CPUs */
	cpu_set_t *set = calloc(1, size);

	if (set && sched_getaffinity(0, size, set) == 0)
		affinity = (unsigned)CPU_COUNT_S(size, set);
	free(set);
	errno = saved;
	if (!affinity) affinity = 1;
	return affinity < quota ? affinity : quota;
}

/* A directory that contains n directories has n + 2 links. stat uses no descriptor, so a program
 * that has used up its descriptors is still told that it is blocked. Rejected: listing the
 * directory (a listing stops early when a thread ends meanwhile, and a missed thread looks like a
 * deadlock). */
unsigned conc_os_kernel_threads(void)
{
	int saved = errno;
	struct stat task;
	unsigned count = 0;

	if (stat("/proc/self/task", &task) == 0 && task.st_nlink > 2)
		count = (unsigned)task.st_nlink - 2;
	errno = saved;
	return count != 0 && conc_schedule_seeded() ? conc_schedule_kernel_threads(count) : count;
}

static bool membarrier(int command)
{
	return syscall(SYS_membarrier, command, 0, 0) == 0;
}

/* Tries both commands: a filter may know one and not the other. */
bool conc_os_heavy_barrier_init(void)
{
	int saved = errno;
	bool works = conc_schedule_on() ? conc_schedule_random(2) == 0
	                                : membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) &&
	                                          membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED);

	errno = saved;
	return works;
}

/* The kernel refuses the barrier that it allowed before. Another thread may be inside its cheap
 * half now, which nothing that the caller does makes visible. So the program cannot change to the
 * protocols without a barrier. GLOBAL takes milliseconds, and no memory.
 *
 * Rejected: mprotect (other processors need not be interrupted: aarch64, INVLPGB); moving to every
 * CPU in turn (cpusets and the filter may refuse it, and others change the affinity meanwhile);
 * signals to all kernel threads (a thread may block them). */
static __attribute__((noinline, cold)) void heavy_barrier_refused(int error)
{
	if (membarrier(MEMBARRIER_CMD_GLOBAL)) return;
	conc_os_refused(
	        "membarrier, which it allowed at the start", error,
	        "allow it in the seccomp filter, or install the filter before the first use "
	        "of libconc");
}

void conc_os_heavy_barrier(void)
{
	int saved = errno;

	if (conc_schedule_on()) return; /* all steps are in one order */
	if (CONC_UNLIKELY(!membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED)))
		heavy_barrier_refused(errno);
	errno = saved;
}

/* Copies in words, so that memory that ends within the range gives the words before its end. */
bool conc_os_peek(const void *from, void *to, size_t size)
{
	enum { WORDS = 16 };
	struct iovec there[WORDS], here = {to, size};
	size_t count = size / sizeof(uint64_t);

	if (count > WORDS) count = WORDS;
	for (size_t i = 0; i < count; i++) {
		const char *word = (const char *)from + i * sizeof(uint64_t);
		there[i] = (struct iovec){(void *)(uintptr_t)word, sizeof(uint64_t)};
	}
	return syscall(SYS_process_vm_readv, getpid(), &here, 1, there, count, 0) > 0;
}
