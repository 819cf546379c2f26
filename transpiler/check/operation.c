/* SPDX-License-Identifier: MIT */
/* Checks where operations are written, and their operands.
 *
 * C gives << the precedence of a shift: `c << flags | MASK` sends flags alone. So an operation must
 * be alone, in parentheses or where no other operator touches it. Anything else is an error that
 * shows what was probably meant. Whether a value fits is decided by libclang: its complaint about
 * the assignment that the shadow has for the operation is reported in the words of the dialect. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "check.h"
#include "types/operation.h"
#include "types/send.h"
#include "types/variable.h"

static bool sends(const struct operation *operation)
{
	return operation->kind == OPERATION_SEND || operation->kind == OPERATION_FULFIL;
}

static bool may_stand_in(TSNode parent, TSNode node)
{
	static const char places[] =
	        "expression_statement parenthesized_expression init_declarator "
	        "initializer_list initializer_pair argument_list return_statement "
	        "for_statement comma_expression wait_clause wait_declaration wait_guard extension_expression";
	if (text_listed(node_type(parent), places, true)) return true;
	if (node_type_is(parent, "unary_expression")) return node_has_operator(parent, "!");
	if (node_is(parent, NODE_binary_expression))
		return node_has_operator(parent, "&&") || node_has_operator(parent, "||");
	if (node_is(parent, NODE_assignment_expression))
		return node_has_operator(parent, "=") && node_is_field(parent, "right", node);
	return node_type_is(parent, "conditional_expression") &&
	       node_is_field(parent, "condition", node) &&
	       node_is(node_parent(parent), NODE_parenthesized_expression);
}

static bool is_blank(const struct unit *unit, size_t at)
{
	return strchr(" \t\n", unit->analysis->blank[at]) != NULL;
}

/* c << flags | MASK  →  c << (flags | MASK) */
static void report_precedence(struct unit *unit, const struct operation *operation, TSNode parent)
{
	char *whole = node_text(unit, parent), *own = node_text(unit, operation->node);
	char *head = unit_text(unit, node_start(operation->node), node_start(operation->right));
	char *tail = unit_text(unit, node_start(operation->right), node_end(parent));
	char *before = unit_text(unit, node_start(parent), node_start(operation->node));
	char *behind = unit_text(unit, node_end(operation->node), node_end(parent));
	bool space_before = *before && is_blank(unit, node_start(operation->node) - 1),
	     space_behind = *behind && is_blank(unit, node_end(operation->node));
	bool first = node_start(parent) == node_start(operation->node);
	if (sends(operation) && first && node_is(parent, NODE_binary_expression)) {
		ERROR_AT(unit, parent, "'%s' %s only '%.*s': write '%s (%s)'", whole,
		         operation->kind == OPERATION_SEND ? "sends" : "fulfils with",
		         NODE_ARG(unit, operation->right), head, tail);
		/* c << 1 << 2 may have been meant as two */
		if (!node_has_operator(parent, "<<")) FIX_AT(unit, parent, "%s (%s)", head, tail);
	} else {
		ERROR_AT(unit, parent,
		         "an operation next to another operator stands in parentheses: write "
		         "'%s%s(%s)%s%s'",
		         before, space_before ? " " : "", own, space_behind ? " " : "", behind);
		if (!node_is(parent, NODE_assignment_expression))
			FIX_AT(unit, operation->node, "(%s)", own);
	}
	free(whole);
	free(own);
	free(head);
	free(tail);
	free(before);
	free(behind);
}

static bool check_place(struct unit *unit, const struct operation *operation)
{
	TSNode parent = node_parent(operation->node);
	const char *in = node_unevaluated(operation->node);
	if (in)
		ERROR_AT(unit, operation->node,
		         "an operation in '%s' would not take place: write it as a statement", in);
	else if (ts_node_is_null(enclosing_function(operation->node)))
		ERROR_AT(unit, operation->node, "an operation stands outside any function");
	else if (may_stand_in(parent, operation->node)) return true;
	else if (node_type_is(parent, "conditional_expression") &&
	         node_is_field(parent, "condition", operation->node))
		ERROR_AT(unit, parent,
		         "a '?:' whose condition is an operation stands in parentheses: write "
		         "'(%.*s)'",
		         NODE_ARG(unit, parent));
	else report_precedence(unit, operation, parent);
	return false;
}

static void report_mismatch(struct unit *unit, const struct operation *operation, CXType element,
                            CXType value)
{
	TSNode node = operation_value(operation);
	ERROR_AT(unit, node, "'%.*s' of type '%s' cannot %s a %s of '%s'", NODE_ARG(unit, node),
	         type_said(unit, value),
	         operation->kind == OPERATION_SEND     ? "be sent to"
	         : operation->kind == OPERATION_FULFIL ? "fulfil"
	                                               : "receive from",
	         operation_noun(operation), type_said(unit, element));
}

static bool derives(struct unit *unit, CXType from, CXType to)
{
	const struct clang *clang = unit->types->clang;
	from = type_canonical(unit, from);
	to = type_canonical(unit, to);
	if (!type_is_pointer(from) || !type_is_pointer(to)) return false;
	const struct kind *kind = type_kind(unit, clang->getPointeeType(from)),
	                  *base = type_kind(unit, clang->getPointeeType(to));
	return kind_derives(kind, base);
}

static void report_assignment(struct unit *unit, const struct operation *operation, CXType element,
                              CXType value, const char *message)
{
	TSNode node = operation_value(operation);
	const char *what = text_starts(message, "expression is not assignable") ? "no lvalue"
	                   : text_starts(message, "array type")                 ? "an array"
	                   : text_starts(message, "cannot assign")              ? "const"
	                   : text_starts(message, "read-only")                  ? "const"
	                                                                        : NULL;
	if (what && !sends(operation))
		ERROR_AT(unit, node, "'%.*s' is %s: nothing can be received into it",
		         NODE_ARG(unit, node), what);
	else if (!derives(unit, element, value) && !derives(unit, value, element))
		report_mismatch(unit, operation, element, value);
}

static bool is_complaint(const char *message)
{
	return text_starts(message, "assigning to") || text_starts(message, "incompatible ") ||
	       text_starts(message, "expression is not assignable") ||
	       text_starts(message, "array type") || text_starts(message, "cannot assign") ||
	       text_starts(message, "read-only") || text_starts(message, "non-object type") ||
	       strstr(message, "address space");
}

static void operation_check_value(struct unit *unit, const struct operation *operation)
{
	CXType element, value;
	TSNode node = operation_value(operation);
	if (!operation_element(unit, operation, &element) || !type_demand(unit, node, &value))
		return;
	if (type_canonical(unit, element).kind == CXType_Void) {
		if (operation->kind == OPERATION_JOIN)
			ERROR_AT(unit, operation->node,
			         "the task has no result: wait for it with 'join(%.*s)'",
			         NODE_ARG(unit, operation->right));
		return; /* a channel of void has been reported */
	}
	if (type_canonical(unit, value).kind == CXType_Void) {
		ERROR_AT(unit, node,
		         sends(operation) ? "'%.*s' has no value that could be sent"
		                          : "'%.*s' is no lvalue: nothing can be received into it",
		         NODE_ARG(unit, node));
		return;
	}
	CXType result;
	if (sends(operation) && type_is_task(unit, element, &result) &&
	    node_value_is_used(operation->node) && !is_addressable(unit, node)) {
		ERROR_AT(unit, node,
		         "'%.*s' would be lost if the operation fails: put the task into a "
		         "variable first",
		         NODE_ARG(unit, node));
		return;
	}
	char *message = types_message(unit, operation->sign, is_complaint);
	if (message) report_assignment(unit, operation, element, value, message);
	free(message);
}

/* Reports an operand without a type next to a channel or a future: libclang knows why. */
static void check_unknown(struct unit *unit, const struct operation *operation)
{
	CXType inner;
	TSNode sides[] = {operation->left, operation->right};
	for (int i = 0; i < 2; i++) {
		CXType type = type_at(unit, sides[i]);
		if (!type_is_channel(unit, type, &inner) && !type_is_future(unit, type, &inner))
			continue;
		type_demand(unit, sides[!i], &type);
		return;
	}
}

static void report_wrong(struct unit *unit, const struct operation *operation)
{
	CXType left, right, result;
	if (!type_demand(unit, operation->left, &left) ||
	    !type_demand(unit, operation->right, &right))
		return;
	struct send_operand actor, message;
	if (send_operand(unit, operation->left, &actor) &&
	    send_operand(unit, operation->right, &message) && actor.kind && message.kind) {
		bool swapped = actor.kind->word == KIND_MESSAGE;
		TSNode first = swapped ? operation->right : operation->left,
		       second = swapped ? operation->left : operation->right;
		ERROR_AT(unit, operation->node,
		         "a message is sent to an actor with '|': write '%.*s | %.*s'",
		         NODE_ARG(unit, first), NODE_ARG(unit, second));
		FIX_AT(unit, operation->node, "%.*s | %.*s", NODE_ARG(unit, first),
		       NODE_ARG(unit, second));
	} else if (node_type_is(operation->sign, ">>")) {
		ERROR_AT(unit, operation->node,
		         "'>>' is no operation of the dialect: write '%.*s << %.*s'",
		         NODE_ARG(unit, operation->right), NODE_ARG(unit, operation->left));
		FIX_AT(unit, operation->node, "%.*s << %.*s", NODE_ARG(unit, operation->right),
		       NODE_ARG(unit, operation->left));
	} else if (type_is_waitset(unit, left) || type_is_waitset(unit, right))
		ERROR_AT(unit, operation->node,
		         "a conc_waitset gives numbers, and nothing can be sent to it: 'int i << "
		         "set'");
	else if (type_is_task(unit, left, &result))
		ERROR_AT(unit, operation->node,
		         "nothing can be sent to a task: its value is what its function returns");
	else
		ERROR_AT(
		        unit, operation->node,
		        "'<<' between '%s' and '%s': neither carries the other; move an element by "
		        "way of a variable",
		        type_said(unit, left), type_said(unit, right));
}

static void check_pointer(struct unit *unit, const struct operation *call)
{
	CXType type, inner;
	TSNode node = call->arguments[0];
	bool also_actor = strcmp(call->of->name, "conc_try_send") == 0 && sends_possible(unit);
	const char *what = also_actor               ? "channel or an actor"
	                   : call->of->first == 'c' ? "channel"
	                                            : "future";
	if (!type_demand(unit, node, &type)) return;
	bool object = call->of->first == 'c' ? type_is_channel(unit, type, &inner)
	                                     : type_is_future(unit, type, &inner);
	if (object)
		ERROR_AT(unit, node, "'%s' wants the address of the %s: '&%.*s'", call->of->name,
		         what, NODE_ARG(unit, node));
	else
		ERROR_AT(unit, node, "'%s' wants a pointer to a %s, not '%.*s' of type '%s'",
		         call->of->name, what, NODE_ARG(unit, node), type_said(unit, type));
}

/* Checks that x in conc_try_receive(&c, &x) is an element. */
static void check_place_of(struct unit *unit, const struct operation *call, CXType element)
{
	const struct clang *clang = unit->types->clang;
	CXType type;
	TSNode node = call->arguments[1];
	if (!type_demand(unit, node, &type)) return;
	CXType pointer = type_canonical(unit, type);
	CXType pointee = type_canonical(unit, type_is_pointer(pointer)
	                                              ? clang->getPointeeType(pointer)
	                                              : clang->getArrayElementType(pointer));
	if (clang->equalTypes(pointee, type_canonical(unit, element))) return;
	ERROR_AT(unit, node,
	         "'%s' from a channel of '%s' wants the address of such an object, not '%s'",
	         call->of->name, type_said(unit, element), type_said(unit, type));
}

static void operation_check_call(struct unit *unit, const struct operation *call)
{
	CXType element, type;
	if (sends_has_call(unit, call->node)) return;
	if (call->argument_count != call->of->arguments) {
		ERROR_AT(unit, call->node, "'%s' takes %d argument%s, not %d", call->of->name,
		         call->of->arguments, call->of->arguments == 1 ? "" : "s",
		         call->argument_count);
		return;
	}
	CXType result;
	if (!operation_element(unit, call, &element)) check_pointer(unit, call);
	else if (call->of->second && call->of->typed && type_is_task(unit, element, &result))
		ERROR_AT(unit, call->node, "'%s' cannot move a task: send and receive it with '<<'",
		         call->of->name);
	else if (call->of->second == 'p') check_place_of(unit, call, element);
	else if (call->of->second == 'v') {
		TSNode comma = node_token(node_field(call->node, "arguments"), ",");
		char *message = types_message(unit, comma, is_complaint);
		if (message && type_demand(unit, call->arguments[1], &type) &&
		    !derives(unit, type, element)) {
			struct operation send = {.kind = OPERATION_SEND,
			                         .left = call->arguments[0],
			                         .right = call->arguments[1]};
			report_mismatch(unit, &send, element, type);
		}
		free(message);
	}
}

/* Reports futures that are read before anything can have fulfilled them. An automatic future whose
 * address nothing takes can only be fulfilled by its own function. If no line does so before the
 * read, and no loop or label leads back, the read waits for ever. All other cases are left to the
 * runtime, which detects the deadlock. */
struct mentions {
	bool escapes;                          /* the future is used other than as an operand */
	const struct operation *read, *fulfil; /* the first of each, in the order of the text */
};

static void find_mentions(struct unit *unit, CXCursor variable, struct mentions *mentions)
{
	const struct types *types = unit->types;
	for (size_t i = 0; i < types->count; i++) {
		const struct indexed *entry = &types->list[i];
		if (entry->kind != CXCursor_DeclRefExpr ||
		    !types->clang->equalCursors(types->clang->getCursorReferenced(entry->cursor),
		                                variable))
			continue;
		bool operand = false;
		for (size_t k = 0; k < unit->operation_count && !operand; k++) {
			const struct operation *operation = &unit->operations[k];
			TSNode node = operation_resource(operation);
			bool read = operation->kind == OPERATION_READ;
			operand = (read || operation->kind == OPERATION_FULFIL) &&
			          node_is(node, NODE_identifier) &&
			          node_is_at(node, entry->start, entry->end);
			if (!operand) continue;
			if (read && !mentions->read) mentions->read = operation;
			if (!read && !mentions->fulfil) mentions->fulfil = operation;
		}
		mentions->escapes |= !operand;
	}
}

/* A loop is around the read, or the function has a label. */
static bool may_repeat(TSNode function, TSNode node)
{
	for (TSNode at = node_parent(node); !ts_node_is_null(at) && !ts_node_eq(at, function);
	     at = node_parent(at))
		if (node_is_loop(at)) return true;
	bool label;
	TSTreeCursor cursor = ts_tree_cursor_new(function);
	do label = node_is(ts_tree_cursor_current_node(&cursor), NODE_labeled_statement);
	while (!label && cursor_next(&cursor));
	ts_tree_cursor_delete(&cursor);
	return label;
}

static void check_future(struct unit *unit, const struct indexed *entry)
{
	CXType element, type = unit->types->clang->getCursorType(entry->cursor);
	struct mentions mentions = {0};
	if (!cursor_is_automatic(unit, entry->cursor) || !type_is_future(unit, type, &element))
		return;
	find_mentions(unit, entry->cursor, &mentions);
	const struct operation *read = mentions.read, *fulfil = mentions.fulfil;
	if (mentions.escapes || !read) return;
	if (fulfil && node_start(fulfil->node) < node_end(read->node)) return;
	TSNode function = enclosing_function(read->node);
	if (ts_node_is_null(function) || (fulfil && may_repeat(function, read->node))) return;
	ERROR_AT(unit, read->node, "'%.*s' is read before anything can have fulfilled it",
	         NODE_ARG(unit, read->right));
	if (fulfil) NOTE_AT(unit, fulfil->node, "it is fulfilled here at the earliest");
}

/* Lost tasks: a call returns a task that is not used, or a task is an argument without a parameter,
 * which C passes as bytes: printf("%d", spawn f()). A spawn that is not used is no error. */
static void task_visit(TSNode call, void *data)
{
	enum { ARGUMENTS = 64 };
	struct unit *unit = data;
	const struct clang *clang = unit->types->clang;
	TSNode arguments[ARGUMENTS];
	CXType result;
	if (!node_is(call, NODE_call_expression)) return;
	if (!node_unevaluated(call) && type_is_task(unit, type_at(unit, call), &result) &&
	    !node_value_is_kept(unit, call))
		ERROR_AT(unit, call,
		         "the task of this call is lost: keep it in a task, or join it");
	CXType type = type_at(unit, node_field(call, "function"));
	if (type_is_pointer(type)) type = type_canonical(unit, clang->getPointeeType(type));
	if (!type_is_function(type)) return;
	/* the arguments after the last parameter, or all if there is no prototype */
	bool prototyped = type.kind == CXType_FunctionProto;
	int count = node_arguments(call, arguments, ARGUMENTS);
	for (int i = prototyped ? clang->getNumArgTypes(type) : 0; i < count && i < ARGUMENTS; i++)
		if (type_is_task(unit, type_at(unit, arguments[i]), &result))
			ERROR_AT(unit, arguments[i],
			         "a task cannot be passed where no parameter is declared: pass "
			         "'join(…)', its result");
}

void check_tasks(struct unit *unit)
{
	for (size_t i = 0; i < unit->construct_count; i++) {
		if (unit->constructs[i].kind != NODE_spawn_expression &&
		    unit->constructs[i].kind != NODE_task_type)
			continue;
		unit_each_own(unit, task_visit, unit);
		return;
	}
}

void check_operations(struct unit *unit)
{
	for (size_t i = 0; i < unit->operation_count; i++) {
		const struct operation *operation = &unit->operations[i];
		if (operation->kind == OPERATION_CALL) operation_check_call(unit, operation);
		else if (operation->kind == OPERATION_NONE) check_unknown(unit, operation);
		else if (operation->kind == OPERATION_WRONG) report_wrong(unit, operation);
		else if (check_place(unit, operation)) operation_check_value(unit, operation);
	}
	for (size_t i = 0; unit->operation_count && i < unit->types->count; i++)
		if (unit->types->list[i].kind == CXCursor_VarDecl)
			check_future(unit, &unit->types->list[i]);
}
