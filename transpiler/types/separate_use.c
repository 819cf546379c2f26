/* SPDX-License-Identifier: MIT */
/* Classifies each use of a reserved object.
 *
 *     push(s, 1)           CALL: by name, returns nothing, no other argument points to data
 *     n = count(s)         QUERY: any other call that takes the object as a plain pointer
 *     s->n   s->n = 3      READ, WRITE: the whole access, such as s->head->v[2]
 *     push(s->inner, 1)    two uses: READ of s->inner, CALL with s->inner
 *     t = s   f(s)         VALUE, where the separate pointer itself is wanted
 *
 * A call is logged only if its request cannot come between a synchronisation and the use that needs
 * it. C does not say in which order the operands of f(s, (push(s, 1), 2)) are evaluated, so the
 * push(s, 1) in it runs at once. */
#include "separate.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "operation.h"
#include "send.h"
#include "variable.h"

struct pointer_visit {
	struct unit *unit;
	bool found;
};

static enum CXVisitorResult separate_use_visit_field(CXCursor field, CXClientData data)
{
	struct pointer_visit *visit = data;
	CXType type = visit->unit->types->clang->getCursorType(field);
	visit->found = visit->found || type_has_data_pointer(visit->unit, type);
	return visit->found ? CXVisit_Break : CXVisit_Continue;
}

bool type_has_data_pointer(struct unit *unit, CXType type)
{
	const struct clang *clang = unit->types->clang;
	CXType result, canonical = type_canonical(unit, type_element(unit, type));
	if (type_is_task(unit, canonical, &result)) return true;
	if (type_is_pointer(canonical)) {
		CXType pointee = type_canonical(unit, clang->getPointeeType(canonical));
		return !type_is_function(pointee) && !type_is_separate(unit, canonical);
	}
	struct pointer_visit visit = {unit, false};
	if (canonical.kind == CXType_Record)
		clang->Type_visitFields(canonical, separate_use_visit_field, &visit);
	return visit.found;
}

bool separate_is_constant(const struct unit *unit, TSNode node)
{
	node = node_bare(node);
	if (node_type_is(node, "cast_expression"))
		return separate_is_constant(unit, node_field(node, "value"));
	if (node_type_is(node, "comma_expression"))
		return separate_is_constant(unit, node_field(node, "right"));
	if (node_type_is(node, "conditional_expression"))
		return separate_is_constant(unit, node_field(node, "consequence")) &&
		       separate_is_constant(unit, node_field(node, "alternative"));
	return node_type_is(node, "null") || node_type_is(node, "nullptr") ||
	       node_type_is(node, "string_literal") || node_type_is(node, "concatenated_string") ||
	       (node_is(node, NODE_number_literal) && node_text_is(&unit->syntax, node, "0"));
}

/* Returns the first argument after the object that may point to data; null node: none. */
static TSNode data_argument(struct unit *unit, TSNode call, CXType function)
{
	enum { ENOUGH = 64 };
	const struct clang *clang = unit->types->clang;
	TSNode arguments[ENOUGH];
	int count = node_arguments(call, arguments, ENOUGH);
	for (int i = 1; i < count && i < ENOUGH && i < clang->getNumArgTypes(function); i++) {
		CXType type = clang->getArgType(function, (unsigned)i);
		bool array = type_element(unit, type).kind != type.kind;
		bool pointer = array || type_is_pointer(type_canonical(unit, type));
		if ((array || type_has_data_pointer(unit, type)) &&
		    !(pointer && separate_is_constant(unit, arguments[i])))
			return arguments[i];
	}
	return (TSNode){0};
}

/* Such a function needs the client's frame. */
static bool is_nested_function(const struct unit *unit, CXCursor declaration)
{
	size_t at = cursor_offset(unit, declaration);
	for (size_t i = 0; i < unit->nested_count; i++) {
		TSNode node = unit->nested[i];
		if (node_start(node) <= at && at < node_start(node_field(node, "body")))
			return true;
	}
	return false;
}

/* Is this the only operand of parent evaluated without a sequence point before or after it? */
static bool is_alone(TSNode parent, TSNode node)
{
	if (node_is(parent, NODE_assignment_expression))
		return node_is(node_field(parent, "left"), NODE_identifier);
	if (node_type_is(parent, "conditional_expression"))
		return !node_is_field(parent, "condition", node);
	return node_is(parent, NODE_parenthesized_expression) ||
	       node_is(parent, NODE_init_declarator) || node_type_is(parent, "comma_expression") ||
	       node_type_is(parent, "cast_expression") ||
	       node_type_is(parent, "extension_expression");
}

/* Returns the innermost statement expression around node, down to offset start; null node: none. */
static TSNode statement_expression(TSNode node, size_t start)
{
	for (; !ts_node_is_null(node) && node_start(node) > start; node = node_parent(node))
		if (node_is(node, NODE_compound_statement) &&
		    node_is(node_parent(node), NODE_parenthesized_expression))
			return node_parent(node);
	return (TSNode){0};
}

static bool is_part_of_statement(TSNode parent, TSNode node)
{
	static const char *const nodes[] = {"if_statement", "while_statement", "do_statement",
	                                    NULL};
	if (node_type_in(parent, nodes)) return node_is_field(parent, "condition", node);
	return node_is(parent, NODE_expression_statement) || node_is(parent, NODE_declaration) ||
	       node_is(parent, NODE_return_statement) || node_is(parent, NODE_for_statement) ||
	       node_is(parent, NODE_switch_statement);
}

/* Can no expression around the call synchronise before it and depend on that after it? */
static bool is_statement(TSNode call, const struct separate_statement *statement)
{
	TSNode node = call, parent;
	while (is_alone(parent = node_parent(node), node)) node = parent;
	bool ends = is_part_of_statement(parent, node);
	TSNode outer = statement_expression(parent, node_start(statement->construct->node));
	return ends && (ts_node_is_null(outer) || is_statement(outer, statement));
}

static bool is_of_passing(const char *message)
{
	return strstr(message, "passing ") != NULL;
}

/* The call stays then, so that the compiler's errors name it. */
static bool is_faulty(struct unit *unit, TSNode call, CXType function)
{
	enum { ENOUGH = 64 };
	const struct clang *clang = unit->types->clang;
	TSNode arguments[ENOUGH];
	int count = node_arguments(call, arguments, ENOUGH);
	if (count > ENOUGH || count != clang->getNumArgTypes(function)) return true;
	for (int i = 0; i < count; i++) {
		CXType type = type_at(unit, arguments[i]);
		if (type_is_pointer(type) && type_kind(unit, clang->getPointeeType(type)))
			continue; /* perhaps the parameter is a base of it */
		char *message = types_message(unit, arguments[i], is_of_passing);
		free(message);
		if (message) return true;
	}
	return false;
}

bool separate_call_is_good(struct unit *unit, TSNode call)
{
	return !is_faulty(unit, call, separate_callee(unit, call).function);
}

/* A plain function called by name, without a result? use->pointer: the argument that prevents it.
 */
static bool is_asynchronous(struct unit *unit, struct separate_use *use, TSNode call)
{
	const struct clang *clang = unit->types->clang;
	struct separate_callee callee = separate_callee(unit, call);
	if (use->required || callee.function.kind != CXType_FunctionProto ||
	    clang->Cursor_isNull(callee.declaration) ||
	    clang->isFunctionTypeVariadic(callee.function) ||
	    type_canonical(unit, clang->getResultType(callee.function)).kind != CXType_Void ||
	    is_nested_function(unit, callee.declaration) ||
	    !is_statement(call, use->operand->statement) || is_faulty(unit, call, callee.function))
		return false;
	use->pointer = data_argument(unit, call, clang->getCursorType(callee.declaration));
	return ts_node_is_null(use->pointer);
}

static void classify_argument(struct unit *unit, struct separate_use *use, TSNode call, int index,
                              bool itself)
{
	use->expression = call;
	use->form = SEPARATE_QUERY;
	if (itself && index == 0 && is_asynchronous(unit, use, call)) use->form = SEPARATE_CALL;
}

static bool is_plain_pointer(struct unit *unit, TSNode node)
{
	CXType type = type_at(unit, node);
	return type_is_array(type) || (type_is_pointer(type) && !type_is_separate(unit, type));
}

/* Does parent continue the access that node, obtained through the object, begins? */
static bool separate_use_goes_on(struct unit *unit, TSNode parent, TSNode node)
{
	if (node_type_is(parent, "field_expression") ||
	    node_type_is(parent, "subscript_expression"))
		return node_is_field(parent, "argument", node);
	if (node_is(parent, NODE_binary_expression) || node_type_is(parent, "cast_expression"))
		return is_plain_pointer(unit, node) && is_plain_pointer(unit, parent);
	return node_is(parent, NODE_pointer_expression) ||
	       node_is(parent, NODE_parenthesized_expression);
}

static TSNode whole_access(struct unit *unit, TSNode node)
{
	while (separate_use_goes_on(unit, node_parent(node), node)) node = node_parent(node);
	return node;
}

/* The call in push(s->inner, 1) or push(find(s), 1); obtained: the first argument. */
static void add_derived(struct unit *unit, const struct separate_use *from, TSNode obtained)
{
	int index;
	TSNode place = separate_place(obtained), call = separate_argument(place, &index);
	if (ts_node_is_null(call) || index != 0 ||
	    !ts_node_eq(node_bare(place), node_bare(obtained)) || !is_plain_pointer(unit, obtained))
		return;
	struct separate_use use = {.node = obtained,
	                           .operand = from->operand,
	                           .required = from->required,
	                           .derived = true,
	                           .guess = SEPARATE_PLAIN};
	classify_argument(unit, &use, call, index, true);
	if (use.form == SEPARATE_CALL || !ts_node_is_null(use.pointer))
		*GROW(unit->separate_uses, unit->separate_use_count, unit->separate_use_room) = use;
}

/* Does parent use only child's type, or what the compiler knows of its value? */
static bool is_type_only(const struct unit *unit, TSNode parent, TSNode child)
{
	static const char *const nodes[] = {"sizeof_expression", "alignof_expression",
	                                    "typeof_specifier", "offsetof_expression", NULL};
	static const char *const functions[] = {"__builtin_constant_p", "__builtin_object_size",
	                                        "__builtin_dynamic_object_size",
	                                        "__builtin_classify_type", NULL};
	if (node_type_is(parent, "generic_expression"))
		return ts_node_eq(node_named_child(parent, 0), child);
	return node_type_in(parent, nodes) ||
	       (node_is(parent, NODE_call_expression) &&
	        node_text_in(&unit->syntax, node_field(parent, "function"), functions));
}

static void classify(struct unit *unit, struct separate_use *use)
{
	int index;
	TSNode place = separate_place(use->node), call = separate_argument(place, &index);
	size_t start = node_start(use->operand->statement->construct->node);
	TSNode child = use->node;
	for (TSNode node = node_parent(child); !ts_node_is_null(node) && node_start(node) > start;
	     child = node, node = node_parent(node))
		use->unevaluated |= is_type_only(unit, node, child);
	if (use->unevaluated || use->guess != SEPARATE_PLAIN || use->operand->statement->spawns)
		return;
	if (!ts_node_is_null(call)) {
		classify_argument(unit, use, call, index, ts_node_eq(node_bare(place), use->node));
		if (use->form == SEPARATE_QUERY && is_plain_pointer(unit, call))
			add_derived(unit, use, whole_access(unit, call));
		return;
	}
	TSNode access = whole_access(unit, place);
	if (ts_node_eq(access, place)) return;
	use->expression = access;
	TSNode parent = node_parent(access);
	bool assigned = node_is(parent, NODE_assignment_expression) &&
	                node_is_field(parent, "left", access);
	use->form = assigned || node_type_is(parent, "update_expression") ? SEPARATE_WRITE
	                                                                  : SEPARATE_READ;
	add_derived(unit, use, access);
}

static int separate_use_compare(const void *left, const void *right)
{
	const struct separate_use *a = left, *b = right;
	size_t a_start = node_start(a->node), b_start = node_start(b->node);
	if (a_start != b_start) return a_start < b_start ? -1 : 1;
	size_t a_end = node_end(a->node), b_end = node_end(b->node);
	return a_end > b_end ? -1 : a_end < b_end;
}

static bool separate_is_static(struct unit *unit, TSNode name)
{
	CXCursor declaration = declaration_at(unit, name);
	return unit->types->clang->getCursorKind(declaration) == CXCursor_VarDecl &&
	       !cursor_is_automatic(unit, declaration);
}

static bool names(const struct unit *unit, TSNode node, const char *name)
{
	if (node_is(node, NODE_identifier)) return node_text_is(&unit->syntax, node, name);
	for (uint32_t i = 0; i < node_named_child_count(node); i++)
		if (names(unit, node_named_child(node, i), name)) return true;
	return false;
}

static void set_operand(struct unit *unit, struct separate_operand *operand)
{
	const struct separate_statement *statement = operand->statement;
	operand->typed = type_of(unit, operand->value, &operand->type);
	if (ts_node_is_null(operand->name)) {
		operand->renamed = true;
	} else if (operand->bound) {
		/* separate (c = f(c), d = g(c)): the values are outside of the statement, and their
		 * c is another object. */
		for (size_t i = 0; i < statement->operand_count; i++)
			operand->renamed |=
			        names(unit, statement->operands[i].value, operand->text);
	} else {
		const struct separate_use *outer = separate_use_at(unit, operand->name);
		operand->renamed =
		        outer ? outer->operand->renamed : separate_is_static(unit, operand->name);
	}
}

/* separate (s) push(s, n + 1);
 *
 * The most common block is a single asynchronous call. The runtime can do it in one step if the
 * arguments can be evaluated before the object is reserved: constants and automatic variables.
 * Others may need the reservation (of a passive handler, whose clients wait for each other). */

/* Also a body without braces; null node: there is not exactly one. */
static TSNode one_statement(TSNode body)
{
	if (!node_is(body, NODE_compound_statement)) return body;
	TSNode found = {0};
	for (uint32_t i = 0; i < node_named_child_count(body); i++) {
		TSNode child = node_named_child(body, i);
		if (node_type_is(child, "comment")) continue;
		if (!ts_node_is_null(found)) return (TSNode){0};
		found = child;
	}
	return found;
}

/* Is it made of constants and automatic variables, without side effects? */
static bool single_call_is_quiet(struct unit *unit, TSNode node)
{
	static const char nodes[] =
	        "conditional_expression cast_expression unary_expression field_expression "
	        "string_literal concatenated_string char_literal null nullptr true false";
	bool known = node_is(node, NODE_binary_expression) || node_is(node, NODE_number_literal) ||
	             node_is(node, NODE_parenthesized_expression) ||
	             node_is(node, NODE_duration_literal) || node_is(node, NODE_field_identifier) ||
	             text_listed(node_type(node), nodes, true);
	if (node_is(node, NODE_identifier)) return !separate_is_static(unit, node);
	if (node_type_is(node, "sizeof_expression") || node_type_is(node, "type_descriptor"))
		return true;
	if (!known || operation_at(unit, node) || send_at(unit, node) ||
	    node_has_operator(node, "->"))
		return false;
	for (uint32_t i = 0; i < node_named_child_count(node); i++)
		if (!single_call_is_quiet(unit, node_named_child(node, i))) return false;
	return true;
}

/* Null node: the runtime cannot do it in one step. */
static TSNode separate_single_call(struct unit *unit, const struct separate_statement *statement)
{
	enum { ENOUGH = 64 };
	TSNode statement_node = one_statement(statement->body), none = {0}, arguments[ENOUGH];
	const struct separate_operand *operand = statement->operands;
	const struct separate_use *use = NULL;
	if (statement->spawns || statement->operand_count != 1 || operand->bound ||
	    !operand->good || statement->outer || !ts_node_is_null(statement->require))
		return none;
	for (size_t i = 0; i < unit->separate_use_count; i++) {
		if (unit->separate_uses[i].operand->statement != statement) continue;
		if (use) return none;
		use = &unit->separate_uses[i];
	}
	if (!use || use->form != SEPARATE_CALL || use->derived ||
	    !node_is(statement_node, NODE_expression_statement) ||
	    !ts_node_eq(node_named_child(statement_node, 0), use->expression))
		return none;
	int count = node_arguments(use->expression, arguments, ENOUGH);
	for (int i = 1; i < count && i < ENOUGH; i++)
		if (!single_call_is_quiet(unit, arguments[i])) return none;
	return count <= ENOUGH ? use->expression : none;
}

void separate_classify(struct unit *unit)
{
	for (size_t i = 0; i < unit->separate_statement_count; i++)
		for (size_t k = 0; k < unit->separate_statements[i].operand_count; k++)
			set_operand(unit, &unit->separate_statements[i].operands[k]);
	for (size_t i = 0, count = unit->separate_use_count; i < count;
	     i++) { /* adds derived ones */
		struct separate_use use = unit->separate_uses[i];
		classify(unit, &use);
		unit->separate_uses[i] = use;
	}
	if (unit->separate_use_count)
		qsort(unit->separate_uses, unit->separate_use_count, sizeof *unit->separate_uses,
		      separate_use_compare);
	for (size_t i = 0;
	     i < unit->separate_statement_count && !unit->settings->separate.no_queues; i++)
		unit->separate_statements[i].single_call =
		        separate_single_call(unit, &unit->separate_statements[i]);
}
