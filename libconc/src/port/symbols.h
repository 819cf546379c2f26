/* SPDX-License-Identifier: MIT */
/* The program's own symbols, from its file. Takes no memory from malloc. */
#ifndef CONC_SRC_SYMBOLS_H
#define CONC_SRC_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The program's file in memory. */
struct conc_symbols {
	const char *bytes;
	size_t size;
	uintptr_t base; /* the program's addresses are so much above those in the file */
};

struct conc_symbol {
	const char *name; /* in the file; as written in C, without what compilers add */
	size_t length;    /* of the name */
	size_t offset;    /* of the address from the symbol's */
};

/* False: it cannot be read. */
bool conc_symbols_open(struct conc_symbols *symbols);
void conc_symbols_close(struct conc_symbols *symbols);

/* Finds the function or variable (type STT_FUNC, STT_OBJECT of elf.h) that address is in. False:
 * there is none, or the program is stripped. */
bool conc_symbols_find(const struct conc_symbols *symbols, int type, uintptr_t address,
                       struct conc_symbol *found);

/* What a program that is not linked to a fixed address is moved by. */
uintptr_t conc_program_base(void);

#endif
