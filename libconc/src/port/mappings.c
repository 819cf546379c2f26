/* SPDX-License-Identifier: MIT */
/* The memory of the process: /proc/self/maps says what there is, /proc/self/pagemap which pages of
 * it are used. Both are read with a buffer on the stack: nothing here may call malloc. A page that
 * is not in memory is copied by a system call that does not fault. */
#define _GNU_SOURCE
#include "mappings.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "os.h"
#include "schedule.h"

enum { LINE = 512, PAGES = 256 };

/* Reads a hexadecimal number; *text moves behind it and the character that ends it. */
static uintptr_t hexadecimal(const char **text)
{
	uintptr_t value = 0;

	for (;; ++*text) {
		char c = **text;
		if (c >= '0' && c <= '9') value = value << 4 | (uintptr_t)(c - '0');
		else if (c >= 'a' && c <= 'f') value = value << 4 | (uintptr_t)(c - 'a' + 10);
		else break;
	}
	if (**text) ++*text;
	return value;
}

/* A device's memory is not read. These are memory all the same. */
static bool is_device(const char *name)
{
	return !strncmp(name, "anon_inode:", 11) ||
	       (!strncmp(name, "/dev/", 5) && strncmp(name, "/dev/shm/", 9) &&
	        strncmp(name, "/dev/zero", 9));
}

/* Reads a line: START-END rwxp OFFSET DEVICE INODE NAME. False: not of the kind asked for. */
static bool read_mapping(const char *line, struct conc_mapping *mapping)
{
	const char *name;

	mapping->start = hexadecimal(&line);
	mapping->end = hexadecimal(&line);
	name = strpbrk(line, "[/");
	if (!name && (name = strstr(line, "anon_inode:")) == NULL) name = "";
	mapping->is_written = line[1] == 'w' && line[3] == 'p';
	mapping->is_code = line[2] == 'x';
	/* memory of the program's own may be protected later, and a snapshot protects all */
	if (line[0] != 'r' || (line[1] != 'w' && *name && strncmp(name, "[anon", 5) &&
	                       !conc_schedule_protects(mapping->start, mapping->end)))
		return false;
	mapping->is_heap = !strcmp(name, "[heap]");
	mapping->is_stack = !strcmp(name, "[stack]");
	return !is_device(name);
}

/* Returns whether next is a part of *mapping that a snapshot has protected in another way, and adds
 * it. */
static bool continues(struct conc_mapping *mapping, const struct conc_mapping *next)
{
	if (mapping->end != next->start || mapping->is_heap != next->is_heap ||
	    !conc_schedule_protects(mapping->start, mapping->end) ||
	    !conc_schedule_protects(next->start, next->end))
		return false;
	mapping->end = next->end;
	return true;
}

/* Opens without libconc's own close and open, which are in a higher layer. */
static int open_file(const char *path)
{
	return (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
}

bool conc_mappings_each(void (*visit)(const struct conc_mapping *mapping, void *argument),
                        void *argument)
{
	struct conc_mapping last = {0}, next; /* last: not visited yet; empty: there is none */
	char line[LINE], buffer[4096];
	size_t length = 0;
	int saved = errno, file = open_file("/proc/self/maps");
	long got;

	if (file < 0) {
		errno = saved;
		return false;
	}
	while ((got = syscall(SYS_read, file, buffer, sizeof buffer)) > 0) {
		for (long i = 0; i < got; i++) {
			if (buffer[i] != '\n') {
				if (length < sizeof line - 1) line[length++] = buffer[i];
				continue;
			}
			line[length] = '\0';
			length = 0;
			if (!read_mapping(line, &next) || continues(&last, &next)) continue;
			if (last.end) visit(&last, argument);
			last = next;
		}
	}
	if (last.end) visit(&last, argument);
	syscall(SYS_close, file);
	errno = saved;
	return got == 0;
}

/* Bits of an entry of pagemap. What is not in memory may be swapped out, or a page that MADV_GUARD
 * made unreadable: older kernels do not tell them apart. */
#define IN_MEMORY (UINT64_C(1) << 63)
#define ELSEWHERE (UINT64_C(1) << 62)

static uintptr_t least(uintptr_t a, uintptr_t b)
{
	return a < b ? a : b;
}

/* Visits a copy of [from, to), as far as it can be read. */
static void visit_copy(uintptr_t from, uintptr_t to, void (*visit)(uintptr_t from, uintptr_t to))
{
	_Alignas(uintptr_t) char copy[2048];

	for (uintptr_t next; from < to; from = next) {
		struct iovec here, there;
		next = least(from + sizeof copy, to);
		here = (struct iovec){copy, next - from};
		there = (struct iovec){(void *)from, next - from};
		if (syscall(SYS_process_vm_readv, getpid(), &here, 1, &there, 1, 0) ==
		    (long)(next - from))
			visit((uintptr_t)copy, (uintptr_t)copy + (next - from));
	}
}

void conc_mappings_each_used(uintptr_t from, uintptr_t to,
                             void (*visit)(uintptr_t from, uintptr_t to))
{
	uint64_t pages[PAGES];
	size_t page = conc_os_page_size();
	uintptr_t run = 0; /* where the present run of pages in memory begins; 0: there is none */
	int saved = errno, file = open_file("/proc/self/pagemap");

	for (uintptr_t at = from / page * page, next; at < to;) {
		size_t count =
		        (to - at + page - 1) / page < PAGES ? (to - at + page - 1) / page : PAGES;
		long got = file < 0 ? -1
		                    : syscall(SYS_pread64, file, pages, count * sizeof *pages,
		                              at / page * sizeof *pages);
		for (size_t i = 0; i < count; i++, at = next) {
			uint64_t flags =
			        got == (long)(count * sizeof *pages) ? pages[i] : ELSEWHERE;
			uintptr_t start = at < from ? from : at;
			next = at + page;
			if (flags & IN_MEMORY) {
				if (!run) run = start;
				continue;
			}
			if (run) visit(run, start);
			run = 0;
			if (flags & ELSEWHERE) visit_copy(start, least(next, to), visit);
		}
	}
	if (run) visit(run, to);
	if (file >= 0) syscall(SYS_close, file);
	errno = saved;
}
