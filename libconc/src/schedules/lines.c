/* SPDX-License-Identifier: MIT */
/* Lines of places in the code, as addr2line says, which is asked once for many; names of variables,
 * from the program's symbols. Without addr2line there are no lines, and in a stripped program no
 * names. */
#define _GNU_SOURCE
#include "lines.h"
#include "trap.h"

#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lane.h"

static int note_base(struct dl_phdr_info *info, size_t size, void *base)
{
	(void)size;
	*(uintptr_t *)base = info->dlpi_addr; /* the program itself comes first */
	return 1;
}

static uintptr_t program_base(void)
{
	uintptr_t base = 0;

	dl_iterate_phdr(note_base, &base);
	return base;
}

/* ---- Lines ---- */

static int ask(int questions, int answers)
{
	char program[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
	int status = -1;
	pid_t pid;

	if (length < 0) return -1;
	conc_schedule_asks();
	program[length] = '\0';
	pid = (pid_t)conc_trap_call(SYS_clone, SIGCHLD); /* runs no handlers of fork */
	if (pid == 0) {
		dup2(questions, STDIN_FILENO);
		dup2(answers, STDOUT_FILENO);
		close(STDERR_FILENO);
		execlp("addr2line", "addr2line", "-a", "-f", "-i", "-e", program, (char *)NULL);
		conc_trap_call(SYS_exit_group, 127);
	}
	if (pid > 0) conc_trap_call(SYS_wait4, pid, &status, 0, NULL);
	return status;
}

/* Returns the line as the compiler had it: below the current folder, without a discriminator. Where
 * the line is not known, the file alone. */
static char *tidy(char *line)
{
	char folder[PATH_MAX], *more = strstr(line, " (discriminator");
	size_t length = getcwd(folder, sizeof folder) ? strlen(folder) : 0;

	line[strcspn(line, "\n")] = '\0';
	if (more) *more = '\0';
	if (length && !strncmp(line, folder, length) && line[length] == '/') line += length + 1;
	if (line[0] == '?') return NULL;
	length = strlen(line);
	if (length > 2 && !strcmp(line + length - 2, ":?")) line[length - 2] = '\0'; /* no -g */
	return strdup(line);
}

/* The answer for each place is its address and the chain of inlined functions, the innermost first,
 * each a name and a line. Takes the first line that is neither in a header of libconc nor in a
 * function that one of its macros has defined. */
static void read_answers(FILE *file, struct conc_line *lines, size_t count)
{
	char line[PATH_MAX + 64];
	size_t next = 0;
	bool final = true, ours;

	while (fgets(line, sizeof line, file)) {
		if (!strncmp(line, "0x", 2)) {
			next++;
			final = next > count;
		} else if (!final) {
			ours = !strncmp(line, "conc_", 5);
			if (!fgets(line, sizeof line, file)) return;
			lines[next - 1].line = tidy(line);
			final = !ours && !strstr(line, "/conc/");
		}
	}
}

void conc_lines_find(struct conc_line *lines, size_t count)
{
	int questions = memfd_create("places", MFD_CLOEXEC);
	int answers = memfd_create("lines", MFD_CLOEXEC);
	uintptr_t base = program_base();
	FILE *file = NULL;

	for (size_t i = 0; i < count && questions >= 0;
	     i++) /* the call is before its return address */
		dprintf(questions, "%#zx\n", (size_t)((uintptr_t)lines[i].place - base - 1));
	if (count && questions >= 0 && answers >= 0 && lseek(questions, 0, SEEK_SET) == 0 &&
	    ask(questions, answers) == 0 && lseek(answers, 0, SEEK_SET) == 0)
		file = fdopen(answers, "r");
	if (file) read_answers(file, lines, count);
	for (size_t i = 0; i < count; i++)
		if ((uintptr_t)lines[i].place & CONC_PLACE_SAID)
			lines[i].line =
			        (const char *)((uintptr_t)lines[i].place & ~CONC_PLACE_SAID);
	if (file) fclose(file);
	else if (answers >= 0) close(answers);
	if (questions >= 0) close(questions);
}

/* ---- Names ---- */

/* The program's file in memory. */
struct image {
	const char *bytes;
	size_t size;
};

static bool has(const struct image *image, uint64_t offset, uint64_t size)
{
	return offset <= image->size && size <= image->size - offset;
}

/* type: STT_OBJECT or STT_FUNC */
static char *name_in(const struct image *image, const ElfW(Shdr) * table,
                     const ElfW(Shdr) * strings, int type, uintptr_t address, size_t *offset)
{
	const ElfW(Sym) *symbol = (const void *)(image->bytes + table->sh_offset);

	if (!has(image, table->sh_offset, table->sh_size) ||
	    !has(image, strings->sh_offset, strings->sh_size))
		return NULL;
	for (size_t i = 0; i < table->sh_size / sizeof *symbol; i++, symbol++) {
		const char *name = image->bytes + strings->sh_offset + symbol->st_name;
		if ((symbol->st_info & 15) != type || symbol->st_name >= strings->sh_size ||
		    address - symbol->st_value >= symbol->st_size)
			continue;
		*offset = address - symbol->st_value;
		/* a static variable in a function: by gcc n.0, by clang f.n or f.n.1 */
		const char *behind = strchr(name, '.');
		if (behind && (behind[1] < '0' || behind[1] > '9')) name = behind + 1;
		return strndup(name, strcspn(name, "."));
	}
	return NULL;
}

static char *name_of(const struct image *image, int type, uintptr_t address, size_t *offset)
{
	const ElfW(Ehdr) *header = (const void *)image->bytes;
	const ElfW(Shdr) *sections = (const void *)(image->bytes + header->e_shoff);

	if (!has(image, header->e_shoff, header->e_shnum * sizeof *sections)) return NULL;
	for (unsigned i = 0; i < header->e_shnum; i++)
		if (sections[i].sh_type == SHT_SYMTAB && sections[i].sh_link < header->e_shnum)
			return name_in(image, &sections[i], &sections[sections[i].sh_link], type,
			               address, offset);
	return NULL;
}

static char *symbol_of(int type, uintptr_t address, size_t *offset)
{
	int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	struct image image = {0};
	struct stat status;
	char *name = NULL;
	void *bytes;

	if (file < 0) return NULL;
	if (fstat(file, &status) == 0) image.size = (size_t)status.st_size;
	bytes = mmap(NULL, image.size, PROT_READ, MAP_PRIVATE, file, 0);
	close(file);
	if (bytes == MAP_FAILED) return NULL;
	image.bytes = bytes;
	if (image.size > sizeof(ElfW(Ehdr)))
		name = name_of(&image, type, address - program_base(), offset);
	munmap(bytes, image.size);
	return name;
}

char *conc_symbol_of(uintptr_t address, size_t *offset)
{
	return symbol_of(STT_OBJECT, address, offset);
}

const char *conc_function_of(const void *address)
{
	static struct {
		const void *address;
		char *name; /* never freed: reports keep it */
	} found[16];
	size_t i = (uintptr_t)address / 16 % 16, offset;

	if (found[i].address != address) {
		found[i].address = address;
		found[i].name = symbol_of(STT_FUNC, (uintptr_t)address, &offset);
	}
	return found[i].name ? found[i].name : "thread";
}
