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
 * around it. The type of the plain pointer (const, incomplete) is known after that round, too.
 *
 * Rejected: redeclaring the operand's own name (a path has none, and other.s = s, f(s) of a
 * separate parameter are errors, for which libclang drops the expression). */
#include "separate.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "operation.h"
#include "variable.h"

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
	TSNode node = node_bare(node_field(call, "function"));
	CXType type = type_at(unit, node);
	if (type_is_pointer(type)) type = type_canonical(unit, clang->getPointeeType(type));
	if (ts_node_is_null(node) || !type_is_function(type)) return callee;
	callee.function = type;
	if (!node_is(node, NODE_identifier)) return callee;
	CXCursor referenced = declaration_at(unit, node);
	if (clang->getCursorKind(referenced) == CXCursor_FunctionDecl)
		callee.declaration = referenced;
	return callee;
}

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
void separate_shadow_head(struct unit *unit, const struct separate_statement *statement,
                          const char *before)
{
	TSNode node = statement->construct->node, close = node_token(node, ")");
	struct edits *shadow = &unit->shadow;
	int number = statement->construct->number;
	put_over(shadow, first_token(node), node_token(node, "("), "%s", before);
	for (size_t i = 0; i < statement->operand_count; i++) {
		const struct separate_operand *operand = &statement->operands[i];
		TSNode comma = ts_node_next_sibling(operand->node);
		if (operand->bound)
			put_over(shadow, operand->name,
			         node_field(node_parent(operand->name), "operator"), "%s", "");
		put_before(shadow, operand->node,
		           " __auto_type conc_shadow_pointer_%d_%d =", number, operand->index);
		put_after(shadow, operand->node, ";");
		if (node_type_is(comma, ",")) put_instead(shadow, comma, "%s", "");
	}
	put_instead(shadow, close, "%s", "");
	for (size_t i = 0; i < statement->operand_count; i++) {
		const char *plain = statement->operands[i].plain;
		char *type = plain ? text_copy(plain, strlen(plain))
		                   : text_format(VALUE_TYPE, number, (int)i);
		put_after(shadow, close, " %s *const conc_shadow_plain_%d_%d = 0;", type, number,
		          (int)i);
		free(type);
	}
	if (!ts_node_is_null(statement->require)) {
		TSNode clause = node_field(node, "require");
		put_instead(shadow, first_token(clause), "(void)");
		put_after(shadow, clause, ";");
	}
}

void separate_shadow(struct unit *unit, const struct construct *construct)
{
	separate_shadow_head(unit, separate_statement_at(unit, construct->node), "{");
	put_after(&unit->shadow, construct->node, " }");
}

/* Finds the pointee type of the operand's plain pointer. Returns whether it changed. */
static bool find_plain(struct unit *unit, struct separate_operand *operand)
{
	const struct clang *clang = unit->types->clang;
	CXType type = type_at(unit, operand->value), pointee = clang->getPointeeType(type);
	struct text text = {0};
	if (!type_is_pointer(type)) return false;
	if (clang->isConstQualifiedType(pointee)) text_puts(&text, "const ");
	if (clang->isVolatileQualifiedType(pointee)) text_puts(&text, "volatile ");
	if (clang->Type_getSizeOf(pointee) == CXTypeLayoutError_Incomplete ||
	    type_is_array(type_canonical(unit, pointee))) { /* cannot be a value */
		char *spelling = type_spelling(unit, pointee);
		text_printf(&text, "__typeof__(%s)", spelling);
		free(spelling);
	} else {
		text_printf(&text, VALUE_TYPE, operand->statement->construct->number,
		            operand->index);
	}
	bool changed = !operand->plain || strcmp(operand->plain, text.bytes) != 0;
	free(operand->plain);
	operand->plain = text.bytes;
	return changed;
}

static enum separate_guess guess_argument(struct unit *unit, TSNode call, int index)
{
	const struct clang *clang = unit->types->clang;
	/* the grammar reads delete (s); as a call */
	if (node_is_word(unit, node_field(call, "function"), "delete") ||
	    operation_call_sends(unit, call, index))
		return SEPARATE_POINTER;
	CXType function = separate_callee(unit, call).function;
	if (function.kind == CXType_Invalid) return SEPARATE_UNKNOWN;
	if (function.kind == CXType_FunctionProto && index < clang->getNumArgTypes(function) &&
	    type_is_separate(unit, clang->getArgType(function, (unsigned)index)))
		return SEPARATE_POINTER;
	return SEPARATE_PLAIN;
}

static enum separate_guess guess_by_types(struct unit *unit, TSNode use)
{
	int index;
	TSNode place = separate_place(use), call = separate_argument(place, &index);
	if (!ts_node_is_null(call)) return guess_argument(unit, call, index);
	TSNode comparison = node_parent(place);
	bool left = node_is_field(comparison, "left", place);
	CXType type = type_at(unit, node_field(comparison, left ? "right" : "left"));
	if (type.kind == CXType_Invalid) return SEPARATE_UNKNOWN;
	bool plain = type_is_pointer(type) && !type_is_separate(unit, type);
	return plain ? SEPARATE_PLAIN : SEPARATE_POINTER;
}

bool separate_found(struct unit *unit, bool learning)
{
	bool again = learning;
	for (size_t i = 0; i < unit->separate_statement_count; i++)
		for (size_t k = 0; k < unit->separate_statements[i].operand_count; k++)
			if (find_plain(unit, &unit->separate_statements[i].operands[k]))
				again = true;
	for (size_t i = 0; i < unit->separate_use_count; i++) {
		struct separate_use *use = &unit->separate_uses[i];
		if (use->guess != SEPARATE_UNKNOWN) continue;
		use->guess = guess_by_types(unit, use->node);
		again |= use->guess != SEPARATE_UNKNOWN;
	}
	if (again) return true;
	/* The uses that no type decides become plain pointers: libclang's errors about them then
	 * speak of a plain pointer. */
	for (size_t i = 0; i < unit->separate_use_count; i++) {
		if (unit->separate_uses[i].guess != SEPARATE_UNKNOWN) continue;
		unit->separate_uses[i].guess = SEPARATE_PLAIN;
		again = true;
	}
	return again;
}
