/* SPDX-License-Identifier: MIT */
/* task(long) a = spawn fib(n - 1);
 *   →
 * CONC_SPAWN1(conc_spawn_fib, long, conc_task_long, fib, int);     (before the item)
 * conc_task_long a CONC_SCOPED(conc_task_long) = conc_spawn_fib(CONC_HERE, n - 1);
 *
 * Each function that is spawned in the unit has one stub, with the function's parameters, so
 * arguments convert as in a call. A call through an expression has its own stub, whose first
 * argument is the function pointer. A call of a variadic or unprototyped function has its own stub
 * for its argument types. Nothing is allocated, and no temporary's name appears in the user's
 * expression. The shadow:
 *   ({ (void)fib(n - 1); ({ (__typeof__(fib(n - 1)) (*)(struct conc_shadow_task *))0; }); })
 * The call comes first: libclang drops a call with an argument of unknown type, such as an
 * operation that is not found yet, in a typeof but not in a statement. The inner braces: libclang
 * 21 drops a whole block with its last statement, but not a block that has only this statement. */
#include "lower.h"

#include <stdlib.h>
#include <string.h>

#include "types/prototype.h"
#include "base/text.h"
#include "types/operation.h"
#include "types/separate.h"

enum { ARGUMENTS_MAX = 8 };

void spawn_shadow(struct unit *unit, const struct construct *construct)
{
	TSNode call = node_field(construct->node, "call");
	const struct separate_statement *separate = separate_statement_at(unit, construct->node);
	TSNode scope = node_field(construct->node, "scope");
	char *text = edited_text(unit, &unit->shadow, node_start(call), node_end(call));
	if (separate) {
		separate_shadow_head(unit, separate, "({");
		put_before(&unit->shadow, call, " (void)");
	} else if (ts_node_is_null(scope)) {
		put_instead(&unit->shadow, first_token(construct->node), "({ (void)");
	} else {
		put_instead(&unit->shadow, first_token(construct->node), "({ (void)(__typeof__");
		put_before(&unit->shadow, call, " *)0; (void)");
	}
	put_after(&unit->shadow, construct->node,
	          "; ({ (__typeof__(%s) (*)(struct conc_shadow_task *))0; }); })", text);
	free(text);
}

/* ---- what is called ---- */

struct callee {
	TSNode node;
	CXType function;      /* canonical function type */
	CXCursor declaration; /* of a function called by its name; else null cursor */
	bool prototyped;      /* every argument has a parameter */
};

static bool find_callee(struct unit *unit, TSNode call, struct callee *out)
{
	const struct clang *clang = unit->types->clang;
	*out = (struct callee){.node = node_field(call, "function"),
	                       .declaration = clang->getNullCursor()};
	CXType type;
	if (!type_of(unit, out->node, &type)) {
		TSNode whole = node_parent(call);
		if (!types_report_error(unit, node_start(call), node_end(call)) &&
		    !types_report_error(unit, node_start(whole), node_end(whole)))
			ERROR_AT(unit, out->node, "the type of what is spawned cannot be found");
		return false;
	}
	type = type_canonical(unit, type);
	if (type.kind == CXType_Pointer) type = type_canonical(unit, clang->getPointeeType(type));
	if (type.kind != CXType_FunctionProto && type.kind != CXType_FunctionNoProto)
		return ERROR_AT(unit, out->node, "'%.*s' is not a function that can be spawned",
		                NODE_ARG(unit, out->node));
	out->function = type;
	out->prototyped = type.kind == CXType_FunctionProto && !clang->isFunctionTypeVariadic(type);
	if (!node_is(out->node, NODE_identifier)) return true;
	int found = types_find(unit->types, node_start(out->node), node_end(out->node));
	CXCursor referenced = clang->getCursorReferenced(unit->types->list[found].cursor);
	if (clang->getCursorKind(referenced) != CXCursor_FunctionDecl) return true;
	out->declaration = referenced;
	if (declared_in_item(unit, referenced, node_parent(call)))
		return ERROR_AT(unit, out->node, "spawn of undeclared function '%.*s'",
		                NODE_ARG(unit, out->node));
	return true;
}

/* Reports a nested function. It lives in a frame that the thread may outlive, and a stub at file
 * scope cannot see it. */
static bool is_nested(struct unit *unit, const struct callee *callee)
{
	const struct clang *clang = unit->types->clang;
	for (size_t i = 0; i < unit->nested_count; i++) {
		TSNode name = declarator_name(node_field(unit->nested[i], "declarator"));
		if (clang->Cursor_isNull(callee->declaration) ||
		    !declared_in_item(unit, callee->declaration, name))
			continue;
		ERROR_AT(unit, callee->node,
		         "a nested function cannot be spawned: '%.*s' lives in a frame that the "
		         "thread may outlive",
		         NODE_ARG(unit, callee->node));
		NOTE_AT(unit, name,
		        "it is declared here; make it a function at file scope, and pass what it "
		        "uses");
		return true;
	}
	return false;
}

/* ---- the stub ---- */

/* Returns the type that an argument is passed as: the parameter's, or its own after the default
 * promotions, which are the outermost implicit cast of its extent. */
static char *argument_type(struct unit *unit, const struct callee *callee, TSNode argument,
                           int index)
{
	const struct clang *clang = unit->types->clang;
	int parameters = clang->getNumArgTypes(callee->function);
	if (callee->function.kind == CXType_FunctionProto && index < parameters) {
		CXCursor declaration = callee->declaration;
		CXType type = clang->Cursor_isNull(declaration) ? callee->function
		                                                : clang->getCursorType(declaration);
		return lowered_type(unit, clang->getArgType(type, (unsigned)index), argument);
	}
	for (size_t i = 0; i < unit->types->count; i++) {
		const struct indexed *entry = &unit->types->list[i];
		if (entry->start != node_start(argument) || entry->end != node_end(argument))
			continue;
		CXType type = clang->getCursorType(entry->cursor);
		if (type.kind != CXType_Invalid) return lowered_type(unit, type, argument);
	}
	return text_copy("int", 3);
}

/* Returns the type of a callee that is no plain name, as a pointer to a function. */
static char *pointer_type(struct unit *unit, const struct callee *callee)
{
	CXType type;
	type_of(unit, callee->node, &type);
	char *written = lowered_type(
	        unit, type_is_pointer(type_canonical(unit, type)) ? type : callee->function,
	        callee->node);
	if (type_is_pointer(type_canonical(unit, type))) return written;
	char *pointer = text_format("__typeof__(%s) *", written);
	free(written);
	return pointer;
}

static void write_stub(struct unit *unit, const struct callee *callee, const char *stub,
                       const char *task, TSNode *arguments, int count, bool via, bool separate)
{
	const struct clang *clang = unit->types->clang;
	CXType result = clang->getResultType(callee->function);
	bool is_void = type_canonical(unit, result).kind == CXType_Void;
	struct text text = {0}, types = {0};
	for (int i = 0; i < count; i++) {
		char *type = argument_type(unit, callee, arguments[i], i);
		text_printf(&types, ", %s", type);
		free(type);
	}
	char *written = lowered_type(unit, result, callee->node);
	char *pointer = via ? pointer_type(unit, callee) : node_text(unit, callee->node);
	TSNode item = node_top_level(callee->node);
	if (!via) add_prototype(unit, callee->declaration, item, &text);
	text_printf(&text, "CONC_SPAWN%s%d%s%s(%s, %s%s%s, ", separate ? "_SEPARATE" : "", count,
	            is_void ? "_VOID" : "", via ? "_VIA" : "", stub, is_void ? "" : written,
	            is_void ? "" : ", ", task);
	text_printf(&text, "%s%s);", pointer, types.bytes ? types.bytes : "");
	put_before_item(unit, item, "%s", text.bytes);
	text_free(&text);
	free(pointer);
	free(written);
	text_free(&types);
}

/* Did an earlier spawn of the function write its stub? */
static bool stub_written(struct unit *unit, const struct construct *construct,
                         const struct callee *callee)
{
	for (const struct construct *other = unit->constructs; other < construct; other++) {
		if (other->kind != NODE_spawn_expression ||
		    !ts_node_is_null(node_field(other->node, "operand")))
			continue;
		TSNode function = node_field(node_field(other->node, "call"), "function");
		struct callee earlier;
		if (!node_is(function, NODE_identifier) ||
		    !find_callee(unit, node_field(other->node, "call"), &earlier))
			continue;
		if (unit->types->clang->Cursor_isNull(earlier.declaration)) continue;
		char *a = cursor_spelling(unit, earlier.declaration),
		     *b = cursor_spelling(unit, callee->declaration);
		bool same = strcmp(a, b) == 0;
		free(a);
		free(b);
		if (same) return true;
	}
	return false;
}

static bool check_arguments(struct unit *unit, const struct callee *callee, TSNode call,
                            TSNode *arguments, int count)
{
	if (count > ARGUMENTS_MAX)
		return ERROR_AT(unit, call,
		                "spawn passes at most %d arguments: put them into a structure",
		                ARGUMENTS_MAX);
	int wanted = unit->types->clang->getNumArgTypes(callee->function);
	if (callee->prototyped && wanted != count)
		return ERROR_AT(unit, call, "'%.*s' takes %d argument%s, not %d",
		                NODE_ARG(unit, callee->node), wanted, wanted == 1 ? "" : "s",
		                count);
	for (int i = 0; i < count; i++) {
		CXType type;
		if (!type_of(unit, arguments[i], &type)) continue;
		type = type_canonical(unit, type);
		if (type_is_pointer(type) &&
		    type_kind(unit, unit->types->clang->getPointeeType(type)))
			continue; /* perhaps passed as a base */
		if (types_report_conversion(unit, node_start(arguments[i]), node_end(arguments[i])))
			return false;
	}
	return true;
}

/* spawn (s) f(a): s is a scope, and the child is let go. */
static bool check_scope(struct unit *unit, TSNode scope, TSNode node, bool detached)
{
	CXType type;
	if (!type_demand(unit, scope, &type)) return false;
	CXType object = type_canonical(unit, type);
	if (type_is_pointer(object))
		object = type_canonical(unit, unit->types->clang->getPointeeType(object));
	char *spelling = type_spelling(unit, object);
	bool good = type_is_pointer(type_canonical(unit, type)) &&
	            strcmp(spelling, "struct conc_scope") == 0;
	free(spelling);
	if (!good) return report_type(unit, scope, type, "is no scope to spawn into");
	return detached ||
	       ERROR_AT(unit, node,
	                "a call that is spawned into a scope has no task: the scope waits "
	                "for it");
}

void spawn_lower(struct unit *unit, const struct construct *construct)
{
	TSNode call = node_field(construct->node, "call"), arguments[ARGUMENTS_MAX];
	struct callee callee;
	int count = node_arguments(call, arguments, ARGUMENTS_MAX);
	CXType type;
	if (!find_callee(unit, call, &callee) || is_nested(unit, &callee) ||
	    /* the stub is at file scope, with all its types */
	    !check_outside(unit, callee.function, callee.node, "spawn") ||
	    (type_of(unit, callee.node, &type) &&
	     !check_outside(unit, type, callee.node, "spawn")) ||
	    !check_arguments(unit, &callee, call, arguments, count))
		return;
	const struct clang *clang = unit->types->clang;
	bool via = clang->Cursor_isNull(callee.declaration);
	const char *task =
	        task_type_name(unit, clang->getResultType(callee.function), construct->node);
	const struct separate_statement *separate = separate_statement_at(unit, construct->node);
	bool detached = !node_value_is_kept(unit, construct->node);
	TSNode into = node_field(construct->node, "scope");
	int scope = detached ? scope_number(unit, construct->node) : 0;
	if (separate && detached && !scope) {
		lower_spawned_call(unit, separate);
		return;
	}
	char *stub = !via && callee.prototyped
	                     ? text_format("conc_spawn_%s%.*s", separate ? "separate_" : "",
	                                   NODE_ARG(unit, callee.node))
	                     : text_format("conc_spawn_%d", construct->number);
	bool first = true;
	if (separate) unit_name(unit, text_copy(stub, strlen(stub)), &first);
	else first = via || !callee.prototyped || !stub_written(unit, construct, &callee);
	if (first) write_stub(unit, &callee, stub, task, arguments, count, via, separate != NULL);
	if (separate) {
		char *head = scope ? text_format("CONC_SCOPE_CHILD(%d, %s(CONC_HERE, CONC_OBJECTS(",
		                                 scope, stub)
		                   : text_format("%s(CONC_HERE, CONC_OBJECTS(", stub);
		separate_lower_spawned(unit, separate, head, scope ? ")" : "");
		free(head);
		free(stub);
		return;
	}
	TSNode word = first_token(construct->node);
	TSNode open = node_token(node_field(call, "arguments"), "(");
	bool alone = !via && !count; /* no blank is left before the ')' */
	TSNode end = alone ? open : word;
	const char *comma = alone ? "" : ",";
	if (!ts_node_is_null(into)) {
		if (!check_scope(unit, into, construct->node, detached)) return;
		protect_comma(unit, into);
		put_over(unit->edits, word, ts_node_prev_sibling(into), "CONC_SPAWN_CHILD(");
		put_over(unit->edits, ts_node_next_sibling(into),
		         alone ? open : ts_node_next_sibling(into), ", %s(CONC_HERE%s", stub,
		         comma);
	} else if (scope)
		put_over(unit->edits, word, end, "CONC_SCOPE_CHILD(%d, %s(CONC_HERE%s", scope, stub,
		         comma);
	else
		put_over(unit->edits, word, end, "%s%s%s(CONC_HERE%s", detached ? task : "",
		         detached ? "_detach(" : "", stub, comma);
	if (via) put_instead(unit->edits, open, "%s", count ? ", " : "");
	else if (!alone) put_over(unit->edits, callee.node, open, "%s", "");
	if (detached) put_after(unit->edits, construct->node, ")");
	free(stub);
}
