/* SPDX-License-Identifier: MIT */
/* separate: small programs, as a tree and as code.
 *
 * A program has a few handlers with a few cells on them, clients, which are threads, and scripts,
 * which are functions that can be called on a cell and reserve other cells in their turn. The same
 * tree is written as dialect (write.c) and translated to code for the model (code.c), which knows
 * nothing of how it is written: loops are unrolled, the ways out of a block are releases and a
 * jump.
 *
 * A spawned call is one of these on cells that it reserves, and that nobody waits for.
 *
 * What a cell can do: add (a call), get, a read and a write of its field, move (a query on two
 * cells), a script (a call or a query). Each call has a number of its own, which it leaves in the
 * log of the cell's handler. */
#ifndef SEPARATE_PROGRAM_H
#define SEPARATE_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

enum {
	HANDLERS = 3,
	CELLS = 4,
	CLIENTS = 3,
	SCRIPTS = 2,
	FUNCTIONS = CLIENTS + SCRIPTS,
	OPERANDS = 3,
	NODES = 160,
	CODE = 400
};

/* In the place of a cell, in a script: the one that it is called on. */
enum { SELF = CELLS };

enum kind {
	BLOCK,  /* separate (cells…) [require (value of cells[0] >= value)] { first } */
	ADD,    /* a call that adds value */
	GET,    /* a query */
	READ,   /* of the field */
	WRITE,  /* of the field: value */
	MOVE,   /* from cells[0] to cells[1], a query on both */
	SEND,   /* a call of script value */
	ASK,    /* a query of script value */
	IF,     /* the last answer was odd: first, else other */
	TWICE,  /* first, first */
	LEAVE,  /* the last answer was odd: break out of the block around; with value: return */
	SWITCH, /* passive, or active: value */
	SPAWN,  /* spawn separate (cells…) first, which is an ADD, MOVE or SEND on them */
};

struct node {
	enum kind kind;
	int count, cells[OPERANDS];
	bool require;
	int value;
	int number; /* of the call */
	struct node *first, *other, *next;
};

struct function {
	struct node *first;
	int level; /* scripts call those of lower levels */
};

struct program {
	int handlers, cells, clients, scripts, nodes, numbers;
	int handler_of[CELLS];
	bool switches;                        /* there is a SWITCH */
	bool spawns;                          /* there may be a SPAWN */
	struct function functions[FUNCTIONS]; /* the clients, then the scripts from CLIENTS on */
	struct node node[NODES];
};

/* The same for the same seed. size: about how many statements. */
void program_make(struct program *p, uint64_t seed, int size);
/* As dialect, with what is allowed in each mode; the bodies alone. */
void program_write(const struct program *p);

/* ---- code ---- */

enum op {
	OP_RESERVE, /* cells is a mask */
	OP_REQUIRE, /* of the last reservation: cell, value */
	OP_RELEASE,
	OP_ADD,
	OP_GET,
	OP_READ,
	OP_WRITE,
	OP_MOVE,
	OP_SEND,
	OP_ASK,        /* cell, other, value, number */
	OP_UNLESS_ODD, /* jump to target */
	OP_JUMP,
	OP_SWITCH,
	OP_SPAWN,  /* cells is a mask; what is spawned begins at target */
	OP_GATHER, /* synchronises with all of the last reservation */
	OP_END,
};

struct instruction {
	uint8_t op, cell, other, value, number;
	uint16_t target;
};

struct code {
	struct instruction at[CODE];
	uint16_t start[FUNCTIONS];
	int size;
};

/* False: too long. */
bool program_code(const struct program *p, struct code *code);

#endif
