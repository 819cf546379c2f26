/* SPDX-License-Identifier: MIT */
/* separate stack *s;
 * separate (s) require (count(s) > 0) { push(s, 1); x = count(s); s->peak = x; }
 * separate (self->s, n = next(t)) { move(self->s, n); }
 *   →
 * separate stack *s;     the word a comment
 * { CONC_RESERVE(1, s); CONC_REQUIRE(1, count(s) > 0); { conc_call_push(conc_reserved_1, s, 1);
 *   x = count(CONC_SYNC(conc_reserved_1, s)); s->peak = x; } }
 * { stack *const conc_object_2 = self->s; stack *const n = next(t);
 *   CONC_RESERVE(2, conc_object_2, n); { move(CONC_SYNC(conc_reserved_2, conc_object_2), … } }
 *
 * If the analysis removed a synchronisation, the operand stays as it is. An operand that is no
 * automatic variable is evaluated once and then has a name of its own.
 *
 * Rejected: a macro around whole queries, too (the user's expression would be less readable, and
 * hidden from the compiler). */

#include "types/separate.h"

#include <stdlib.h>
#include <string.h>

#include "lower.h"
#include "types/prototype.h"
#include "base/text.h"

void separate_qualifier_lower(struct unit *unit, const struct construct *construct)
{
	put_instead(unit->edits, construct->node, "/* separate */");
}

/* separate_of(self)  →  CONC_SEPARATE_OF(self), and in the shadow
 * ((__typeof__(*(self)) __attribute__((address_space(1))) *)(self)) */
void separate_of_shadow(struct unit *unit, const struct construct *construct)
{
	TSNode list = node_field(construct->node, "arguments");
	char *text = edited_text(unit, &unit->shadow, node_start(list), node_end(list));
	put_instead(&unit->shadow, node_field(construct->node, "function"),
	            "((__typeof__(*%s) __attribute__((address_space(1))) *)", text);
	put_after(&unit->shadow, construct->node, ")");
	free(text);
}

void separate_of_lower(struct unit *unit, const struct construct *construct)
{
	TSNode arguments[2];
	if (node_arguments(construct->node, arguments, 2) != 1) {
		ERROR_AT(unit, construct->node,
		         "separate_of takes one operand: a pointer to the "
		         "object");
		return;
	}
	put_instead(unit->edits, node_field(construct->node, "function"), "CONC_SEPARATE_OF");
	protect_comma(unit, arguments[0]);
}

/* ---- names ---- */

/* Returns the operand's name in the block; heap copy. */
static char *object_name(const struct separate_operand *operand)
{
	int number = operand->statement->construct->number;
	if (!operand->renamed) return text_copy(operand->text, strlen(operand->text));
	if (operand->index == 0) return text_format("conc_object_%d", number);
	return text_format("conc_object_%d_%d", number, operand->index + 1);
}

/* Returns its reservation; heap copy. */
static char *reserved_name(const struct separate_operand *operand)
{
	int number = operand->statement->construct->number;
	if (operand->index == 0) return text_format("conc_reserved_%d", number);
	return text_format("conc_reserved_%d + %d", number, operand->index);
}

/* ---- statements ---- */

/* Returns "CONC_RESERVE(2, " or "CONC_RESERVE_IN(2, 1, "; heap copy. */
static char *reserve_head(const struct unit *unit, const struct separate_statement *statement)
{
	int number = statement->construct->number;
	const char *reserve = separate_mode_reserve(&unit->settings->separate);
	if (!statement->outer) return text_format("%s(%d, ", reserve, number);
	return text_format("%s_IN(%d, %d, ", reserve, number, statement->outer->construct->number);
}

static bool is_declared(const struct separate_operand *operand)
{
	return operand->bound || operand->renamed;
}

/* Returns the type as written, unless that has a typeof; heap copy. */
static char *written_type(struct unit *unit, CXType type, TSNode item)
{
	char *written = lowered_type(unit, type, item);
	if (!strstr(written, "typeof")) return written;
	free(written);
	return lowered_type(unit, type_canonical(unit, type), item);
}

void separate_clause_declare(struct unit *unit, const struct separate_statement *statement,
                             struct text *out)
{
	text_printf(out, " CONC_REQUIRE_CLAUSE(%d, %zu);", statement->construct->number,
	            statement->operand_count);
	for (size_t i = 0; i < statement->operand_count; i++) {
		const struct separate_operand *operand = &statement->operands[i];
		if (!is_declared(operand) || !operand->typed) continue;
		char *name = object_name(operand);
		char *type = declarable(written_type(unit, operand->type, operand->node));
		text_printf(out, " %s%s%s = 0;", type, type[strlen(type) - 1] == '*' ? "" : " ",
		            name);
		free(type);
		free(name);
	}
}

/* self->s  →  conc_object_1 = self->s; the others stay */
void separate_clause_operands(struct unit *unit, const struct separate_statement *statement)
{
	for (size_t i = 0; i < statement->operand_count; i++) {
		const struct separate_operand *operand = &statement->operands[i];
		if (!operand->renamed) continue;
		char *name = object_name(operand);
		put_before(unit->edits, operand->node, "%s = ", name);
		free(name);
	}
}

/* Returns "stack *const conc_object_1 ="; heap copy. */
static char *declaration(struct unit *unit, const struct separate_operand *operand)
{
	char *name = object_name(operand);
	char *type = declarable(written_type(unit, operand->type, operand->node));
	bool pointer = type[strlen(type) - 1] == '*';
	const char *space = operand->index ? "" : " ";
	char *text = pointer ? text_format("%s%sconst %s =", space, type, name)
	                     : text_format("%sconst %s %s =", space, type, name);
	free(type);
	free(name);
	return text;
}

/* An operand that declares a name stays in place; a bare name moves into CONC_RESERVE's list. */
static void lower_declared(struct unit *unit, const struct separate_operand *operand)
{
	TSNode comma = operand->index ? ts_node_prev_sibling(operand->node) : (TSNode){0};
	if (!is_declared(operand)) {
		put_over(unit->edits, operand->index ? comma : operand->node, operand->node, "%s",
		         "");
		return;
	}
	char *text = declaration(unit, operand);
	put_instead(unit->edits, comma, "%s", "");
	if (operand->bound)
		put_over(unit->edits, operand->name,
		         node_field(node_parent(operand->name), "operator"), "%s", text);
	else put_before(unit->edits, operand->node, "%s ", text);
	put_after(unit->edits, operand->node, ";");
	free(text);
}

/* head, the objects, end: what stands behind the declarations. */
static void lower_declaring(struct unit *unit, const struct separate_statement *statement,
                            const char *brace, const char *head, const char *end)
{
	TSNode node = statement->construct->node, close = node_token(node, ")");
	struct text list = {0};
	put_over(unit->edits, first_token(node), node_token(node, "("), "%s", brace);
	for (size_t i = 0; i < statement->operand_count; i++) {
		char *name = object_name(&statement->operands[i]);
		lower_declared(unit, &statement->operands[i]);
		text_printf(&list, "%s%s", i ? ", " : "", name);
		free(name);
	}
	put_instead(unit->edits, close, " %s%s%s", head, list.bytes, end);
	text_free(&list);
}

static bool declares(const struct separate_statement *statement)
{
	for (size_t i = 0; i < statement->operand_count; i++)
		if (is_declared(&statement->operands[i])) return true;
	return false;
}

static void lower_require(struct unit *unit, const struct separate_statement *statement)
{
	TSNode clause = node_field(statement->construct->node, "require");
	if (ts_node_is_null(clause)) return;
	put_over(unit->edits, first_token(clause), node_token(clause, "("), "CONC_REQUIRE(%d, ",
	         statement->construct->number);
	put_after(unit->edits, clause, ";");
}

void separate_lower(struct unit *unit, const struct construct *construct)
{
	const struct separate_statement *statement = separate_statement_at(unit, construct->node);
	TSNode node = construct->node, open = node_token(node, "("), close = node_token(node, ")");
	if (!ts_node_is_null(statement->single_call) ||
	    node_is(node_parent(node), NODE_wait_separate))
		return; /* lower_use and lower/waituntil.c do it */
	for (size_t i = 0; i < statement->operand_count; i++)
		if (!statement->operands[i].typed) return;
	char *head = reserve_head(unit, statement);
	if (declares(statement)) lower_declaring(unit, statement, "{", head, ");");
	else {
		put_over(unit->edits, first_token(node), open, "{ %s", head);
		put_after(unit->edits, close, ";");
	}
	free(head);
	lower_require(unit, statement);
	put_after(unit->edits, node, " }");
}

/* spawn separate (s, p->t) move(s, p->t, 5)  →
 * __extension__ ({ stack *const conc_object_1_2 = p->t; HEAD s, conc_object_1_2), s,
 * conc_object_1_2, 5); }) */
void separate_lower_spawned(struct unit *unit, const struct separate_statement *statement,
                            const char *head, const char *end)
{
	TSNode node = statement->construct->node, call = statement->body;
	for (size_t i = 0; i < statement->operand_count; i++)
		if (!statement->operands[i].typed) return;
	if (declares(statement)) {
		lower_declaring(unit, statement, "__extension__ ({", head, "),");
		put_after(unit->edits, node, "%s; })", end);
	} else {
		put_over(unit->edits, first_token(node), node_token(node, "("), "%s", head);
		put_after(unit->edits, node_token(node, ")"), ",");
		put_after(unit->edits, node, "%s", end);
	}
	put_over(unit->edits, node_field(call, "function"),
	         node_token(node_field(call, "arguments"), "("), "%s", "");
}

/* ---- uses ---- */

static void lower_use(struct unit *unit, const struct separate_use *use)
{
	if (!ts_node_is_null(use->operand->statement->single_call)) {
		lower_single_call(unit, use);
		return;
	}
	if (use->operand->statement->spawns) lower_spawned_type(unit, use->operand->statement);
	bool waits = use->form != SEPARATE_VALUE && use->form != SEPARATE_CALL && !use->derived &&
	             !use->required && (!use->removed || unit->settings->check_sync);
	char *reserved = reserved_name(use->operand), *object = object_name(use->operand);
	if (waits) {
		const char *sync = separate_mode_sync(&unit->settings->separate);
		put_before(unit->edits, use->node, "%s(%s, ", use->removed ? "CONC_SYNCED" : sync,
		           reserved);
		put_after(unit->edits, use->node, ")");
	}
	if (use->operand->renamed && !use->derived)
		put_instead(unit->edits, use->node, "%s", object);
	if (use->form == SEPARATE_CALL) lower_separate_call(unit, use, reserved);
	free(object);
	free(reserved);
}

/* Returns "CONC_SYNC(conc_reserved_1, h)"; heap copy. */
static char *sync_of(const struct unit *unit, const struct separate_operand *operand)
{
	char *reserved = reserved_name(operand), *object = object_name(operand);
	char *text = text_format("%s(%s, %s)", separate_mode_sync(&unit->settings->separate),
	                         reserved, object);
	free(object);
	free(reserved);
	return text;
}

/* for (int i = 0; i < n; i++) …
 *     for (int i = 0, *conc_synced_2 CONC_UNUSED_ = CONC_BEFORE(i < n, SYNC); i < n; i++) …
 * for (i = 0; i < n; i++) …
 *     for (i = 0, CONC_SYNC_IF(i < n, SYNC); i < n; i++) …
 * while (i < n) …
 *     for (CONC_SYNC_IF(i < n, SYNC); i < n;) …
 * do … while (i < n);
 *     { (void)SYNC; do … while (i < n); } */
static void lower_loop(struct unit *unit, const struct separate_loop *loop)
{
	TSNode node = loop->loop, first = node_field(node, "initializer");
	bool always = ts_node_is_null(loop->condition);
	char *sync = sync_of(unit, loop->operand),
	     *condition = always ? text_copy("1", 1) : node_text(unit, loop->condition),
	     *before = always ? text_format("(void)%s", sync)
	                      : text_format("CONC_SYNC_IF(%s, %s)", condition, sync);
	if (node_is(first, NODE_declaration)) {
		TSNode last = node_named_child(first, node_named_child_count(first) - 1);
		put_after(unit->edits, last, ", *conc_synced_%d CONC_UNUSED_ = CONC_BEFORE(%s, %s)",
		          loop->number, condition, sync);
	} else if (!ts_node_is_null(first)) {
		put_after(unit->edits, first, ", %s", before);
	} else if (node_is(node, NODE_for_statement)) {
		put_after(unit->edits, node_token(node, "("), "%s", before);
	} else if (node_type_is(node, "while_statement")) {
		TSNode list = node_field(node, "condition");
		put_instead(unit->edits, first_token(node), "for");
		put_after(unit->edits, first_token(list), "%s; ", before);
		put_before(unit->edits, last_token(list), ";");
	} else {
		put_before(unit->edits, node, "{ %s; ", before);
		put_after(unit->edits, node, " }");
	}
	free(before);
	free(condition);
	free(sync);
}

void lower_separates(struct unit *unit)
{
	for (size_t i = 0; i < unit->separate_loop_count; i++)
		lower_loop(unit, &unit->separate_loops[i]);
	for (size_t i = 0; i < unit->separate_use_count; i++)
		lower_use(unit, &unit->separate_uses[i]);
}
