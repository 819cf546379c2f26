/* SPDX-License-Identifier: MIT */
/* From the tree to the model's code. */
#include "program.h"

struct around {
	struct code *code;
	int depth;         /* reservations of this function that are open */
	int breaks[NODES]; /* jumps to the end of the innermost block */
	int break_count;
	bool full;
};

static int say(struct around *a, struct instruction i)
{
	if (a->code->size == CODE) {
		a->full = true;
		return 0;
	}
	a->code->at[a->code->size] = i;
	return a->code->size++;
}

static void here(struct around *a, int jump)
{
	a->code->at[jump].target = (uint16_t)a->code->size;
}

static void say_list(struct around *a, const struct node *n);

static void say_block(struct around *a, const struct node *n)
{
	struct around inner = *a;
	unsigned mask = 0;

	for (int i = 0; i < n->count; i++) mask |= 1u << n->cells[i];
	say(a, (struct instruction){.op = OP_RESERVE, .cell = (uint8_t)mask});
	if (n->require)
		say(a, (struct instruction){.op = OP_REQUIRE,
		                            .cell = (uint8_t)n->cells[0],
		                            .value = (uint8_t)n->value});
	inner.depth++;
	inner.break_count = 0;
	say_list(&inner, n->first);
	say(a, (struct instruction){.op = OP_RELEASE});
	for (int i = 0; i < inner.break_count; i++) here(a, inner.breaks[i]);
	a->full |= inner.full;
}

static void say_spawned(struct around *a, const struct node *n)
{
	struct instruction spawn = {.op = OP_SPAWN};
	int at, over;

	for (int i = 0; i < n->count; i++) spawn.cell |= (uint8_t)(1u << n->cells[i]);
	at = say(a, spawn);
	over = say(a, (struct instruction){.op = OP_JUMP});
	here(a, at);
	say(a, (struct instruction){.op = OP_GATHER});
	say_list(a, n->first);
	say(a, (struct instruction){.op = OP_RELEASE});
	say(a, (struct instruction){.op = OP_END});
	here(a, over);
}

static void say_if(struct around *a, const struct node *n)
{
	int to_other = say(a, (struct instruction){.op = OP_UNLESS_ODD}), to_end;

	say_list(a, n->first);
	to_end = say(a, (struct instruction){.op = OP_JUMP});
	here(a, to_other);
	say_list(a, n->other);
	here(a, to_end);
}

static void say_leave(struct around *a, const struct node *n)
{
	int over = say(a, (struct instruction){.op = OP_UNLESS_ODD});

	for (int i = 0; i < (n->value ? a->depth : 1); i++)
		say(a, (struct instruction){.op = OP_RELEASE});
	if (n->value) say(a, (struct instruction){.op = OP_END});
	else a->breaks[a->break_count++] = say(a, (struct instruction){.op = OP_JUMP});
	here(a, over);
}

static const enum op ops[] = {
        [ADD] = OP_ADD,   [GET] = OP_GET,   [READ] = OP_READ, [WRITE] = OP_WRITE,
        [MOVE] = OP_MOVE, [SEND] = OP_SEND, [ASK] = OP_ASK,   [SWITCH] = OP_SWITCH,
};

static void say_list(struct around *a, const struct node *n)
{
	for (; n; n = n->next) {
		switch (n->kind) {
		case BLOCK:
			say_block(a, n);
			break;
		case IF:
			say_if(a, n);
			break;
		case TWICE:
			say_list(a, n->first);
			say_list(a, n->first);
			break;
		case LEAVE:
			say_leave(a, n);
			break;
		case SPAWN:
			say_spawned(a, n);
			break;
		default:
			say(a, (struct instruction){.op = (uint8_t)ops[n->kind],
			                            .cell = (uint8_t)n->cells[0],
			                            .other = (uint8_t)n->cells[1],
			                            .value = (uint8_t)n->value,
			                            .number = (uint8_t)n->number});
		}
	}
}

bool program_code(const struct program *p, struct code *code)
{
	struct around a = {.code = code};

	code->size = 0;
	for (int f = 0; f < FUNCTIONS; f++) {
		code->start[f] = (uint16_t)code->size;
		say_list(&a, p->functions[f].first);
		say(&a, (struct instruction){.op = OP_END});
	}
	return !a.full;
}
