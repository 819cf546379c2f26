/* SPDX-License-Identifier: MIT */
/* separate in the shadow.
 *
 *     separate stack *s;                     __attribute__((address_space(1))) stack *s;
 *     separate (s, n = f(q)) require (count(s) > 0) { push(s, 1); q = n; }
 *       →
 *     { __auto_type conc_shadow_pointer_1_0 = s; __auto_type conc_shadow_pointer_1_1 = f(q);
 *       T *const conc_shadow_plain_1_0 = 0; … (void)(count(conc_shadow_plain_1_0) > 0);
 *       { push(conc_shadow_plain_1_0, 1); q = conc_shadow_pointer_1_1; } }
 *
 * The shadow of a block has two names for each operand: a plain pointer and the separate pointer.
 * If a use is an argument or is compared, the parameter or the other side decides between them. In
 * the first round such a use is 0, which converts to both, so that libclang types the expression
 * around it; then the use is decided. So libclang finds no error in correct code. The type of the
 * plain pointer (const, incomplete) is known after the first round, too.
 *
 * Rejected: redeclaring the operand's own name (a path has none, and other.s = s, f(s) of a
 * separate parameter are errors, for which libclang drops the expression). */

#include "separate.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "operation.h"
#include "types.h"

/* ---- types ---- */

bool type_is_separate(const struct unit *unit, CXType type)
{
	const struct clang *clang = unit->types->clang;
	type = type_canonical(unit, type);
	if (!type_is_pointer(type)) return false;
	return clang->getAddressSpace(type_canonical(unit, clang->getPointeeType(type))) == 1;
}

struct separate_callee separate_callee(struct unit *unit, TSNode call)
{
	const struct clang *clang = unit->types->clang;
	struct separate_callee callee = {.declaration = clang->getNullCursor()};
	TSNode node = node_field(call, "function");
	while (node_is(node, NODE_parenthesized_expression)) node = node_named_child(node, 0);
	CXType type;
	if (ts_node_is_null(node) || !type_of(unit, node, &type)) return callee;
	type = type_canonical(unit, type);
	if (type_is_pointer(type)) type = type_canonical(unit, clang->getPointeeType(type));
	if (type.kind != CXType_FunctionProto && type.kind != CXType_FunctionNoProto) return callee;
	callee.function = type;
	if (!node_is(node, NODE_identifier)) return callee;
	int found = types_find(unit->types, node_start(node), node_end(node));
	CXCursor referenced = clang->getCursorReferenced(unit->types->list[found].cursor);
	if (clang->getCursorKind(referenced) == CXCursor_FunctionDecl)
		callee.declaration = referenced;
	return callee;
}

/* ---- the edits ---- */

/* The object's type without qualifiers and address space: a value has none. */
#define VALUE_TYPE "__typeof__((0, *conc_shadow_pointer_%d_%d))"

void separate_qualifier_shadow(struct unit *unit, const struct construct *construct)
{
	put_instead(&unit->shadow, construct->node, "__attribute__((address_space(1)))");
}

void separate_shadow_uses(struct unit *unit)
{
	for (size_t i = 0; i < unit->separate_use_count; i++) {
		struct separate_use *use = &unit->separate_uses[i];
		int number = use->operand->statement->construct->number;
		if (use->derived) continue;
		if (use->guess == SEPARATE_UNKNOWN) put_instead(&unit->shadow, use->node, "0");
		else
			put_instead(&unit->shadow, use->node, "conc_shadow_%s_%d_%d",
			            use->guess == SEPARATE_PLAIN ? "plain" : "pointer", number,
			            use->operand->index);
	}
}

/* s,  →  __auto_type conc_shadow_pointer_1_0 = s; */
static void shadow_operand(struct unit *unit, const struct separate_operand *operand)
{
	int number = operand->statement->construct->number;
	TSNode comma = ts_node_next_sibling(operand->node);
	if (operand->bound)
		put_over(&unit->shadow, operand->name,
		         node_field(node_parent(operand->name), "operator"), "%s", "");
	put_before(&unit->shadow, operand->node, " __auto_type conc_shadow_pointer_%d_%d =", number,
	           operand->index);
	put_after(&unit->shadow, operand->node, ";");
	if (strcmp(node_type(comma), ",") == 0) put_instead(&unit->shadow, comma, "%s", "");
}

static void declare_plain(struct unit *unit, const struct separate_operand *operand, TSNode close)
{
	int number = operand->statement->construct->number;
	char *type = operand->plain ? text_copy(operand->plain, strlen(operand->plain))
	                            : text_format(VALUE_TYPE, number, operand->index);
	put_after(&unit->shadow, close, " %s *const conc_shadow_plain_%d_%d = 0;", type, number,
	          operand->index);
	free(type);
}

void separate_shadow(struct unit *unit, const struct construct *construct)
{
	const struct separate_statement *statement = separate_statement_of(unit, construct);
	TSNode node = construct->node, close = node_token(node, ")");
	put_instead(&unit->shadow, first_token(node), "{");
	put_instead(&unit->shadow, node_token(node, "("), "%s", "");
	for (size_t i = 0; i < statement->operand_count; i++)
		shadow_operand(unit, &statement->operands[i]);
	put_instead(&unit->shadow, close, "%s", "");
	for (size_t i = 0; i < statement->operand_count; i++)
		declare_plain(unit, &statement->operands[i], close);
	if (!ts_node_is_null(statement->require)) {
		TSNode clause = node_field(node, "require");
		put_instead(&unit->shadow, first_token(clause), "(void)");
		put_after(&unit->shadow, clause, ";");
	}
	put_after(&unit->shadow, node, " }");
}

/* ---- deciding by types ---- */

/* Returns the pointee type with which a plain pointer to the object is declared; heap copy. */
static char *plain_type(struct unit *unit, const struct separate_operand *operand, CXType type)
{
	const struct clang *clang = unit->types->clang;
	int number = operand->statement->construct->number;
	CXType pointee = clang->getPointeeType(type_canonical(unit, type));
	struct text text = {0};
	if (clang->isConstQualifiedType(pointee)) text_puts(&text, "const ");
	if (clang->isVolatileQualifiedType(pointee)) text_puts(&text, "volatile ");
	if (clang->Type_getSizeOf(pointee) == CXTypeLayoutError_Incomplete ||
	    type_is_array(type_canonical(unit, pointee))) { /* cannot be a value */
		char *spelling = type_spelling(unit, pointee);
		text_printf(&text, "__typeof__(%s)", spelling);
		free(spelling);
	} else text_printf(&text, VALUE_TYPE, number, operand->index);
	return text.bytes;
}

static bool find_operand(struct unit *unit, struct separate_operand *operand)
{
	CXType type;
	if (!type_of(unit, operand->value, &type) || !type_is_pointer(type_canonical(unit, type)))
		return false;
	char *plain = plain_type(unit, operand, type);
	bool changed = !operand->plain || strcmp(operand->plain, plain) != 0;
	free(operand->plain);
	operand->plain = plain;
	return changed;
}

static TSNode other_operand(TSNode binary, TSNode operand)
{
	return node_field(binary, node_is_field(binary, "left", operand) ? "right" : "left");
}

/* Is the call delete (s);? The grammar reads it as a call. */
static bool is_delete(const struct unit *unit, TSNode call)
{
	return node_text_is(&unit->syntax, node_field(call, "function"), "delete") ||
	       node_text_is(&unit->syntax, node_field(call, "function"), "_Conc_delete");
}

static enum separate_guess guess_argument(struct unit *unit, TSNode call, int index)
{
	const struct clang *clang = unit->types->clang;
	if (is_delete(unit, call) || operation_call_sends(unit, call, index))
		return SEPARATE_POINTER;
	struct separate_callee callee = separate_callee(unit, call);
	if (callee.function.kind == CXType_Invalid) return SEPARATE_UNKNOWN;
	if (callee.function.kind == CXType_FunctionProto &&
	    index < clang->getNumArgTypes(callee.function) &&
	    type_is_separate(unit, clang->getArgType(callee.function, (unsigned)index)))
		return SEPARATE_POINTER;
	return SEPARATE_PLAIN;
}

static enum separate_guess guess_compared(struct unit *unit, TSNode place)
{
	CXType type;
	if (!type_of(unit, other_operand(node_parent(place), place), &type))
		return SEPARATE_UNKNOWN;
	bool plain = type_is_pointer(type_canonical(unit, type)) && !type_is_separate(unit, type);
	return plain ? SEPARATE_PLAIN : SEPARATE_POINTER;
}

static bool find_use(struct unit *unit, struct separate_use *use)
{
	if (use->guess != SEPARATE_UNKNOWN) return false;
	int index;
	TSNode place = separate_place(use->node), call = separate_argument(place, &index);
	use->guess = ts_node_is_null(call) ? guess_compared(unit, place)
	                                   : guess_argument(unit, call, index);
	return use->guess != SEPARATE_UNKNOWN;
}

/* Makes the uses that no type decides plain pointers: libclang's errors about them then speak of a
 * plain pointer. */
static bool settle_uses(struct unit *unit)
{
	bool again = false;
	for (size_t i = 0; i < unit->separate_use_count; i++) {
		if (unit->separate_uses[i].guess != SEPARATE_UNKNOWN) continue;
		unit->separate_uses[i].guess = SEPARATE_PLAIN;
		again = true;
	}
	return again;
}

bool separate_found(struct unit *unit, bool learning)
{
	bool again = learning;
	for (size_t i = 0; i < unit->separate_statement_count; i++)
		for (size_t k = 0; k < unit->separate_statements[i].operand_count; k++)
			if (find_operand(unit, &unit->separate_statements[i].operands[k]))
				again = true;
	for (size_t i = 0; i < unit->separate_use_count; i++)
		if (find_use(unit, &unit->separate_uses[i])) again = true;
	return again || settle_uses(unit);
}
