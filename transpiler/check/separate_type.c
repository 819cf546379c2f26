/* SPDX-License-Identifier: MIT */
/* Checks separate in declarations, new separate, and the library functions that take a separate
 * object. `separate` qualifies what a pointer points to. Only `new separate` makes separate
 * objects, so no variable, member, parameter or result can be one, and no thread, actor or
 * message. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "types/separate.h"
#include "base/text.h"
#include "types/variable.h"

/* A separate object, an array of them, a function that returns one, or a pointer to that. */
static bool is_misplaced(const struct unit *unit, CXType type)
{
	const struct clang *clang = unit->types->clang;
	CXType canonical = type_canonical(unit, type);
	if (clang->getAddressSpace(canonical) == 1) return true;
	while (type_is_pointer(canonical) || type_is_array(canonical))
		canonical = type_canonical(unit, type_is_array(canonical)
		                                         ? clang->getArrayElementType(canonical)
		                                         : clang->getPointeeType(canonical));
	return type_is_function(canonical) && is_misplaced(unit, clang->getResultType(canonical));
}

static void report_misplaced(struct unit *unit, const struct indexed *entry, const char *name,
                             CXType type)
{
	size_t at = cursor_offset(unit, entry->cursor), end = at + (*name ? strlen(name) : 1);
	CXType canonical = type_canonical(unit, type);
	bool simple = !type_is_pointer(canonical) && !type_is_array(canonical) &&
	              !type_is_function(canonical);
	char *written = simple ? type_written(unit, type) : text_copy("", 0);
	if (strncmp(written, "separate ", 9) != 0) {
		free(written);
		written = text_copy("separate TYPE", 13);
	}
	diagnose(unit->diagnostics, SEVERITY_ERROR, NULL, at, end,
	         "%s%s%sonly what a pointer points to can be separate", *name ? "'" : "", name,
	         *name ? "': " : "");
	diagnose(unit->diagnostics, SEVERITY_NOTE, NULL, at, end,
	         "write '%s *%s', and make the object with 'new %s {}'", written, name, written);
	free(written);
}

bool check_separate_kind(struct unit *unit, TSNode node, const struct kind *kind)
{
	static const char *const reasons[] = {"it runs its main itself", "",
	                                      "it runs its behaviours itself", "it is a value"};
	if (!kind || kind->word == KIND_MONITOR) return true;
	ERROR_AT(unit, node, "%s %s cannot be separate: %s", kind_article(kind), kind_word(kind),
	         reasons[kind->word]);
	NOTE_KIND(unit, kind, "what others call on its handler is a plain structure");
	return false;
}

static void separate_type_check_value(struct unit *unit, TSNode node)
{
	static const char *const literals[] = {"string_literal", "concatenated_string", NULL};
	CXType type;
	if (node_type_in(node_bare(node), literals) || is_null_constant(unit, node) ||
	    !type_of(unit, node, &type) ||
	    (!type_is_array(type_canonical(unit, type)) && !type_has_data_pointer(unit, type)))
		return;
	bool record = type_canonical(unit, type).kind == CXType_Record;
	ERROR_AT(unit, node,
	         "'%.*s' of type '%s' %s data that the new object's handler would share",
	         NODE_ARG(unit, node), type_said(unit, type),
	         record ? "holds a pointer to" : "points to");
	NOTE_AT(unit, node,
	        "let a function that is called on the object make what it needs, or pass "
	        "a separate pointer");
}

static void check_values(struct unit *unit, TSNode list)
{
	for (uint32_t i = 0; i < node_named_child_count(list); i++) {
		TSNode node = node_named_child(list, i);
		if (node_is(node, NODE_initializer_pair)) node = node_field(node, "value");
		if (node_is(node, NODE_initializer_list)) check_values(unit, node);
		else separate_type_check_value(unit, node);
	}
}

bool separate_takes_object(const struct unit *unit, TSNode call)
{
	static const char *const takers[] = {"separate_of",      "_Conc_separate_of",
	                                     "conc_set_passive", "conc_set_active",
	                                     "conc_is_passive",  NULL};
	return node_text_in(&unit->syntax, node_field(call, "function"), takers);
}

/* Returns why the value cannot be what new separate made; null: it can. */
static const char *not_made(struct unit *unit, TSNode node, CXType type)
{
	if (is_null_constant(unit, node)) return "is a null pointer";
	if (type_is_array(type)) return "is an array";
	if (type_is_function(type)) return "is a function";
	if (!type_is_pointer(type)) return "is no pointer";
	if (type_is_function(type_canonical(unit, unit->types->clang->getPointeeType(type))))
		return "points to a function";
	if (!separate_use_at(unit, node_bare(node)) && separate_use_at_root(unit, node))
		return "points into what is reserved";
	node = node_bare(node);
	if (!node_takes_address(node)) return NULL;
	node = node_bare(node_field(node, "argument"));
	return node_is(node, NODE_identifier)               ? "is the address of a variable"
	       : node_type_is(node, "field_expression")     ? "is the address of a member"
	       : node_type_is(node, "subscript_expression") ? "is the address of an element"
	                                                    : NULL;
}

static void check_passive(struct unit *unit, TSNode name, TSNode node, CXType type)
{
	const struct separate_use *use = separate_use_at(unit, node_bare(node));
	bool asks = node_text_is(&unit->syntax, name, "conc_is_passive");
	if (use && !asks) {
		ERROR_AT(unit, node, "'%.*s' is reserved: '%.*s' is refused in the block",
		         NODE_ARG(unit, node), NODE_ARG(unit, name));
		NOTE_AT(unit, use->operand->node,
		        "it is reserved here: switch before or behind it");
	} else if (!use && !asks && !type_is_separate(unit, type)) {
		ERROR_AT(unit, node, "'%.*s' of type '%s' is not separate: it has no handler",
		         NODE_ARG(unit, node), type_said(unit, type));
		NOTE_AT(unit, name, "'%.*s' takes what 'new separate' made", NODE_ARG(unit, name));
	}
}

static bool is_indirection(const char *message)
{
	return strncmp(message, "indirection requires pointer", 28) == 0;
}

static void separate_type_check_call(struct unit *unit, TSNode call)
{
	TSNode name = node_field(call, "function"), arguments[2];
	CXType type;
	if (node_arguments(call, arguments, 2) != 1) return;
	TSNode node = arguments[0];
	/* The shadow of separate_of dereferences the argument, which shows a non-pointer. */
	char *message =
	        type_of(unit, node, &type) ? NULL : types_message(unit, call, is_indirection);
	const char *why = message ? "is no pointer" : NULL;
	free(message);
	if (!why) {
		if (!type_demand(unit, node, &type)) return;
		type = type_canonical(unit, type);
		if (!node_is_word(unit, name, "separate_of")) {
			check_passive(unit, name, node, type);
			return;
		}
		why = not_made(unit, node, type);
	}
	if (why) {
		ERROR_AT(unit, node, "'%.*s' %s: no object that 'new separate' made",
		         NODE_ARG(unit, node), why);
		NOTE_AT(unit, node,
		        "'separate_of(self)' is for the object that the code of its handler was "
		        "called on");
	} else if (separate_use_at(unit, node_bare(node)) || type_is_separate(unit, type)) {
		ERROR_AT(unit, node, "'%.*s' is separate already", NODE_ARG(unit, node));
		NOTE_AT(unit, node, "write '%.*s' alone", NODE_ARG(unit, node));
		FIX_AT(unit, node_ancestor(node, NODE_call_expression), "%.*s",
		       NODE_ARG(unit, node));
	}
}

static void separate_type_check_node(TSNode node, void *data)
{
	struct unit *unit = data;
	CXType literal;
	TSNode type = node_field(node_parent(node), "type"), name = node_field(node, "function");
	switch (node_kind(node)) {
	case NODE_separate_qualifier: /* of T or struct T */
		while (node_type_is(type, "type_descriptor")) type = node_field(type, "type");
		if (node_is(type, NODE_struct_specifier)) type = node_field(type, "name");
		if (!ts_node_is_null(type))
			check_separate_kind(unit, type, unit_kind_of_node(unit, type));
		break;
	case NODE_new_expression:
		if (!ts_node_is_null(node_child_of_type(node, "new_separate"))) {
			check_values(unit, node_field(node, "initializer"));
		} else if (type_is_separate(unit, type_at(unit, node))) {
			/* `new shared {}` after `typedef separate stack shared;` */
			ERROR_AT(unit, node, "what 'new' makes is plain, and '%.*s' is separate",
			         NODE_ARG(unit, node_field(node, "type")));
			NOTE_AT(unit, node, "'new separate' makes separate objects");
		}
		break;
	case NODE_compound_literal_expression:
		if (!type_of(unit, node, &literal) || !is_misplaced(unit, literal)) break;
		ERROR_AT(unit, node, "a compound literal cannot be separate");
		NOTE_AT(unit, node, "make the object with 'new separate'");
		break;
	case NODE_call_expression:
		if (separate_takes_object(unit, node)) separate_type_check_call(unit, node);
		/* separate (s); is a call of a function to C */
		if (!node_is(name, NODE_identifier) || !node_is_word(unit, name, "separate") ||
		    !node_is_dialect(unit, name))
			break;
		ERROR_AT(unit, node,
		         "'%.*s' reserves for the statement behind it, and there is none",
		         NODE_ARG(unit, node));
		NOTE_AT(unit, node, "write '%.*s { … }'", NODE_ARG(unit, node));
		const struct token *next =
		        analysis_token_at(unit->analysis, node_end(node_parent(node)));
		bool block = next && unit->syntax.text[next->offset] == '{';
		FIX_AT(unit, node_parent(node), "%.*s%s", NODE_ARG(unit, node),
		       block ? "" : " { }");
		break;
	default:
		break;
	}
}

void check_separate_types(struct unit *unit)
{
	node_each(unit->syntax.root, separate_type_check_node, unit);
	for (size_t i = 0; i < unit->types->count; i++) {
		const struct indexed *entry = &unit->types->list[i];
		if (entry->kind != CXCursor_VarDecl && entry->kind != CXCursor_ParmDecl &&
		    entry->kind != CXCursor_FieldDecl && entry->kind != CXCursor_FunctionDecl)
			continue;
		CXType type = unit->types->clang->getCursorType(entry->cursor);
		char *name = cursor_spelling(unit, entry->cursor);
		if (is_misplaced(unit, type) && strncmp(name, "conc_", 5) != 0)
			report_misplaced(unit, entry, name, type);
		free(name);
	}
}
