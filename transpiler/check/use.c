/* SPDX-License-Identifier: MIT */
/* libclang's types say what needs no lock; the node around an lvalue says whether it is written. */
#include "use.h"

#include <stdlib.h>

#include "base/text.h"
#include "types/operation.h"
#include "types/variable.h"

struct kind *monitor_at(struct unit *unit, TSNode field)
{
	CXType type = type_at(unit, node_field(field, "argument"));
	if (node_has_operator(field, "->")) {
		if (!type_is_pointer(type)) return NULL;
		type = unit->types->clang->getPointeeType(type);
	}
	struct kind *kind = type_kind(unit, type);
	return kind && kind->word == KIND_MONITOR ? kind : NULL;
}

bool needs_no_lock(struct unit *unit, CXType type)
{
	const struct clang *clang = unit->types->clang;
	CXType canonical = type_canonical(unit, type), element = type_element(unit, canonical);
	if (canonical.kind == CXType_Invalid || clang->isConstQualifiedType(canonical) ||
	    clang->isConstQualifiedType(element) || element.kind == CXType_Atomic ||
	    type_holds(unit, element) & ~(unsigned)HOLDS_MESSAGE)
		return true;
	char *spelling = type_spelling(unit, element);
	bool library = text_starts(spelling, "conc_") || text_starts(spelling, "struct conc_") ||
	               text_starts(spelling, "pthread_");
	free(spelling);
	return library;
}

bool is_written(struct unit *unit, TSNode path, TSNode parent)
{
	if (node_is(parent, NODE_assignment_expression))
		return node_is_inside(path, node_field(parent, "left"));
	if (node_is(parent, NODE_binary_expression)) {
		const struct operation *operation = operation_at(unit, parent);
		return operation &&
		       (operation->kind == OPERATION_RECEIVE || operation->kind == OPERATION_READ ||
		        operation->kind == OPERATION_JOIN) &&
		       ts_node_eq(node_bare(operation_value(operation)), path);
	}
	return node_type_is(parent, "update_expression");
}

bool is_unevaluated(TSNode node)
{
	static const char *const types[] = {"sizeof_expression",   "alignof_expression",
	                                    "typeof_specifier",    "generic_expression",
	                                    "offsetof_expression", NULL};
	return node_type_in(node, types);
}
