/* SPDX-License-Identifier: MIT */
/* The outline of a file: what it defines and declares at file scope, and members below their type.
 */
#include <string.h>

#include "answers.h"
#include "tree/syntax.h"

/* SymbolKind of the Language Server Protocol */
enum {
	CLASS = 5,
	FIELD = 8,
	ENUM = 10,
	INTERFACE = 11,
	FUNCTION = 12,
	VARIABLE = 13,
	MEMBER = 22,
	STRUCT = 23
};

struct outline {
	struct text *out;
	const struct text *text;
};

static void add_items(struct outline *o, TSNode node);

/* Appends a symbol, without its end, with the text of start..end for a name: the blanks in it
 * become one. */
static void begin_symbol(struct outline *o, int kind, TSNode node, size_t start, size_t end)
{
	struct text name = {0};
	for (const char *at = o->text->bytes + start, *stop = o->text->bytes + end; at < stop;) {
		size_t blank = strspn(at, " \t\r\n");
		text_add(&name, blank ? " " : at, 1);
		at += blank ? blank : 1;
	}
	text_printf(o->out,
	            "%s{\"kind\":%d,\"name\":", o->out->bytes[o->out->length - 1] == '[' ? "" : ",",
	            kind);
	text_json(o->out, name.bytes, name.length);
	text_puts(o->out, ",\"range\":");
	position_range(o->out, o->text, node_start(node), node_end(node));
	text_puts(o->out, ",\"selectionRange\":");
	position_range(o->out, o->text, start, end);
	text_free(&name);
}

static void add_symbol(struct outline *o, int kind, TSNode node, TSNode name)
{
	if (node_start(name) == node_end(name)) return;
	begin_symbol(o, kind, node, node_start(name), node_end(name));
	text_puts(o->out, "}");
}

/* With what is in its body. */
static void add_type(struct outline *o, int kind, TSNode node, TSNode name)
{
	TSNode body = node_field(node, "body");
	if (ts_node_is_null(body)) body = node_field(node_field(node, "type"), "body");
	if (node_start(name) == node_end(name)) { /* its members stand for it */
		add_items(o, body);
		return;
	}
	begin_symbol(o, kind, node, node_start(name), node_end(name));
	text_puts(o->out, ",\"children\":[");
	add_items(o, body);
	text_puts(o->out, "]}");
}

static int kind_of_type(TSNode type)
{
	bool body = !ts_node_is_null(node_field(type, "body"));
	if (node_type_is(type, "enum_specifier")) return body ? ENUM : 0;
	if (node_type_is(type, "struct_specifier") || node_type_is(type, "union_specifier"))
		return body ? STRUCT : 0;
	return 0;
}

/* The names that a declaration declares. */
static void add_names(struct outline *o, TSNode node, int kind)
{
	TSNode names[64], type = node_field(node, "type");
	int count = node_fields(node, "declarator", names, 64), of_type = kind_of_type(type);
	bool tag = !ts_node_is_null(node_field(type, "name"));
	if (of_type && (tag || !count)) add_type(o, of_type, type, node_field(type, "name"));
	for (int i = 0; i < count && i < 64; i++) {
		TSNode declarator = names[i], inner;
		if (node_is(declarator, NODE_init_declarator))
			declarator = node_field(declarator, "declarator");
		for (inner = declarator; node_is(inner, NODE_pointer_declarator);)
			inner = node_field(inner, "declarator");
		bool function = kind == VARIABLE && node_is(inner, NODE_function_declarator) &&
		                node_is(node_field(inner, "declarator"), NODE_identifier);
		if (of_type && !tag && i == 0)
			add_type(o, kind == CLASS ? of_type : kind, node,
			         declarator_name(declarator));
		else add_symbol(o, function ? FUNCTION : kind, node, declarator_name(declarator));
	}
}

/* receive (bank *self, deposit *m), and so main of a thread */
static void add_function(struct outline *o, TSNode node)
{
	TSNode declarator = node_field(node, "declarator"), list, name;
	if (node_is_behaviour(node)) {
		uint32_t word = 0; /* behind static and scalable */
		while (ts_node_is_named(node_child(node, word))) word++;
		begin_symbol(o, FUNCTION, node, node_start(node_child(node, word)),
		             node_end(node_field(node, "parameters")));
		text_puts(o->out, "}");
		return;
	}
	while (!ts_node_is_null(declarator) && !node_is(declarator, NODE_function_declarator))
		declarator = node_field(declarator, "declarator");
	list = node_field(declarator, "parameters");
	name = declarator_name(declarator);
	TSNode type = node_field(node_named_child(list, 0), "type");
	if (node_named_child_count(list) == 1 && node_is(type, NODE_type_identifier) &&
	    node_end(name) - node_start(name) == 4 &&
	    !memcmp(o->text->bytes + node_start(name), "main", 4)) {
		begin_symbol(o, FUNCTION, node, node_start(name), node_end(list));
		text_puts(o->out, "}");
	} else add_symbol(o, FUNCTION, node, name);
}

static void add_item(struct outline *o, TSNode node)
{
	static const char *const around[] = {"preproc_if",
	                                     "preproc_ifdef",
	                                     "preproc_else",
	                                     "preproc_elif",
	                                     "linkage_specification",
	                                     "declaration_list",
	                                     "ERROR",
	                                     NULL};
	int kind = kind_of_type(node);
	if (node_is_function(node)) add_function(o, node);
	else if (node_is_kind(node)) add_type(o, CLASS, node, node_field(node, "name"));
	else if (kind) add_type(o, kind, node, node_field(node, "name"));
	else if (node_is(node, NODE_declaration)) add_names(o, node, VARIABLE);
	else if (node_is(node, NODE_type_definition)) add_names(o, node, CLASS);
	else if (node_is(node, NODE_field_declaration)) add_names(o, node, FIELD);
	else if (node_is(node, NODE_enumerator))
		add_symbol(o, MEMBER, node, node_field(node, "name"));
	else if (node_is(node, NODE_inline_base))
		add_symbol(o, FIELD, node, node_field(node, "type"));
	else if (node_is(node, NODE_impl_definition)) {
		begin_symbol(o, INTERFACE, node, node_start(node),
		             node_end(node_field(node, "type")));
		text_puts(o->out, "}");
	} else if (node_type_in(node, around)) add_items(o, node);
}

static void add_items(struct outline *o, TSNode node)
{
	for (uint32_t i = 0; i < node_named_child_count(node); i++)
		add_item(o, node_named_child(node, i));
}

void answer_symbols(struct text *out, const struct text *text)
{
	struct syntax syntax = {0};
	struct outline outline = {out, text};
	text_puts(out, "[");
	if (!syntax_parse(&syntax, text->bytes, text->length)) add_items(&outline, syntax.root);
	text_puts(out, "]");
	syntax_free(&syntax);
}
