/* SPDX-License-Identifier: MIT */
/* The table .symtab of /proc/self/exe, read from a mapping. */
#define _GNU_SOURCE
#include "symbols.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "os_io.h"

static int note_base(struct dl_phdr_info *info, size_t size, void *base)
{
	(void)size;
	*(uintptr_t *)base = info->dlpi_addr; /* the program itself comes first */
	return 1;
}

uintptr_t conc_program_base(void)
{
	uintptr_t base = 0;

	dl_iterate_phdr(note_base, &base);
	return base;
}

bool conc_symbols_open(struct conc_symbols *symbols)
{
	int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	struct stat status;
	void *bytes = MAP_FAILED;

	if (file < 0) return false;
	if (fstat(file, &status) == 0 && (size_t)status.st_size > sizeof(ElfW(Ehdr)))
		bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
	conc_os_close(file);
	if (bytes == MAP_FAILED) return false;
	*symbols = (struct conc_symbols){bytes, (size_t)status.st_size, conc_program_base()};
	return true;
}

void conc_symbols_close(struct conc_symbols *symbols)
{
	munmap((void *)(uintptr_t)symbols->bytes, symbols->size);
}

static bool has(const struct conc_symbols *symbols, uint64_t offset, uint64_t size)
{
	return offset <= symbols->size && size <= symbols->size - offset;
}

/* A static variable in a function is n.0 by gcc, and f.n or f.n.1 by clang; a part of a function is
 * f.part.0. */
static void take_name(int type, const char *name, struct conc_symbol *found)
{
	const char *behind = strchr(name, '.');

	if (type == STT_OBJECT && behind && (behind[1] < '0' || behind[1] > '9')) name = behind + 1;
	found->name = name;
	found->length = strcspn(name, ".");
}

static bool find_in(const struct conc_symbols *symbols, const ElfW(Shdr) * table,
                    const ElfW(Shdr) * strings, int type, uintptr_t address,
                    struct conc_symbol *found)
{
	const ElfW(Sym) *symbol = (const void *)(symbols->bytes + table->sh_offset);

	if (!has(symbols, table->sh_offset, table->sh_size) ||
	    !has(symbols, strings->sh_offset, strings->sh_size))
		return false;
	for (size_t i = 0; i < table->sh_size / sizeof *symbol; i++, symbol++) {
		if ((symbol->st_info & 15) != type || symbol->st_name >= strings->sh_size ||
		    address - symbol->st_value >= symbol->st_size)
			continue;
		found->offset = address - symbol->st_value;
		take_name(type, symbols->bytes + strings->sh_offset + symbol->st_name, found);
		return true;
	}
	return false;
}

bool conc_symbols_find(const struct conc_symbols *symbols, int type, uintptr_t address,
                       struct conc_symbol *found)
{
	const ElfW(Ehdr) *header = (const void *)symbols->bytes;
	const ElfW(Shdr) *sections = (const void *)(symbols->bytes + header->e_shoff);

	if (!has(symbols, header->e_shoff, header->e_shnum * sizeof *sections)) return false;
	for (unsigned i = 0; i < header->e_shnum; i++)
		if (sections[i].sh_type == SHT_SYMTAB && sections[i].sh_link < header->e_shnum)
			return find_in(symbols, &sections[i], &sections[sections[i].sh_link], type,
			               address - symbols->base, found);
	return false;
}
