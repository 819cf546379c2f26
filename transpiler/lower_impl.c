/* SPDX-License-Identifier: MIT */
/* impl lock for spin { .lock = spin_acquire, .unlock = spin_release };
 *   →
 * CONC_IMPL_LOCK(spin, spin, spin_acquire, spin_release);
 *
 * The shadow is a structure of function pointers with the wanted signatures, so that libclang types
 * the operations: static struct { void (*lock)(spin *), (*unlock)(spin *); } conc_impl_1 = { .lock
 * = …, .unlock = … }; */
#include "lower.h"

#include <stdlib.h>
#include <string.h>

void impl_shadow(struct unit *unit, const struct construct *construct)
{
	TSNode type = node_field(construct->node, "type");
	char *name = node_text(unit, type);
	edits_drop(&unit->shadow, node_start(construct->node), node_end(type));
	edit_replace(&unit->shadow, node_start(construct->node), node_end(type),
	             "static struct { void (*lock)(%s *), (*unlock)(%s *); %s *conc_type; } "
	             "conc_impl_%d =",
	             name, name, name, construct->number);
	free(name);
}

/* The impl's type as libclang knows it: through the variable's third member. */
static bool impl_type(struct unit *unit, const struct construct *construct, CXType *out)
{
	TSNode operations = node_field(construct->node, "operations");
	for (size_t i = 0; i < unit->types->count; i++) {
		const struct indexed *entry = &unit->types->list[i];
		if (entry->kind != CXCursor_FieldDecl ||
		    entry->start < node_start(construct->node) ||
		    entry->start >= node_start(operations))
			continue;
		char *name = cursor_spelling(unit, entry->cursor);
		bool found = strcmp(name, "conc_type") == 0;
		free(name);
		if (!found) continue;
		CXType pointer = unit->types->clang->getCursorType(entry->cursor);
		*out = unit->types->clang->getPointeeType(pointer);
		return pointer.kind == CXType_Pointer;
	}
	return false;
}

static bool is_trait(const struct unit *unit, const struct construct *construct, const char *trait)
{
	return node_text_is(&unit->syntax, node_field(construct->node, "trait"), trait);
}

const struct construct *impl_of(struct unit *unit, const char *trait, const char *spelling)
{
	for (size_t i = 0; i < unit->construct_count; i++) {
		const struct construct *construct = &unit->constructs[i];
		CXType type;
		if (construct->kind != NODE_impl_definition || !is_trait(unit, construct, trait) ||
		    !impl_type(unit, construct, &type))
			continue;
		char *own = type_spelling(unit, type);
		bool same = strcmp(own, spelling) == 0;
		free(own);
		if (same) return construct;
	}
	return NULL;
}

/* The value of ".name = value" in the operations; the null node if it is missing. */
static TSNode operation(struct unit *unit, TSNode operations, const char *name)
{
	uint32_t count = node_named_child_count(operations);
	for (uint32_t i = 0; i < count; i++) {
		TSNode pair = node_named_child(operations, i);
		if (!node_is(pair, NODE_initializer_pair)) continue;
		TSNode designator = node_field(pair, "designator");
		TSNode field = node_named_child(designator, 0);
		if (!ts_node_is_null(field) && node_text_is(&unit->syntax, field, name))
			return node_field(pair, "value");
	}
	return (TSNode){0};
}

static bool check_operation_names(struct unit *unit, TSNode operations)
{
	bool good = true;
	uint32_t count = node_named_child_count(operations);
	for (uint32_t i = 0; i < count; i++) {
		TSNode pair = node_named_child(operations, i);
		if (strcmp(node_type(pair), "comment") == 0) continue;
		TSNode field = node_named_child(node_field(pair, "designator"), 0);
		if (!ts_node_is_null(field) && (node_text_is(&unit->syntax, field, "lock") ||
		                                node_text_is(&unit->syntax, field, "unlock")))
			continue;
		ERROR_AT(unit, pair, "'impl lock' has the operations .lock and .unlock only");
		good = false;
	}
	return good;
}

/* An operation is called with one argument, a pointer to the type. */
static bool check_signature(struct unit *unit, TSNode value, CXType type, const char *name)
{
	const struct clang *clang = unit->types->clang;
	CXType function;
	if (!type_demand(unit, value, &function)) return false;
	function = type_canonical(unit, function);
	if (function.kind == CXType_Pointer)
		function = type_canonical(unit, clang->getPointeeType(function));
	char *wanted = type_spelling(unit, type);
	bool good = function.kind == CXType_FunctionProto && clang->getNumArgTypes(function) == 1;
	if (good) {
		CXType argument = type_canonical(unit, clang->getArgType(function, 0));
		char *given = type_is_pointer(argument)
		                      ? type_spelling(unit, clang->getPointeeType(argument))
		                      : NULL;
		good = given && (strcmp(given, wanted) == 0 || strcmp(given, "void") == 0);
		free(given);
	}
	if (!good) {
		char *is = type_written(unit, function);
		ERROR_AT(unit, value, "operation '%s' must be a function 'void (%s *)', not '%s'",
		         name, wanted, is);
		free(is);
	}
	free(wanted);
	return good;
}

static void report_second(struct unit *unit, const struct construct *construct,
                          const struct construct *first)
{
	ERROR_AT(unit, node_field(construct->node, "type"), "'%.*s' has two 'impl lock'",
	         NODE_ARG(unit, node_field(construct->node, "type")));
	NOTE_AT(unit, node_field(first->node, "type"), "the first is here");
}

/* Its names are written out where others are lowered. */
static bool holds_construct(struct unit *unit, const struct construct *construct)
{
	const struct construct *inner = unit_next_inside(unit, construct, construct);
	if (inner) ERROR_AT(unit, inner->node, "an 'impl lock' names a type and two functions");
	return inner;
}

void impl_lower(struct unit *unit, const struct construct *construct)
{
	TSNode node = construct->node, operations = node_field(node, "operations"),
	       type_node = node_field(node, "type");
	if (holds_construct(unit, construct)) return;
	if (!node_text_is(&unit->syntax, node_field(node, "trait"), "lock")) {
		ERROR_AT(unit, node_field(node, "trait"),
		         "'impl %.*s': only 'impl lock for' is known",
		         NODE_ARG(unit, node_field(node, "trait")));
		return;
	}
	CXType type;
	if (!impl_type(unit, construct, &type)) {
		ERROR_AT(unit, type_node, "'%.*s' is not a type that can be locked",
		         NODE_ARG(unit, type_node));
		return;
	}
	char *spelling = type_spelling(unit, type);
	const struct construct *first = impl_of(unit, "lock", spelling);
	free(spelling);
	if (first && first != construct) report_second(unit, construct, first);
	TSNode lock = operation(unit, operations, "lock"),
	       unlock = operation(unit, operations, "unlock");
	bool good = check_operation_names(unit, operations);
	if (ts_node_is_null(lock)) ERROR_AT(unit, operations, "'impl lock' needs .lock");
	if (ts_node_is_null(unlock)) ERROR_AT(unit, operations, "'impl lock' needs .unlock");
	if (!good || ts_node_is_null(lock) || ts_node_is_null(unlock)) return;
	if (!check_signature(unit, lock, type, "lock") ||
	    !check_signature(unit, unlock, type, "unlock"))
		return;
	char *written = node_text(unit, type_node), *name = type_mangle(written);
	edit_replace(unit->edits, node_start(node), node_end(operations),
	             "CONC_IMPL_LOCK(%s, %s, %.*s, %.*s)", name, written, NODE_ARG(unit, lock),
	             NODE_ARG(unit, unlock));
	free(name);
	free(written);
}
