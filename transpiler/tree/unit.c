/* SPDX-License-Identifier: MIT */
/* The walk that finds the dialect. Everything else in the tree is plain C and not looked at
 * again. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "source/lexer.h"
#include "source/preprocess.h"

static void add_construct(struct unit *unit, TSNode node, enum node_kind kind)
{
	struct construct *construct =
	        GROW(unit->constructs, unit->construct_count, unit->construct_room);
	*construct = (struct construct){.kind = kind, .node = node};
}

bool node_is_word(const struct unit *unit, TSNode node, const char *word)
{
	return word_is(unit->syntax.text + node_start(node), node_end(node) - node_start(node),
	               word);
}

bool node_is_dialect(const struct unit *unit, TSNode node)
{
	size_t start = node_start(node);
	return word_is_dialect(&unit->shadowing, unit->syntax.text + start, node_end(node) - start,
	                       start);
}

/* "delete p;" and "thread worker;" read as declarations with a type and a name. */
static void visit_declaration(struct unit *unit, TSNode node)
{
	TSNode type = node_field(node, "type"), names[2];
	if (!node_is(type, NODE_type_identifier) && !node_is(type, NODE_identifier)) return;
	if (node_start(type) != node_start(node)) return; /* static thread worker; */
	if (node_is_word(unit, type, "delete")) add_construct(unit, node, NODE_delete_statement);
	else if ((node_is_word(unit, type, "thread") || node_is_word(unit, type, "monitor") ||
	          node_is_word(unit, type, "actor") || node_is_word(unit, type, "message")) &&
	         node_fields(node, "declarator", names, 2) == 1 &&
	         node_is(names[0], NODE_identifier)) /* not thread *worker, or thread a, b; */
		add_construct(unit, node, NODE_declaration);
}

static void visit_call(struct unit *unit, TSNode node)
{
	static const struct {
		const char *word;
		enum node_kind kind;
	} calls[] = {
	        {"delete", NODE_delete_statement},
	        {"conc_wait", NODE_argument_list},
	        {"conc_wait_for", NODE_argument_list},
	        {"conc_wait_with", NODE_argument_list},
	        {"conc_signal_block", NODE_argument_list},
	        {"conc_cancel", NODE_cancel_call},
	        {"conc_waitset_add", NODE_waitset_call},
	        {"separate_of", NODE_separate_of_call},
	        {"conc_set_disposition", NODE_disposition_call},
	        {"join", NODE_call_expression},
	};
	TSNode function = node_field(node, "function");
	if (!node_is(function, NODE_identifier)) return;
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		if (node_is_word(unit, function, calls[i].word) &&
		    (i > 0 || node_is(node_parent(node), NODE_expression_statement)))
			add_construct(unit, node, calls[i].kind);
}

static void visit(struct unit *unit, TSNode node)
{
	enum node_kind kind = node_kind(node);
	if (kind == NODE_OTHER) return;
	if (node_is_function(node)) {
		if (node_start(node) >= unit->function_end) unit->function_end = node_end(node);
		else if (kind == NODE_function_definition)
			*GROW(unit->nested, unit->nested_count, unit->nested_room) = node;
		unit->doubtful |=
		        node_type_is(node_field(node, "declarator"), "parenthesized_declarator");
	}
	/* all macros are expanded */
	unit->doubtful |= kind == NODE_macro_type_specifier;
	if (is_construct(kind)) {
		/* the grammar reads "_Conc_thread worker;" as a definition without a body */
		bool forward = node_is_kind(node) && ts_node_is_null(node_field(node, "body"));
		add_construct(unit, node, forward ? NODE_declaration : kind);
	} else if (kind == NODE_identifier || kind == NODE_type_identifier) {
		word_shadowing_note(&unit->shadowing, &unit->syntax, node);
		/* void main(x *self): its first parameter decides later whether it is a thread's */
		if (node_text_is(&unit->syntax, node, "main") &&
		    node_is(node_parent(node), NODE_function_declarator))
			add_construct(unit, node, kind);
	} else if (kind == NODE_call_expression) visit_call(unit, node);
	else if (kind == NODE_declaration) visit_declaration(unit, node);
	else if (kind == NODE_raw_string_literal)
		*GROW(unit->raw, unit->raw_count, unit->raw_room) = node;
}

static void unit_walk(struct unit *unit)
{
	int depth = 0;
	TSTreeCursor cursor = ts_tree_cursor_new(unit->syntax.root);
	for (bool more = true; more;) {
		TSNode node = ts_tree_cursor_current_node(&cursor);
		if (ts_node_is_named(node)) visit(unit, node);
		if (depth > DEPTH_MAX && ts_node_is_null(unit->too_deep)) unit->too_deep = node;
		depth++;
		if (ts_tree_cursor_goto_first_child(&cursor)) continue;
		depth--;
		while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
			if (!(more = ts_tree_cursor_goto_parent(&cursor))) break;
			depth--;
		}
	}
	ts_tree_cursor_delete(&cursor);
}

TSNode behaviour_word(TSNode node)
{
	for (uint32_t i = 0; i < node_child_count(node); i++)
		if (!ts_node_is_named(node_child(node, i))) return node_child(node, i);
	return node;
}

static void drop_ordinary_words(struct unit *unit)
{
	size_t kept = 0;
	for (size_t i = 0; i < unit->construct_count; i++) {
		struct construct construct = unit->constructs[i];
		TSNode node = construct.node, scalable = scalable_specifier(node);
		TSNode word = node_is_behaviour(node) ? behaviour_word(node)
		              : construct.kind == NODE_call_expression
		                      ? node_field(node, "function")
		                      : first_token(node);
		if (!ts_node_is_null(scalable) && !node_is_dialect(unit, scalable))
			continue; /* a type of that name, and a function called receive */
		bool keep = construct.kind == NODE_identifier ||
		            construct.kind == NODE_duration_literal ||
		            construct.kind == NODE_argument_list ||
		            construct.kind == NODE_cancel_call ||
		            construct.kind == NODE_waitset_call ||
		            construct.kind == NODE_disposition_call ||
		            construct.kind == NODE_inline_base || node_is_dialect(unit, word);
		if (keep) unit->constructs[kept++] = construct;
	}
	unit->construct_count = kept;
}

bool unit_is_unchecked(const struct unit *unit, TSNode node)
{
	for (size_t i = 0; i < unit->construct_count; i++)
		if (unit->constructs[i].kind == NODE_unchecked_statement &&
		    node_is_inside(node, unit->constructs[i].node))
			return true;
	return false;
}

bool unit_has_header(const struct unit *unit)
{
	for (int i = 0; i < unit->analysis->source_count; i++)
		if (preprocess_is_conc_header(unit->analysis->sources[i].name)) return true;
	return false;
}

/* The program's own main matters if there are actors or separate objects. A unit that was forced
 * to be dialect and contains nothing else is plain C. */
static void drop_lone_main(struct unit *unit)
{
	if (unit_has_header(unit)) return;
	for (size_t i = 0; i < unit->construct_count; i++) {
		TSNode node = unit->constructs[i].node;
		TSNode first = node_named_child(node_field(node_parent(node), "parameters"), 0);
		bool is_program = unit->constructs[i].kind == NODE_identifier &&
		                  !(node_is(first, NODE_parameter_declaration) &&
		                    node_is(node_field(first, "type"), NODE_type_identifier) &&
		                    !ts_node_is_null(node_field(first, "declarator")));
		if (!is_program) return;
	}
	unit->construct_count = 0;
}

static void add_kind(struct unit *unit, const struct construct *construct)
{
	TSNode name = node_field(construct->node, "name");
	struct kind *kind = GROW(unit->kinds, unit->kind_count, unit->kind_room);
	const struct token *token = analysis_token_at(unit->analysis, node_start(name));
	*kind = (struct kind){
	        .word = (enum kind_word)(construct->kind - NODE_thread_definition),
	        .name = node_text(unit, name),
	        .node = construct->node,
	        .body = node_field(construct->node, "body"),
	        .in_main_file = token && token->file == unit->analysis->main_file,
	};
	kind->base_node = node_child_of_type(kind->body, "inline_base");
	if (!ts_node_is_null(kind->base_node))
		kind->base_name = node_text(unit, node_field(kind->base_node, "type"));
}

/* The messages that conc/abi_actor.h declares. */
static void add_ready_made(struct unit *unit)
{
	static const char *const list[][2] = {
	        {"conc_control", ""},
	        {"delete_message", ""},
	        {"destroy_message", ""},
	        {"finished_message", ""},
	        {"conc_failure", "void *actor; const char *type; int status; unsigned restarts; "
	                         "bool given_up; "},
	        {"conc_end",
	         "void *actor; const char *type; enum conc_ended_why why; int status; "},
	};
	for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
		struct kind *kind = GROW(unit->kinds, unit->kind_count, unit->kind_room);
		*kind = (struct kind){.word = KIND_MESSAGE,
		                      .name = text_copy(list[i][0], strlen(list[i][0])),
		                      .members = list[i][1]};
	}
}

void unit_collect(struct unit *unit)
{
	unit_walk(unit);
	drop_ordinary_words(unit);
	drop_lone_main(unit);
	add_ready_made(unit);
	for (size_t i = 0; i < unit->construct_count; i++)
		if (node_is_kind(unit->constructs[i].node) &&
		    unit->constructs[i].kind != NODE_declaration)
			add_kind(unit, &unit->constructs[i]);
	for (size_t i = 0; i < unit->kind_count; i++) {
		struct kind *kind = &unit->kinds[i];
		if (kind->base_name)
			kind->base = unit_kind(unit, kind->base_name, strlen(kind->base_name));
		if (kind->base >= kind) kind->base = NULL;
	}
	behaviours_collect(unit);
	for (size_t i = 0; i < unit->construct_count; i++) unit->constructs[i].number = (int)i + 1;
	unit->number = (int)unit->construct_count;
}

bool unit_looks_like_dialect(const char *text, size_t length, const TSRange *ranges, size_t count)
{
	struct unit unit = {0};
	bool found = syntax_parse_ranges(&unit.syntax, text, length, ranges, count) ||
	             ts_node_has_error(unit.syntax.root);
	if (!found) unit_walk(&unit);
	for (size_t i = 0; i < unit.construct_count; i++) /* main and join need other words */
		found |= unit.constructs[i].kind != NODE_identifier &&
		         unit.constructs[i].kind != NODE_call_expression;
	unit_free(&unit);
	return found;
}

void unit_free(struct unit *unit)
{
	for (size_t i = 0; i < unit->kind_count; i++) {
		free(unit->kinds[i].name);
		free((char *)unit->kinds[i].base_name);
	}
	for (size_t i = 0; i < unit->name_count; i++) free(unit->names[i]);
	free(unit->names);
	free(unit->kinds);
	free(unit->behaviours);
	free(unit->constructs);
	free(unit->nested);
	free(unit->held);
	free(unit->raw);
	word_shadowing_free(&unit->shadowing);
	edits_free(&unit->shadow);
	syntax_free(&unit->syntax);
}

struct kind *unit_kind(const struct unit *unit, const char *name, size_t length)
{
	for (size_t i = 0; i < unit->kind_count; i++)
		if (strlen(unit->kinds[i].name) == length &&
		    memcmp(unit->kinds[i].name, name, length) == 0)
			return &unit->kinds[i];
	return NULL;
}

struct kind *unit_kind_of_node(const struct unit *unit, TSNode name)
{
	if (ts_node_is_null(name)) return NULL;
	return unit_kind(unit, unit->syntax.text + node_start(name),
	                 node_end(name) - node_start(name));
}

const char *kind_word(const struct kind *kind)
{
	static const char *const words[] = {"thread", "monitor", "actor", "message"};
	return words[kind->word];
}

const char *kind_hidden(const struct kind *kind)
{
	static const char *const members[] = {
	        "struct conc_thread_object conc_thread;", "struct conc_owner_lock conc_owner;",
	        "struct conc_actor conc_actor;", "struct conc_message conc_message;"};
	return members[kind->word];
}

bool unit_has_actors(const struct unit *unit)
{
	for (size_t i = 0; i < unit->kind_count; i++)
		if (unit->kinds[i].word == KIND_ACTOR) return true;
	return false;
}

bool unit_has_separate(const struct unit *unit)
{
	for (size_t i = 0; i < unit->construct_count; i++)
		if (unit->constructs[i].kind == NODE_separate_statement ||
		    unit->constructs[i].kind == NODE_separate_qualifier)
			return true;
	return false;
}

struct construct *unit_next_inside(const struct unit *unit, const struct construct *outer,
                                   const struct construct *construct)
{
	size_t next = (size_t)(construct - unit->constructs) + 1;
	bool inside = next < unit->construct_count &&
	              node_start(unit->constructs[next].node) < node_end(outer->node);
	return inside ? &unit->constructs[next] : NULL;
}

bool is_system_token(const struct unit *unit, const struct token *token)
{
	return token && token->file >= 0 && unit->analysis->sources[token->file].system;
}

bool is_system_text(const struct unit *unit, TSNode node)
{
	return is_system_token(unit, analysis_token_at(unit->analysis, node_start(node)));
}

void unit_each_own(const struct unit *unit, void (*look)(TSNode node, void *data), void *data)
{
	TSTreeCursor cursor = ts_tree_cursor_new(unit->syntax.root);
	for (bool more = ts_tree_cursor_goto_first_child(&cursor); more;
	     more = ts_tree_cursor_goto_next_sibling(&cursor)) {
		TSNode item = ts_tree_cursor_current_node(&cursor);
		bool system = is_system_text(unit, item) && node_end(item) > node_start(item) &&
		              is_system_token(
		                      unit, analysis_token_at(unit->analysis, node_end(item) - 1));
		if (!system) node_each(item, look, data);
	}
	ts_tree_cursor_delete(&cursor);
}

struct library_call {
	const struct unit *unit;
	bool found;
};

static void look_for_call(TSNode node, void *data)
{
	struct library_call *call = data;
	TSNode function = node_field(node, "function");
	if (!node_is(node, NODE_call_expression) || !node_is(function, NODE_identifier)) return;
	call->found |= !strncmp(call->unit->analysis->blank + node_start(function), "conc_", 5);
}

bool unit_calls_library(const struct unit *unit)
{
	struct library_call call = {unit, false};
	unit_each_own(unit, look_for_call, &call);
	return call.found;
}

const char *unit_name(struct unit *unit, char *name, bool *first)
{
	size_t i = 0;
	while (i < unit->name_count && strcmp(unit->names[i], name) != 0) i++;
	if (first) *first = i == unit->name_count;
	if (i == unit->name_count) *GROW(unit->names, unit->name_count, unit->name_room) = name;
	else free(name);
	return unit->names[i];
}

char *unit_text(const struct unit *unit, size_t start, size_t end)
{
	const char *from = unit->analysis->blank;
	struct text text = {0};
	bool blank = false;
	for (size_t i = start; i < end; i++) {
		bool space =
		        from[i] == ' ' || from[i] == '\t' || from[i] == '\n' || from[i] == '\r';
		if (!space && blank && text.length) text_add(&text, " ", 1);
		if (!space) text_add(&text, &from[i], 1);
		blank = space;
	}
	return text.bytes ? text.bytes : text_copy("", 0);
}

TSNode node_statement_value(TSNode statement)
{
	TSNode block = node_parent(statement), around = node_parent(block);
	bool last =
	        node_is(block, NODE_compound_statement) &&
	        node_is(around, NODE_parenthesized_expression) &&
	        ts_node_eq(node_named_child(block, node_named_child_count(block) - 1), statement);
	return last ? around : (TSNode){0};
}

TSNode first_token(TSNode node)
{
	while (node_child_count(node)) node = node_child(node, 0);
	return node;
}

TSNode last_token(TSNode node)
{
	while (node_child_count(node)) node = node_child(node, node_child_count(node) - 1);
	return node;
}

/* The order of insertions at one place: after a token the smaller construct's comes first, before a
 * token the larger one's. */
static int unit_span(TSNode node)
{
	size_t length = node_end(node) - node_start(node);
	return length > 1000000000 ? 1000000000 : (int)length;
}

#define FORMATTED(text, format)            \
	va_list list;                      \
	va_start(list, format);            \
	struct text text = {0};            \
	text_vprintf(&text, format, list); \
	va_end(list)

void put_before(struct edits *edits, TSNode node, const char *format, ...)
{
	if (ts_node_is_null(node)) return;
	FORMATTED(text, format);
	edit_before(edits, node_start(node), -unit_span(node), "%s", text.bytes);
	text_free(&text);
}

void put_after(struct edits *edits, TSNode node, const char *format, ...)
{
	if (ts_node_is_null(node)) return;
	FORMATTED(text, format);
	edit_after(edits, node_end(node), unit_span(node), "%s", text.bytes);
	text_free(&text);
}

void put_instead(struct edits *edits, TSNode node, const char *format, ...)
{
	if (ts_node_is_null(node)) return;
	FORMATTED(text, format);
	edit_replace(edits, node_start(node), node_end(node), "%s", text.bytes);
	text_free(&text);
}

void put_over(struct edits *edits, TSNode first, TSNode last, const char *format, ...)
{
	if (ts_node_is_null(first) || ts_node_is_null(last)) return;
	FORMATTED(text, format);
	edit_replace(edits, node_start(first), node_end(last), "%s", text.bytes);
	text_free(&text);
}

/* Does a comment follow the token on its line? It belongs to the token. */
static bool has_comment(const struct analysis *analysis, const struct token *token)
{
	const struct source *source = &analysis->sources[token->file];
	const char *at = source->text + token->source_offset + token->source_length;
	return lexer_comment(at + strspn(at, " \t"), source->text + source->length) != NULL;
}

void put_before_item(struct unit *unit, TSNode node, const char *format, ...)
{
	FORMATTED(text, format);
	size_t start = node_start(node_top_level(node));
	const struct token *token = analysis_token_before(unit->analysis, start);
	const struct token *own = analysis_token_at(unit->analysis, start);
	if (token && own && token->file == own->file && token->in_place &&
	    !(own->in_place && has_comment(unit->analysis, token)))
		edit_after(unit->edits, token->offset + token->length, 1000000001, " %s",
		           text.bytes);
	else edit_before(unit->edits, start, -1000000001, "%s ", text.bytes);
	text_free(&text);
}

bool edit_belongs(const struct edit *edit, size_t start, size_t end)
{
	size_t order = (size_t)(edit->order < 0 ? -(long)edit->order : edit->order);
	if (edit->start < start || edit->end > end) return false;
	if (edit->kind == EDIT_AFTER)
		return edit->end > start && (edit->end < end || order <= end - start);
	if (edit->kind == EDIT_BEFORE)
		return edit->start < end && (edit->start > start || order <= end - start);
	return true;
}

char *edited_text(const struct unit *unit, const struct edits *edits, size_t start, size_t end)
{
	struct edits inside = {0};
	for (size_t i = 0; i < edits->count; i++) {
		const struct edit *edit = &edits->list[i];
		if (!edit_belongs(edit, start, end)) continue;
		if (edit->kind == EDIT_REPLACE)
			edit_replace(&inside, edit->start - start, edit->end - start, "%s",
			             edit->text);
		else if (edit->kind == EDIT_AFTER)
			edit_after(&inside, edit->end - start, edit->order, "%s", edit->text);
		else edit_before(&inside, edit->start - start, edit->order, "%s", edit->text);
	}
	struct edited edited = edits_apply(&inside, unit->analysis->blank + start, end - start);
	char *text = text_copy(edited.text, edited.length);
	edited_free(&edited);
	edits_free(&inside);
	return text;
}

/* "delete p[i];" reads as a declaration, "delete (p);" as a call. */
TSNode deleted_operand(const struct construct *construct)
{
	if (node_is(construct->node, NODE_call_expression))
		return node_field(construct->node, "arguments");
	TSNode operand = node_field(construct->node, "operand");
	return ts_node_is_null(operand) ? node_field(construct->node, "declarator") : operand;
}

TSNode forward_name(const struct construct *construct)
{
	TSNode name = node_field(construct->node, "name");
	return ts_node_is_null(name) ? node_field(construct->node, "declarator") : name;
}

void cover_inner(struct unit *unit, const struct construct *construct)
{
	for (struct construct *inner = unit_next_inside(unit, construct, construct); inner;
	     inner = unit_next_inside(unit, construct, inner))
		inner->covered = true;
}

bool call_is_listed(const struct unit *unit, TSNode call, const char *names)
{
	TSNode function = node_field(call, "function");
	if (!node_is(function, NODE_identifier)) return false;
	char *name = node_text(unit, function);
	bool listed = text_listed(name, names, true);
	free(name);
	return listed;
}
