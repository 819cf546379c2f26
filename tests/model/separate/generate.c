/* SPDX-License-Identifier: MIT */
/* generate SEED [SIZE]                  prints a program, with what it may lead to
 * generate --model SEED [SIZE] [MODE]   prints that in words: a line for each outcome
 *
 * A seed whose program is dull, too large for the model, or would be stopped, stands for another
 * one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore.h"

enum { STATES_MAX = 30000, OUTCOMES_MAX = 1200 };

static struct program program;
static struct outcomes outcomes[MODES];

/* Everybody can come to the end, and the order matters. */
static bool suits(int mode)
{
	const struct outcomes *o = &outcomes[mode];

	return !o->broken && !o->too_many && o->count <= OUTCOMES_MAX &&
	       o->count > (mode == ACTIVE) && (o->deadlocks < o->count || mode != ACTIVE);
}

static void find(uint64_t seed, int size)
{
	for (uint64_t i = 0;; i++) {
		int mode = 0;
		program_make(&program, seed * 1000 + i, size);
		for (; mode < MODES; mode++) {
			outcomes[mode] =
			        explore(&program, (enum mode)mode, false, STATES_MAX, NULL);
			if (!suits(mode)) break;
		}
		if (mode == MODES) return;
		for (; mode >= 0; mode--) free(outcomes[mode].hash);
	}
}

static void write_outcomes(int mode)
{
	const struct outcomes *o = &outcomes[mode];

	printf("static const uint64_t mode_%d[] = {", mode);
	for (size_t i = 0; i < o->count; i++)
		printf("%s0x%llx,", i % 4 ? " " : "\n\t", (unsigned long long)o->hash[i]);
	printf("\n};\n");
}

int main(int argc, char **argv)
{
	bool words = argc > 1 && !strcmp(argv[1], "--model");
	int size;

	argc -= words;
	argv += words;
	if (argc < 2) {
		fprintf(stderr, "generate [--model] SEED [SIZE] [MODE]\n");
		return 2;
	}
	size = argc > 2 ? atoi(argv[2]) : 8;
	find(strtoull(argv[1], NULL, 10), size);
	if (words) {
		explore(&program, argc > 3 ? (enum mode)atoi(argv[3]) : ACTIVE, false, STATES_MAX,
		        outcome_print);
		return 0;
	}
	printf("enum { HANDLERS = %d, CLIENTS = %d };\n#include \"world.h\"\n\n", program.handlers,
	       program.clients);
	program_write(&program);
	for (int mode = 0; mode < MODES; mode++) write_outcomes(mode);
	printf("const struct allowed allowed[] = {\n");
	for (int mode = 0; mode < MODES; mode++)
		printf("\t{mode_%d, sizeof mode_%d / sizeof *mode_%d},\n", mode, mode, mode);
	printf("};\n");
	return 0;
}
