/* SPDX-License-Identifier: MIT */
/* Whether an expression reads or writes, by the expression around it. An address is no use: who
 * follows it uses the object. */
#include "access.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "check.h"
#include "guard.h"
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

bool path_is_protected(struct unit *unit, const struct guards *guards, TSNode path)
{
	for (path = node_inner(path); !ts_node_is_null(path);
	     path = node_inner(node_field(path, "argument"))) {
		bool field = node_type_is(path, "field_expression");
		if ((field || node_is(path, NODE_identifier)) && guard_at(unit, guards, path))
			return true;
		if (field && (is_of_monitor(unit, path) || separate_use_at_root(unit, path)))
			return true;
		CXType type = type_at(unit, path);
		const struct kind *kind = type_kind(unit, type);
		if ((kind && kind->word == KIND_MONITOR) || type.kind == CXType_Atomic) return true;
		if (node_is(path, NODE_identifier)) break;
	}
	return false;
}

bool path_is_free(struct unit *unit, TSNode node)
{
	CXType type = type_at(unit, node);
	const struct clang *clang = unit->types->clang;
	TSNode part = node, field = {0};
	while (is_part(unit, part)) {
		if (node_type_is(part, "field_expression") && ts_node_is_null(field)) field = part;
		part = node_bare(node_field(part, "argument"));
	}
	if (node_is(part, NODE_identifier)) return needs_no_lock(unit, type);
	if (node_type_is(part, "field_expression") && ts_node_is_null(field)) field = part;
	if (ts_node_is_null(field))
		return !clang->isConstQualifiedType(type) && needs_no_lock(unit, type);
	return needs_no_lock(unit, clang->getCursorType(declaration_at(unit, field)));
}

static CXType parameter_type(struct unit *unit, TSNode call, TSNode argument, bool *variadic)
{
	enum { ENOUGH = 64 };
	const struct clang *clang = unit->types->clang;
	TSNode arguments[ENOUGH];
	int count = node_arguments(call, arguments, ENOUGH);
	CXType none = {.kind = CXType_Invalid},
	       type = type_canonical(unit, type_at(unit, node_field(call, "function")));
	if (type_is_pointer(type)) type = type_canonical(unit, clang->getPointeeType(type));
	if (!type_is_function(type)) return none;
	*variadic = clang->isFunctionTypeVariadic(type);
	for (int i = 0; i < count && i < ENOUGH; i++)
		if (node_is_inside(argument, arguments[i]))
			return i < clang->getNumArgTypes(type)
			               ? clang->getArgType(type, (unsigned)i)
			               : none;
	return none;
}

CXType argument_type(struct unit *unit, TSNode call, TSNode argument)
{
	bool variadic = false;
	return parameter_type(unit, call, argument, &variadic);
}

bool address_writes(struct unit *unit, TSNode address)
{
	TSNode parent = node_outside(address);
	while (node_type_is(parent, "cast_expression")) parent = node_outside(parent);
	if (node_is(parent, NODE_argument_list) &&
	    node_is(node_parent(parent), NODE_call_expression)) {
		bool variadic = false;
		TSNode call = node_parent(parent);
		CXType type = parameter_type(unit, call, address, &variadic);
		if (type.kind != CXType_Invalid) {
			CXType pointee = type_canonical(unit, unit->types->clang->getPointeeType(
			                                              type_canonical(unit, type)));
			return !unit->types->clang->isConstQualifiedType(pointee);
		}
		char *name = node_text(unit, node_field(call, "function"));
		bool reads = variadic && !strstr(name, "scanf");
		free(name);
		return !reads;
	}
	CXType type = type_at(unit, address),
	       pointee = type_is_array(type) ? type_element(unit, type)
	                                     : unit->types->clang->getPointeeType(type);
	return !unit->types->clang->isConstQualifiedType(type_canonical(unit, pointee));
}

/* Is the type one of those that any thread may use through a pointer? */
static bool is_built_in(struct unit *unit, CXType type)
{
	static const char library[] = "conc_ pthread_ mtx_t cnd_t once_flag sem_t "
	                              "atomic_flag _IO_FILE FILE";
	const struct kind *kind = type_kind(unit, type);
	char *spelling = type_spelling(unit, type);
	const char *name = text_starts(spelling, "struct ")  ? spelling + 7
	                   : text_starts(spelling, "union ") ? spelling + 6
	                                                     : spelling;
	CXType of;
	bool found = type.kind == CXType_Atomic || (kind && kind->word != KIND_MESSAGE) ||
	             text_listed(name, library, false) || type_is_channel(unit, type, &of) ||
	             type_is_future(unit, type, &of) || type_is_task(unit, type, &of);
	free(spelling);
	return found;
}

struct shareable_visit {
	struct unit *unit;
	const struct guards *guards;
	bool right;
	CXCursor wrong;
	int count;
};

static enum CXVisitorResult visit_shareable(CXCursor field, CXClientData data)
{
	struct shareable_visit *visit = data;
	const struct clang *clang = visit->unit->types->clang;
	size_t at = cursor_offset(visit->unit, field);
	visit->count++;
	for (size_t i = 0; i < visit->guards->count; i++)
		if (!ts_node_is_null(visit->guards->list[i].name) &&
		    node_start(visit->guards->list[i].name) == at)
			return CXVisit_Continue;
	CXType type = type_canonical(visit->unit, clang->getCursorType(field));
	if (clang->isConstQualifiedType(type) ||
	    clang->isConstQualifiedType(type_element(visit->unit, type)) ||
	    type_is_shareable(visit->unit, visit->guards, clang->getCursorType(field), NULL))
		return CXVisit_Continue;
	visit->right = false;
	visit->wrong = field;
	return CXVisit_Break;
}

bool type_is_shareable(struct unit *unit, const struct guards *guards, CXType type, CXCursor *wrong)
{
	const struct clang *clang = unit->types->clang;
	CXType canonical = type_canonical(unit, type), element = type_element(unit, canonical);
	if (wrong) *wrong = clang->getNullCursor();
	if (type_is_function(element) || is_built_in(unit, type_element(unit, type)) ||
	    is_built_in(unit, element))
		return true;
	if (element.kind != CXType_Record) return false;
	struct shareable_visit visit = {unit, guards, true, clang->getNullCursor(), 0};
	clang->Type_visitFields(element, visit_shareable, &visit);
	if (wrong && holds_synchronisation(unit, element)) *wrong = visit.wrong;
	return visit.right && visit.count > 0;
}

CXType pointee_at(struct unit *unit, TSNode pointer)
{
	CXType type = type_at(unit, pointer);
	return type_is_array(type) ? type_element(unit, type)
	                           : unit->types->clang->getPointeeType(type);
}

TSNode address_of_path(struct unit *unit, TSNode path)
{
	TSNode parent = node_outside(path);
	if (node_takes_address(parent)) return parent;
	return is_array_at(unit, path) ? path : (TSNode){0};
}
