/* SPDX-License-Identifier: MIT */
/* Checks separate statements: their operands and conditions, and what their blocks do with the
 * names that they reserve.
 *
 * In a block an operand's name is const: it means one object all through the block. These checks
 * use the tree and the form of each use that separate_use.c found; check/separate_escape.c follows
 * pointers to where they are kept, check/separate_plain.c finds uses outside of blocks and
 * mixed separate and plain pointers, check/separate_type.c looks at what is declared and made. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "check.h"
#include "types/operation.h"
#include "types/separate.h"

static void report_form(struct unit *unit, const struct separate_operand *operand)
{
	ERROR_AT(unit, operand->node,
	         "what is reserved is a name or a member path: '%.*s' is neither",
	         NODE_ARG(unit, operand->node));
	TSNode bare = node_bare(operand->value);
	CXType type;
	if (node_is(bare, NODE_pointer_expression) && type_of(unit, operand->value, &type) &&
	    !type_is_separate(unit, type))
		NOTE_AT(unit, operand->node, "reserve the pointer itself: 'separate (%.*s) { … }'",
		        NODE_ARG(unit, node_field(bare, "argument")));
	else
		NOTE_AT(unit, operand->node, "give it a name: 'separate (name = %.*s) { … }'",
		        NODE_ARG(unit, operand->value));
}

static void report_type(struct unit *unit, const struct separate_operand *operand, CXType type)
{
	const struct clang *clang = unit->types->clang;
	CXType canonical = type_canonical(unit, type), element = {0};
	bool array = type_is_array(canonical);
	ERROR_AT(unit, operand->value, "'%.*s' of type '%s' is not separate: it cannot be reserved",
	         NODE_ARG(unit, operand->value), type_said(unit, type));
	/* *pp or pp[i] may be separate */
	if (array) element = clang->getArrayElementType(canonical);
	if (type_is_pointer(canonical)) element = clang->getPointeeType(canonical);
	if (type_is_separate(unit, element))
		NOTE_AT(unit, operand->value, "reserve %s: 'separate (name = %s%.*s%s) { … }'",
		        array ? "one of its elements" : "what it points to", array ? "" : "*",
		        NODE_ARG(unit, operand->value), array ? "[i]" : "");
	else if (canonical.kind == CXType_Atomic)
		NOTE_AT(unit, operand->value, "copy it: what is reserved is what it points to now");
	else if (type_is_pointer(canonical))
		NOTE_AT(unit, operand->value,
		        "only what 'new separate' made can be reserved, by a "
		        "pointer declared 'separate'");
}

/* The condition is evaluated again and again. It may change the client's own data. */
static void check_changes(struct unit *unit, const struct separate_statement *statement)
{
	TSNode condition = node_bare(statement->require);
	if (node_has_operator(condition, "=")) {
		ERROR_AT(unit, condition, "'%.*s' assigns: it is no condition",
		         NODE_ARG(unit, condition));
		NOTE_AT(unit, node_field(condition, "operator"), "'==' compares");
		return;
	}
	for (size_t i = 0; i < unit->separate_use_count; i++) {
		const struct separate_use *use = &unit->separate_uses[i];
		if (use->form != SEPARATE_WRITE || !node_is_inside(use->node, statement->require))
			continue;
		ERROR_AT(unit, use->expression,
		         "a condition of 'require' cannot change '%.*s': it is tried again and "
		         "again",
		         NODE_ARG(unit, use->expression));
		NOTE_AT(unit, first_token(statement->body),
		        "change it in the block, where the condition holds");
	}
}

static void check_require(struct unit *unit, const struct separate_statement *statement)
{
	CXType type;
	if (ts_node_is_null(statement->require)) return;
	/* No other client can change an object that an outer block holds. */
	for (size_t i = 0; i < statement->operand_count; i++) {
		TSNode value = statement->operands[i].value;
		const struct separate_use *use = separate_use_at(unit, value);
		if (!use) continue;
		ERROR_AT(unit, value,
		         "'%.*s' is held already: what 'require' waits for could never come true",
		         NODE_ARG(unit, value));
		NOTE_AT(unit, use->operand->node,
		        "it is reserved here: put the condition here, or "
		        "wait when this block has ended");
	}
	check_changes(unit, statement);
	if (type_demand(unit, statement->require, &type) &&
	    type_canonical(unit, type).kind == CXType_Void) {
		ERROR_AT(unit, statement->require, "'%.*s' returns nothing: it is no condition",
		         NODE_ARG(unit, statement->require));
		NOTE_AT(unit, statement->require,
		        "'require' wants a value that is not 0 when the "
		        "block may go on");
	}
}

/* Reports separate (s) require (full(s)); which reads as a call of a function. */
static void check_body(struct unit *unit, const struct separate_statement *statement)
{
	TSNode body = statement->body,
	       call = node_is(body, NODE_expression_statement) ? node_named_child(body, 0) : body;
	TSNode name = node_is(call, NODE_call_expression) ? node_field(call, "function") : body;
	if (!node_is(name, NODE_identifier) || !node_is_word(unit, name, "require") ||
	    !node_is_dialect(unit, name))
		return;
	ERROR_AT(unit, call, "behind 'require' stands a statement: write '%.*s { }'",
	         NODE_ARG(unit, call));
	FIX_AT(unit, body, "%.*s { }", NODE_ARG(unit, call));
}

/* The request has copies of the arguments, which the thread that spawns may not share. */
static bool check_argument(struct unit *unit, TSNode argument, CXType parameter)
{
	bool array = type_element(unit, parameter).kind != parameter.kind;
	bool pointer = array || type_is_pointer(type_canonical(unit, parameter));
	if (separate_use_at(unit, node_bare(argument)) ||
	    !(array || type_has_data_pointer(unit, parameter)) ||
	    (pointer && separate_is_constant(unit, argument)))
		return true;
	ERROR_AT(unit, argument, "'%.*s' %s a pointer, and the call runs later, on another thread",
	         NODE_ARG(unit, argument), pointer ? "is" : "holds");
	NOTE_AT(unit, argument, "pass a value or a separate pointer, or reserve what it points to");
	return false;
}

static bool check_callee(struct unit *unit, TSNode call)
{
	enum { ENOUGH = 64 };
	const struct clang *clang = unit->types->clang;
	struct separate_callee callee = separate_callee(unit, call);
	TSNode function = node_field(call, "function"), arguments[ENOUGH];
	if (callee.function.kind == CXType_Invalid) return true; /* the compiler reports it */
	if (callee.function.kind != CXType_FunctionProto ||
	    clang->Cursor_isNull(callee.declaration) ||
	    clang->isFunctionTypeVariadic(callee.function))
		return ERROR_AT(unit, function,
		                "'%.*s' cannot be called by spawn separate: that wants the name of "
		                "a function with a prototype, without '...'",
		                NODE_ARG(unit, function));
	int count = node_arguments(call, arguments, ENOUGH);
	if (count == 0)
		return ERROR_AT(unit, call, "'%.*s' is given nothing of what is reserved",
		                NODE_ARG(unit, call));
	CXType type = clang->getCursorType(callee.declaration);
	for (int i = 0; i < count && i < ENOUGH && i < clang->getNumArgTypes(type); i++)
		if (!check_argument(unit, arguments[i], clang->getArgType(type, (unsigned)i)))
			return false;
	return true;
}

/* spawn separate (s, t) require (…) f(s, t, 5); */
static void check_spawned(struct unit *unit, const struct separate_statement *statement)
{
	TSNode call = statement->body, node = statement->construct->node;
	if (!statement->spawns) return;
	for (size_t i = 0; i < statement->operand_count; i++)
		if (!statement->operands[i].good) return;
	if (!ts_node_is_null(statement->require)) {
		ERROR_AT(unit, node_field(node, "require"),
		         "'spawn separate' cannot have a 'require'");
		NOTE_AT(unit, first_token(node), "spawn a function that reserves with 'require'");
	}
	if (!check_callee(unit, call)) return;
	for (size_t i = 0; i < unit->separate_use_count; i++) {
		const struct separate_use *use = &unit->separate_uses[i];
		int index;
		TSNode of = separate_argument(separate_place(use->node), &index);
		if (use->operand->statement != statement || use->unevaluated ||
		    (ts_node_eq(of, call) &&
		     ts_node_eq(node_bare(separate_place(use->node)), use->node)))
			continue;
		ERROR_AT(unit, use->node,
		         "'%.*s' is not there yet: the call gets it when it has been reserved",
		         NODE_ARG(unit, use->node));
		NOTE_AT(unit, use->node, "use it in '%.*s'",
		        NODE_ARG(unit, node_field(call, "function")));
	}
}

static void check_statement(struct unit *unit, const struct separate_statement *statement)
{
	TSNode node = statement->construct->node;
	if (ts_node_is_null(enclosing_function(node))) {
		ERROR_AT(unit, first_token(node), "'separate' stands outside any function");
		return;
	}
	const struct separate_operand *operands = statement->operands;
	for (size_t i = 0; i < statement->operand_count; i++) {
		CXType type;
		if (!operands[i].good) report_form(unit, &operands[i]);
		else if (type_demand(unit, operands[i].value, &type) &&
		         !type_is_separate(unit, type))
			report_type(unit, &operands[i], type);
	}
	for (size_t i = 1; i < statement->operand_count; i++) {
		size_t k = 0;
		while (k < i && (!operands[k].good || strcmp(operands[k].text, operands[i].text)))
			k++;
		if (k == i || !operands[i].good) continue;
		ERROR_AT(unit, operands[i].node, "'%s' is reserved twice", operands[i].text);
		NOTE_AT(unit, operands[k].node, "the first time here");
	}
	check_require(unit, statement);
	check_spawned(unit, statement);
	check_body(unit, statement);
}

static void check_const(struct unit *unit, const struct separate_use *use)
{
	TSNode place = separate_place(use->node), parent = node_parent(place);
	const struct operation *operation = operation_at(unit, parent);
	bool assigned = node_is(parent, NODE_assignment_expression) ||
	                (operation && ts_node_eq(operation_value(operation), place));
	/* s = …, s++, s << c */
	if (node_type_is(parent, "update_expression") ||
	    (assigned && node_is_field(parent, "left", place)))
		ERROR_AT(unit, use->node, "'%.*s' is reserved: in the block it cannot be changed",
		         NODE_ARG(unit, use->node));
	else if (node_takes_address(parent))
		ERROR_AT(unit, parent,
		         "'%.*s' is reserved: in the block its address cannot be taken",
		         NODE_ARG(unit, use->node));
	else return;
	NOTE_AT(unit, use->operand->node, "it is reserved here");
}

const struct separate_use *separate_use_at_root(const struct unit *unit, TSNode node)
{
	for (;;) {
		const struct separate_use *use = separate_use_at(unit, node);
		if (use) return use;
		if (node_is(node, NODE_parenthesized_expression)) node = node_named_child(node, 0);
		else if (node_type_is(node, "field_expression") ||
		         node_type_is(node, "subscript_expression") ||
		         node_is(node, NODE_pointer_expression))
			node = node_field(node, "argument");
		else return NULL;
	}
}

/* Pointers into the reserved object need no warning. */
static void warn_pointer(struct unit *unit, const struct separate_use *use)
{
	CXType type;
	if (ts_node_is_null(use->pointer) || separate_use_at_root(unit, use->pointer) ||
	    !type_of(unit, use->pointer, &type)) /* the C compiler reports it */
		return;
	bool record = type_canonical(unit, type).kind == CXType_Record;
	char *text = node_text(unit, use->pointer);
	WARNING_AT(unit, "conc-pointer-argument", use->pointer,
	           "'%s' %s a pointer: the call is not asynchronous, but waits for the handler of "
	           "'%s'",
	           text, record ? "holds" : "is", use->operand->text);
	NOTE_AT(unit, use->pointer,
	        "what is passed by value or separate is copied into a request, and nobody waits");
	free(text);
}

static void check_deleted(struct unit *unit, const struct separate_use *deleted, TSNode statement,
                          TSNode later)
{
	for (size_t i = 0; i < unit->separate_use_count; i++) {
		const struct separate_use *use = &unit->separate_uses[i];
		if (use->derived || use->unevaluated || use->operand != deleted->operand ||
		    !node_is_inside(use->node, later))
			continue;
		ERROR_AT(unit, use->node, "'%.*s' is used after its 'delete'",
		         NODE_ARG(unit, use->node));
		NOTE_AT(unit, statement, "it ends here");
		return;
	}
}

/* Uses that certainly follow a delete: in the statements after it in its own block. */
static void check_delete(struct unit *unit, const struct separate_use *use)
{
	static const char leaves[] =
	        "return_statement goto_statement labeled_statement case_statement "
	        "break_statement continue_statement";
	TSNode statement = node_parent(separate_place(use->node));
	if (node_is(statement, NODE_argument_list)) /* delete (s); */
		statement = node_parent(node_parent(statement));
	bool deletes = false;
	for (size_t i = 0; i < unit->construct_count; i++)
		deletes |= unit->constructs[i].kind == NODE_delete_statement &&
		           node_is_inside(use->node, unit->constructs[i].node) &&
		           node_is_inside(unit->constructs[i].node, statement);
	if (!deletes || !node_is(node_parent(statement), NODE_compound_statement)) return;
	for (TSNode later = ts_node_next_named_sibling(statement);
	     !ts_node_is_null(later) && !text_listed(node_type(later), leaves, true);
	     later = ts_node_next_named_sibling(later))
		check_deleted(unit, use, statement, later);
}

bool separate_use_counts(const struct unit *unit, const struct separate_use *use)
{
	const struct separate_operand *operand = use->operand;
	return operand->typed && type_is_separate(unit, operand->type) && !use->unevaluated;
}

void check_separates(struct unit *unit)
{
	if (!unit_has_separate(unit)) return;
	for (size_t i = 0; i < unit->separate_statement_count; i++)
		check_statement(unit, &unit->separate_statements[i]);
	for (size_t i = 0; i < unit->separate_use_count; i++) {
		const struct separate_use *use = &unit->separate_uses[i];
		if (!separate_use_counts(unit, use)) continue;
		warn_pointer(unit, use);
		if (use->derived) continue;
		check_const(unit, use);
		check_delete(unit, use);
	}
	check_separate_escapes(unit);
	check_separate_plain(unit);
	check_separate_types(unit);
}
