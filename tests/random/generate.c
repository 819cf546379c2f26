/* SPDX-License-Identifier: MIT */
/* Prints a random program in the dialect, the same one for the same SEED and SIZE, or what it must print:
 *
 *   generate SEED [SIZE]              the program; SIZE is about the number of statements in a function
 *   generate --header SEED [SIZE]     random.h, which some of the programs include
 *   generate --answer SEED [SIZE]     its standard output; the last line is its exit status */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generate.h"

/* A construct joins with its file and its line here. */
#define CONSTRUCTS(line) \
	line(plain) \
	line(lock) \
	line(spin) \
	line(mutex) \
	line(latch) \
	line(monitor) \
	line(thread) \
	line(spawn) \
	line(new) \
	line(blocking) \
	line(duration) \
	line(condition) \
	line(barrier) \
	line(self) \
	line(semaphore) \
	line(channel) \
	line(waituntil) \
	line(waitset) \
	line(io) \
	line(scope) \
	line(separate) \
	line(actor) \
	line(watch) \
	line(scalable) \
	line(local) \
	line(macro)

#define DECLARE(name) extern const struct construct construct_##name;
#define LIST(name) &construct_##name,
CONSTRUCTS(DECLARE)
const struct construct *const constructs[] = { CONSTRUCTS(LIST) NULL };

static const char head[] =
	"#define _GNU_SOURCE\n"
	"#include <conc.h>\n"
	"#include <fcntl.h>\n"
	"#include <pthread.h>\n"
	"#include <stdio.h>\n"
	"#include <sys/socket.h>\n"
	"#include <unistd.h>\n\n"
	"static unsigned wrong;\n"
	"__attribute__((unused)) static inline void note(int right) { if (!right) __atomic_add_fetch(&wrong, 1, __ATOMIC_RELAXED); }\n";

static void write_cells(struct program *p, bool last)
{
	const struct construct *makers[CELLS];
	unsigned long count = 0, cells = last ? 1 + below(p, 3) : 5 + below(p, 13);
	for (const struct construct *const *c = constructs; *c; c++)
		if ((*c)->cell && (*c)->cell_last == last) makers[count++] = *c;
	while (cells-- > 0 && p->cell_count < CELLS - 2) makers[below(p, count)]->cell(p);
}

static void write_one_function(struct program *p)
{
	const struct construct *makers[CELLS];
	unsigned long count = 0;
	for (const struct construct *const *c = constructs; *c; c++)
		if ((*c)->function) makers[count++] = *c;
	if (chance(p, 30)) makers[below(p, count)]->function(p);
	else if (chance(p, 35)) write_thread(p);
	else write_function(p);
}

static void write_program(struct program *p)
{
	declare_types(p);
	for (const struct construct *const *c = constructs; *c; c++)
		if ((*c)->declare) (*c)->declare(p);
	write_cells(p, false);
	write_cells(p, true);
	for (unsigned long n = 4 + below(p, 10); n; n--) write_one_function(p);
	write_main(p);
}

static void print_header(struct program *p)
{
	printf("#ifndef RANDOM_H\n#define RANDOM_H\n%s\n%s#endif\n", head, p->declarations.chars);
}

/* Every third has its types and helpers in a header. */
static void print_program(struct program *p)
{
	printf("// SPDX-License-Identifier: MIT\n// Made by tests/random/generate %lu %lu\n", p->seed, p->size);
	if (p->seed % 3) print_header(p);
	else printf("#include \"random.h\"\n#include \"random.h\"\n");
	printf("\nstatic struct {\n%s} world", p->world.chars);
	if (p->initial.chars) printf(" = {\n%s}", p->initial.chars);
	printf(";\n\n");
	for (int i = 0; i <= p->function_count; i++)
		if (p->functions[i]->text.chars) printf("%s", p->functions[i]->text.chars);
}

static void print_answer(struct program *p)
{
	struct function *program = p->functions[p->function_count];
	unsigned long sum = shadow_run(p, program, NULL);
	printf("%s", p->output.chars);
	for (int i = 0; i < p->cell_count; i++) printf("c%d %lu\n", i, p->totals[i]);
	printf("0 wrong\n%lu\n%lu\n", sum, sum % 100);
}

int main(int argc, char **argv)
{
	static struct program p;
	const char *what = "--program";
	if (argc > 1 && argv[1][0] == '-') what = *++argv, argc--;
	if (argc < 2 || argc > 3) {
		fprintf(stderr, "usage: generate [--answer | --header] SEED [SIZE]\n");
		return 2;
	}
	p.seed = strtoul(argv[1], NULL, 10);
	p.size = argc > 2 ? strtoul(argv[2], NULL, 10) : 12;
	p.limit = 4000;
	write_program(&p);
	if (!strcmp(what, "--answer")) print_answer(&p);
	else if (!strcmp(what, "--header")) print_header(&p);
	else print_program(&p);
	return 0;
}
