/* SPDX-License-Identifier: MIT */
/* receive (counter *self, add *m) { … }     in counter.c
 *   →
 * #ifndef CONC_EMITTED_COUNTER_H
 * #define CONC_EMITTED_COUNTER_H
 * #include <conc.h>
 * …the kinds, and what their members need…
 * // counter receives add:
 * //     counter *CONC_SEND(counter, add, counter *to, add message);
 * //     …
 * conc_disposition conc_receive_counter__add(counter *self, add *message); CONC_RECEIVE(counter,
 * add);
 * #endif
 *
 * Each part has a guard of its own: headers of two units may share types.
 *
 * An item is needed if it declares a name that a needed item spells. C declares before it uses, so
 * one sweep from the last item to the first finds all. A name that the user's files do not declare
 * comes from a system header, which is then included; so is a user's header without dialect.
 * Declarations in other headers and in the main file are copied. Rejected: libclang's references,
 * which know the shadow and not the result of lowering (it makes a future's type). */
#define _GNU_SOURCE
#include "translate.h"

#include <stdlib.h>
#include <string.h>

#include "lower/lower.h"
#include "source/lexer.h"
#include "source/preprocess.h"

/* A declaration at file scope that a header may need: a kind, a structure, a typedef, or what
 * lowering inserted before one. */
struct plain_item {
	size_t start;
	int file;           /* index into sources, or NO_FILE */
	char *name;         /* the names that it declares, each between blanks */
	const char *prefix; /* of its guard; forward declaration and definition are two items */
	char *text;         /* lowered */
	TSNode node;        /* null: inserted by the lowering */
	bool is_plain;      /* it is in a header without dialect */
	bool needed;
};

struct plain_items {
	struct plain_item *list; /* in source order */
	size_t count, room;
	bool *files; /* for each source: is it included? */
};

/* ---- names ---- */

/* In a set each name has a blank before and after it. */
static bool has_name(const struct text *names, const char *name, size_t length)
{
	const char *at = names->bytes, *end = at + names->length;
	for (; at && (at = memmem(at, (size_t)(end - at), name, length)); at++)
		if (at[-1] == ' ' && at[length] == ' ') return true;
	return false;
}

static void add_name(struct text *names, const char *at, size_t length)
{
	if (!names->length) text_puts(names, " ");
	if (!has_name(names, at, length)) text_printf(names, "%.*s ", (int)length, at);
}

static void add_words(struct text *names, const char *text)
{
	const char *end = text + strlen(text);
	for (const char *at = text; (at = lexer_skip_space(at, end)) < end;) {
		const char *stop = lexer_token_end(at, end);
		if (lexer_starts_word(*at)) add_name(names, at, (size_t)(stop - at));
		at = stop;
	}
}

static bool share_name(const struct text *a, const char *b)
{
	const char *end = b + strlen(b);
	for (const char *at = b; (at = lexer_skip_space(at, end)) < end;) {
		const char *stop = lexer_token_end(at, end);
		if (has_name(a, at, (size_t)(stop - at))) return true;
		at = stop;
	}
	return false;
}

/* ---- items ---- */

static void add_node_name(struct text *names, const struct unit *unit, TSNode node)
{
	if (!ts_node_is_null(node))
		add_name(names, unit->syntax.text + node_start(node),
		         node_end(node) - node_start(node));
}

static bool is_specifier(TSNode node)
{
	return text_listed(node_type(node), "struct_specifier union_specifier enum_specifier",
	                   true);
}

/* Adds tags of structures with a body, and enumerators, at any depth. */
static void add_inner_names(struct text *names, const struct unit *unit, TSNode node)
{
	if (is_specifier(node) && !ts_node_is_null(node_field(node, "body")))
		add_node_name(names, unit, node_field(node, "name"));
	if (node_is(node, NODE_enumerator)) add_node_name(names, unit, node_field(node, "name"));
	uint32_t count = node_named_child_count(node);
	for (uint32_t i = 0; i < count; i++)
		add_inner_names(names, unit, node_named_child(node, i));
}

static const struct construct *forward_at(const struct unit *unit, TSNode node)
{
	for (size_t i = 0; i < unit->construct_count; i++)
		if (unit->constructs[i].kind == NODE_declaration &&
		    ts_node_eq(unit->constructs[i].node, node))
			return &unit->constructs[i];
	return NULL;
}

/* Collects the names that a node at file scope declares; false: none. *part: the node to copy. */
static bool declared_names(const struct unit *unit, TSNode node, struct text *names, TSNode *part)
{
	enum { DECLARATORS_MAX = 16 };
	TSNode declarators[DECLARATORS_MAX];
	const struct construct *forward = forward_at(unit, node);
	*part = node;
	if (forward) add_node_name(names, unit, forward_name(forward));
	else if (node_is_kind(node)) add_node_name(names, unit, node_field(node, "name"));
	else if (node_is(node, NODE_type_definition)) {
		int count = node_fields(node, "declarator", declarators, DECLARATORS_MAX);
		for (int i = 0; i < count && i < DECLARATORS_MAX; i++)
			add_node_name(names, unit, declarator_name(declarators[i]));
	} else if (node_is(node, NODE_declaration)) *part = node_field(node, "type");
	else if (!is_specifier(node)) return false;
	if (!forward) add_inner_names(names, unit, *part);
	return names->length > 0;
}

/* Puts each declaration on a line and drops empty lines. */
static char *tidy(char *raw, bool semicolon)
{
	struct text text = {0};
	int depth = 0;
	for (const char *at = raw; *at; at++) {
		bool fresh = !text.length || text.bytes[text.length - 1] == '\n';
		depth += (*at == '{' || *at == '(') - (*at == '}' || *at == ')');
		if (*at == '\n' || (*at == ' ' && at[1] == '\n')) {
			if (!fresh && *at == '\n') text_puts(&text, "\n");
		} else if (*at != ' ' || !fresh || depth) text_add(&text, at, 1);
		if (*at == ';' && !depth && at[1] == ' ') text_puts(&text, "\n");
	}
	while (text.length && strchr(" \n", text.bytes[text.length - 1])) text.length--;
	if (text.bytes) text.bytes[text.length] = '\0';
	if (semicolon) text_puts(&text, ";");
	free(raw);
	return text.bytes ? text.bytes : text_copy("", 0);
}

static struct plain_item *add_item(struct plain_items *items, const struct unit *unit, size_t start,
                                   const struct text *names, char *text)
{
	struct plain_item *item = GROW(items->list, items->count, items->room);
	const struct token *token = analysis_token_at(unit->analysis, start);
	*item = (struct plain_item){
	        .start = start,
	        .file = token ? token->file : NO_FILE,
	        .name = text_copy(names->bytes, names->length),
	        .prefix = "CONC_TYPE",
	        .text = text,
	};
	return item;
}

/* Does the file come with conc.h, which the header includes? */
static bool is_of_conc(const struct unit *unit, int file)
{
	const struct source *sources = unit->analysis->sources;
	for (; file != NO_FILE; file = sources[file].includer)
		if (preprocess_is_conc_header(sources[file].name)) return true;
	return false;
}

static void add_node(struct plain_items *items, struct unit *unit, TSNode node)
{
	struct text names = {0};
	TSNode part;
	const struct token *token = analysis_token_at(unit->analysis, node_start(node));
	if (!token || token->file == NO_FILE || unit->analysis->sources[token->file].system ||
	    is_of_conc(unit, token->file))
		return;
	if (declared_names(unit, node, &names, &part)) {
		char *text = edited_text(unit, unit->edits, node_start(part), node_end(part));
		bool whole = ts_node_eq(part, node) && !is_specifier(node);
		struct plain_item *item =
		        add_item(items, unit, node_start(node), &names, tidy(text, !whole));
		item->node = node;
		if (forward_at(unit, node)) item->prefix = "CONC_FORWARD";
	}
	text_free(&names);
}

/* Adds what put_before_item wrote: CONC_FUTURE_TYPE(long, conc_future_long); */
static void add_made(struct plain_items *items, const struct unit *unit)
{
	for (size_t i = 0; i < unit->edits->count; i++) {
		const struct edit *edit = &unit->edits->list[i];
		const char *name = edit->order == 1000000001 || edit->order == -1000000001
		                           ? strstr(edit->text, "conc_")
		                           : NULL;
		if (!name) continue;
		struct text names = {0};
		add_name(&names, name,
		         strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRST"
		                      "UVWXYZ0123456789_"));
		const char *text = edit->text + strspn(edit->text, " ");
		add_item(items, unit, edit->start, &names,
		         tidy(text_copy(text, strlen(text)), false));
		text_free(&names);
	}
}

static int by_start(const void *left, const void *right)
{
	const struct plain_item *a = left, *b = right;
	if (a->start != b->start) return a->start < b->start ? -1 : 1;
	return ts_node_is_null(b->node) - ts_node_is_null(a->node);
}

/* ---- files ---- */

static bool has_dialect(const struct unit *unit, int file)
{
	for (size_t i = 0; i < unit->construct_count; i++) {
		size_t start = node_start(unit->constructs[i].node);
		const struct token *token = analysis_token_at(unit->analysis, start);
		if (token && token->file == file) return true;
	}
	return false;
}

/* Returns the file that the user's code includes to reach this one. */
static int included_by_user(const struct unit *unit, int file)
{
	const struct source *sources = unit->analysis->sources;
	while (sources[file].includer != NO_FILE && sources[sources[file].includer].system)
		file = sources[file].includer;
	return file;
}

/* Includes the system header that spells the name. */
static void need_system(struct plain_items *items, const struct unit *unit, const char *name,
                        size_t length)
{
	for (size_t i = 0; i < unit->analysis->token_count; i++) {
		const struct token *token = &unit->analysis->tokens[i];
		if (token->length != length || token->file == NO_FILE ||
		    !unit->analysis->sources[token->file].system || is_of_conc(unit, token->file) ||
		    memcmp(unit->syntax.text + token->offset, name, length) != 0)
			continue;
		items->files[included_by_user(unit, token->file)] = true;
		return;
	}
}

/* Adds names of types and constants, but not of members or keywords such as int. */
static void add_outer_names(struct text *names, const struct unit *unit, TSNode node)
{
	static const char *const keywords[] = {"void", "char",   "int",      "float",
	                                       "long", "double", "unsigned", "short"};
	bool word = node_is(node, NODE_type_identifier) || node_is(node, NODE_identifier) ||
	            node_type_is(node, "primitive_type");
	for (size_t i = 0; word && i < sizeof keywords / sizeof *keywords; i++)
		word = !node_text_is(&unit->syntax, node, keywords[i]);
	if (word) add_node_name(names, unit, node);
	uint32_t count = node_named_child_count(node);
	for (uint32_t i = 0; i < count; i++)
		add_outer_names(names, unit, node_named_child(node, i));
}

static void need_files(struct plain_items *items, const struct unit *unit, const struct text *used)
{
	struct text known = {0};
	for (size_t i = 0; i < items->count; i++) add_words(&known, items->list[i].name);
	const char *at = used->bytes ? used->bytes + 1 : "";
	for (const char *stop; (stop = strchr(at, ' ')); at = stop + 1)
		if (!has_name(&known, at, (size_t)(stop - at)))
			need_system(items, unit, at, (size_t)(stop - at));
	text_free(&known);
}

/* Collects the unit's items; marks as needed what the names in `wanted` (C text) lead to. */
static void plain_items_find(struct plain_items *items, struct unit *unit, const char *wanted)
{
	struct text used = {0}, outer = {0};
	items->files = memory_new((size_t)unit->analysis->source_count + 1, sizeof *items->files);
	TSTreeCursor cursor = ts_tree_cursor_new(unit->syntax.root);
	for (bool more = ts_tree_cursor_goto_first_child(&cursor); more;
	     more = ts_tree_cursor_goto_next_sibling(&cursor))
		add_node(items, unit, ts_tree_cursor_current_node(&cursor));
	ts_tree_cursor_delete(&cursor);
	add_made(items, unit);
	if (items->count) qsort(items->list, items->count, sizeof *items->list, by_start);
	add_words(&used, wanted);
	for (size_t i = items->count; i-- > 0;) {
		struct plain_item *item = &items->list[i];
		item->needed = share_name(&used, item->name);
		if (!item->needed) continue;
		item->is_plain = !ts_node_is_null(item->node) &&
		                 item->file != unit->analysis->main_file &&
		                 !has_dialect(unit, item->file);
		if (item->is_plain) items->files[item->file] = true;
		else add_words(&used, item->text);
		if (!item->is_plain && !ts_node_is_null(item->node))
			add_outer_names(&outer, unit, item->node);
	}
	need_files(items, unit, &outer);
	text_free(&outer);
	text_free(&used);
}

static void plain_items_free(struct plain_items *items)
{
	for (size_t i = 0; i < items->count; i++) {
		free(items->list[i].name);
		free(items->list[i].text);
	}
	free(items->list);
	free(items->files);
}

/* ---- the header ---- */

/* Can other units send to this receive, and is it the first of its pair? */
static bool is_public(const struct unit *unit, const struct behaviour *behaviour)
{
	if (behaviour->kind != NODE_receive_definition || !behaviour->good ||
	    !behaviour->in_main_file || behaviour->is_static)
		return false;
	for (const struct behaviour *other = unit->behaviours; other < behaviour; other++)
		if (other->kind == behaviour->kind && other->in_main_file && other->good &&
		    other->self.kind == behaviour->self.kind &&
		    other->message.kind == behaviour->message.kind)
			return false;
	return true;
}

/* Writes an #include as the author does: <stdio.h>, "types.h". */
static void put_include(const struct unit *unit, int file, struct text *out)
{
	const struct source *sources = unit->analysis->sources, *source = &sources[file];
	if (source->includer == NO_FILE) return;
	const char *line = sources[source->includer].text;
	for (uint32_t i = source->include_line; line && --i && (line = strchr(line, '\n'));) line++;
	size_t open = line ? strcspn(line, "<\"\n") : 0;
	size_t length = line && line[open] > ' ' ? strcspn(line + open + 1, ">\"\n") : 0;
	if (length) text_printf(out, "#include %.*s\n", (int)length + 2, line + open);
	else text_printf(out, "#include \"%s\"\n", source->name);
}

static void put_items(const struct plain_items *items, struct text *out)
{
	for (size_t i = 0; i < items->count; i++) {
		const struct plain_item *item = &items->list[i];
		if (!item->needed || item->is_plain) continue;
		size_t length = strcspn(item->name + 1, " ");
		text_printf(out, "\n#ifndef %s_%.*s\n#define %s_%.*s\n%s\n#endif\n", item->prefix,
		            (int)length, item->name + 1, item->prefix, (int)length, item->name + 1,
		            item->text);
	}
}

static void check_items(struct unit *unit, const struct plain_items *items)
{
	for (size_t i = 0; i < items->count; i++) {
		const struct plain_item *item = &items->list[i];
		if (!item->needed || !node_is_kind(item->node)) continue;
		const struct kind *kind = unit_kind_of_node(unit, node_field(item->node, "name"));
		for (int f = 0; kind && f < KIND_FUNCTIONS; f++)
			if (kind->functions[f].is_static)
				ERROR_AT(unit, kind->functions[f].word,
				         "plain C cannot have %s '%s': its %.*s is static",
				         kind_word(kind), kind->name,
				         NODE_ARG(unit, kind->functions[f].word));
	}
}

static void put_receive(const struct unit *unit, const struct behaviour *behaviour,
                        struct text *out)
{
	const char *actor = behaviour->self.kind->name, *message = behaviour->message.kind->name;
	char *remote = remote_call(unit, behaviour);
	text_printf(out,
	            "\n/* %s receives %s:\n"
	            " *     %s *CONC_SEND(%s, %s, %s *to, %s message);\n"
	            " *     %s *CONC_SEND_REFERENCE(%s, %s, %s *to, %s *message);\n"
	            " *     bool CONC_TRY_SEND(%s, %s, %s *to, %s message);\n"
	            " *     bool CONC_TRY_SEND_REFERENCE(%s, %s, %s *to, %s *message); */\n",
	            actor, message, actor, actor, message, actor, message, actor, actor, message,
	            actor, message, actor, message, actor, message, actor, message, actor, message);
	text_printf(out,
	            "#ifndef CONC_RECEIVE_%s__%s\n#define CONC_RECEIVE_%s__%s\n"
	            "conc_disposition conc_receive_%s__%s(%s *self, %s%s *message);\n"
	            "%s(%s, %s);%s\n#endif\n",
	            actor, message, actor, message, actor, message, actor,
	            behaviour->message.is_const ? "const " : "", message, receive_macro(behaviour),
	            actor, message, remote);
	free(remote);
}

void plain_header(struct unit *unit, const char *guard, struct text *out)
{
	struct plain_items items = {0};
	struct text wanted = {0};
	for (size_t i = 0; i < unit->behaviour_count; i++) {
		const struct behaviour *behaviour = &unit->behaviours[i];
		if (is_public(unit, behaviour))
			text_printf(&wanted, "%s %s ", behaviour->self.kind->name,
			            behaviour->message.kind->name);
	}
	if (!wanted.length) {
		diagnose_plain(SEVERITY_ERROR,
		               "%s has no receive that other units can send to: none, or all are "
		               "static or stand in its headers",
		               unit->analysis->sources[unit->analysis->main_file].name);
		return;
	}
	plain_items_find(&items, unit, wanted.bytes);
	check_items(unit, &items);
	text_printf(
	        out,
	        "/* Written by concc --emit-header: what plain C needs to send to the actors of\n"
	        " * %s.\n"
	        " *\n"
	        " * The first two arguments of a send name the receive. CONC_SEND yields the "
	        "actor, so that sends\n"
	        " * nest: CONC_SEND(A, M, CONC_SEND(A, M, &a, one), two). Every actor takes the "
	        "ready-made\n"
	        " * messages, too: CONC_SEND_READY(A, &a, finished_message). */\n"
	        "#ifndef %s\n#define %s\n",
	        unit->analysis->sources[unit->analysis->main_file].name, guard, guard);
	text_puts(out, "#include <conc.h>\n");
	for (int i = 0; i < unit->analysis->source_count; i++)
		if (items.files[i]) put_include(unit, i, out);
	put_items(&items, out);
	for (size_t i = 0; i < unit->behaviour_count; i++)
		if (is_public(unit, &unit->behaviours[i]))
			put_receive(unit, &unit->behaviours[i], out);
	text_puts(out, "\n#endif\n");
	text_free(&wanted);
	plain_items_free(&items);
}
