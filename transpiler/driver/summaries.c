/* SPDX-License-Identifier: MIT */
/* -fconc-summaries: the summaries of units go through the assembler and the linker.
 *
 *     __asm__(".pushsection .conc.summaries,\"\",%progbits\n"
 *             ".ascii \"conc.summaries 1 …\"\n.popsection");
 *
 * at the end of the compiled text. The section is not loaded. Each linker appends the sections of
 * all objects that it takes to each other, also with -flto. check/shared_write.c has the text.
 *
 * Rejected: objcopy after each compilation. -S would have no summaries, and -flto objects are not
 * the compiler's last word. */
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check/check.h"
#include "job.h"

#define SECTION ".conc.summaries"

/* ---- In ---- */

/* Appends a byte, as a string of the assembler within one of C. */
static void add_byte(struct text *text, unsigned char byte)
{
	if (byte == '"') text_puts(text, "\\\\\\\"");
	else if (byte == '\\') text_puts(text, "\\\\\\\\");
	else if (byte < ' ' || byte > '~' || byte == '?') text_printf(text, "\\\\%03o", byte);
	else text_add(text, (const char *)&byte, 1);
}

void summaries_add(struct text *text, const struct text *summaries)
{
	enum { MOST = 300 }; /* C90 warns of strings beyond 509 bytes */
	for (size_t i = 0; i < summaries->length;) {
		text_puts(text,
		          "\n__asm__(\".pushsection " SECTION ",\\\"\\\",%progbits\\n.ascii \\\"");
		for (size_t start = text->length;
		     i < summaries->length && text->length - start < MOST; i++)
			add_byte(text, (unsigned char)summaries->bytes[i]);
		text_puts(text, "\\\"\\n.popsection\");");
	}
	text_puts(text, "\n");
}

/* ---- Out ---- */

static bool read_at(FILE *file, uint64_t offset, void *to, size_t size)
{
	return !fseeko(file, (off_t)offset, SEEK_SET) && fread(to, 1, size, file) == size;
}

/* What the two classes of ELF have in common. */
struct section {
	uint64_t name, offset, size;
};

static bool read_section(FILE *file, bool wide, uint64_t at, struct section *section)
{
	Elf64_Shdr header64;
	Elf32_Shdr header32;
	if (wide && read_at(file, at, &header64, sizeof header64))
		*section = (struct section){header64.sh_name, header64.sh_offset, header64.sh_size};
	else if (!wide && read_at(file, at, &header32, sizeof header32))
		*section = (struct section){header32.sh_name, header32.sh_offset, header32.sh_size};
	else return false;
	return true;
}

static char *read_bytes(FILE *file, const struct section *section, uint64_t most)
{
	if (section->offset > most || section->size > most - section->offset) return NULL;
	char *bytes = memory_new(section->size + 1, 1);
	if (read_at(file, section->offset, bytes, section->size)) return bytes;
	free(bytes);
	return NULL;
}

/* Returns the section of a file in ELF of our byte order, on the heap, or null. */
static char *read_summaries(FILE *file, size_t *length)
{
	const uint16_t order = 1;
	unsigned char ident[EI_NIDENT];
	Elf64_Ehdr header64;
	Elf32_Ehdr header32;
	struct stat status;
	unsigned char native = *(const unsigned char *)&order ? ELFDATA2LSB : ELFDATA2MSB;
	if (fstat(fileno(file), &status) || !read_at(file, 0, ident, sizeof ident) ||
	    memcmp(ident, ELFMAG, SELFMAG) != 0 || ident[EI_DATA] != native)
		return NULL;
	bool wide = ident[EI_CLASS] == ELFCLASS64;
	if (wide ? !read_at(file, 0, &header64, sizeof header64)
	         : !read_at(file, 0, &header32, sizeof header32))
		return NULL;
	uint64_t table = wide ? header64.e_shoff : header32.e_shoff,
	         most = (uint64_t)status.st_size;
	unsigned size = wide ? header64.e_shentsize : header32.e_shentsize,
	         count = wide ? header64.e_shnum : header32.e_shnum,
	         names_at = wide ? header64.e_shstrndx : header32.e_shstrndx;
	struct section names, section;
	if (!read_section(file, wide, table + (uint64_t)names_at * size, &names)) return NULL;
	char *text = read_bytes(file, &names, most), *found = NULL;
	for (unsigned i = 0; text && !found && i < count; i++) {
		if (!read_section(file, wide, table + (uint64_t)i * size, &section)) break;
		if (section.name >= names.size || strcmp(text + section.name, SECTION) != 0)
			continue;
		found = read_bytes(file, &section, most);
		*length = section.size;
	}
	free(text);
	return found;
}

/* An object for another link has no program yet. */
static bool makes_program(const struct options *options)
{
	static const char partial[] = "-r -Wl,-r -Wl,--relocatable";
	for (size_t i = 0; i < options->count; i++)
		if (text_listed(options->list[i].text, partial, true)) return false;
	return options->mode == MODE_LINK && options->links && options->settings.summaries &&
	       !options->only_shows;
}

int summaries_check(const struct driver *driver)
{
	const struct options *options = &driver->options;
	const char *name = options->output ? options->output : "a.out", *trouble = NULL;
	struct stat status;
	size_t length = 0;
	bool regular = makes_program(options) && !stat(name, &status) && S_ISREG(status.st_mode);
	FILE *file = regular ? fopen(name, "rb") : NULL;
	char *text = file ? read_summaries(file, &length) : NULL;
	if (file) fclose(file);
	if (!text) return 0;
	struct diagnostic_options said = warning_options_read(options);
	int errors = check_program(text, length, &said, &trouble);
	free(said.switches);
	free(text);
	if (trouble)
		diagnose_plain(SEVERITY_WARNING,
		               "%s: a summary in section " SECTION
		               " %s: data that its units share are not checked",
		               name, trouble);
	if (errors) unlink(name);
	return errors > 0;
}
