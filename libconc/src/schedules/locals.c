/* SPDX-License-Identifier: MIT */
/* Thread-local variables of libconc's lanes.
 *
 * They all run on one kernel thread, so its block of the program's thread-local variables, usually
 * some hundred bytes, is copied out and in when a lane is left and entered. libc's own block is not
 * copied: its caches and locks belong to the one kernel thread there is. Nor is a static
 * executable's block, which is also libc's, or one of more than 4 MiB: then all lanes share the
 * variables. A lane that uses the address of another lane's variable accesses its own.
 */
#define _GNU_SOURCE
#include "lane.h"

#include <errno.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernel/processor.h"
#include "port/stop.h"

#define MOST (4u << 20)

static struct {
	unsigned char *live; /* of the kernel thread; NULL: not copied */
	const void *initial;
	size_t initial_size, size;
	struct conc_lane *owner; /* whose variables are live */
} block;

static bool holds(const struct dl_phdr_info *info, const ElfW(Phdr) * header, const void *address)
{
	return (uintptr_t)address - (uintptr_t)info->dlpi_tls_data < header->p_memsz;
}

static int locals_visit(struct dl_phdr_info *info, size_t size, void *unused)
{
	(void)size, (void)unused;
	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &info->dlpi_phdr[i];
		if (header->p_type != PT_TLS || !info->dlpi_tls_data ||
		    !holds(info, header, &conc_processor_tls))
			continue;
		if (holds(info, header, &errno) || header->p_memsz > MOST) return 1;
		block.live = info->dlpi_tls_data;
		block.initial = (const void *)(info->dlpi_addr + header->p_vaddr);
		block.initial_size = header->p_filesz;
		block.size = header->p_memsz;
		return 1;
	}
	return 0;
}

unsigned char *conc_locals_new(void)
{
	/* memory of its own: the search for leaks looks into it */
	unsigned char *locals = block.live ? mmap(NULL, block.size, PROT_READ | PROT_WRITE,
	                                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
	                                   : NULL;

	if (locals == MAP_FAILED) conc_stop(NULL, NULL, "no memory for a seeded run");

	if (locals) memcpy(locals, block.initial, block.initial_size);
	return locals;
}

void conc_locals_start(struct conc_lane *first)
{
	dl_iterate_phdr(locals_visit, NULL);
	first->locals = conc_locals_new();
	block.owner = first;
}

void conc_locals_enter(struct conc_lane *to)
{
	if (!block.live || !to->locals || to == block.owner) return;
	memcpy(block.owner->locals, block.live, block.size);
	memcpy(block.live, to->locals, block.size);
	block.owner = to;
}
