/* SPDX-License-Identifier: MIT */
/* Whether an expression reads or writes, by the expression around it. An address is no use: who
 * follows it uses the object. */
#include "access.h"

#include <stdlib.h>

#include "base/text.h"
#include "types/operation.h"
#include "types/variable.h"

const struct kind *kind_of_member(struct unit *unit, TSNode field)
{
	CXType type = type_at(unit, node_field(field, "argument"));
	if (node_has_operator(field, "->")) {
		if (!type_is_pointer(type)) return NULL;
		type = unit->types->clang->getPointeeType(type);
	}
	return type_kind(unit, type);
}

bool is_of_monitor(struct unit *unit, TSNode field)
{
	const struct kind *kind = kind_of_member(unit, field);
	return kind && kind->word == KIND_MONITOR;
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

struct members_visit {
	struct unit *unit;
	bool found;
};

static enum CXVisitorResult visit_member(CXCursor field, CXClientData data)
{
	struct members_visit *visit = data;
	const struct clang *clang = visit->unit->types->clang;
	CXType type = clang->getCursorType(field);
	char *name = cursor_spelling(visit->unit, field);
	bool hidden = text_starts(name, "conc_"); /* the state of a message */
	free(name);
	visit->found |= !hidden && (clang->isVolatileQualifiedType(type) ||
	                            holds_synchronisation(visit->unit, type));
	return visit->found ? CXVisit_Break : CXVisit_Continue;
}

bool holds_synchronisation(struct unit *unit, CXType type)
{
	CXType element = type_element(unit, type_canonical(unit, type));
	struct members_visit visit = {unit, false};
	if (element.kind == CXType_Atomic || type_holds(unit, element) & ~(unsigned)HOLDS_MESSAGE)
		return true;
	if (element.kind != CXType_Record) return false;
	char *spelling = type_spelling(unit, element);
	bool library = text_starts(spelling, "struct conc_") || text_starts(spelling, "pthread_") ||
	               text_starts(spelling, "union pthread");
	free(spelling);
	if (!library) unit->types->clang->Type_visitFields(element, visit_member, &visit);
	return library || visit.found;
}

TSNode whole_path(struct unit *unit, TSNode node)
{
	TSNode parent = node_outside(node);
	while (is_part(unit, parent) && node_is_inside(node, node_field(parent, "argument"))) {
		node = parent;
		parent = node_outside(node);
	}
	return node;
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
