/* SPDX-License-Identifier: MIT */
/* account a = { 5 };  savings s = { {5}, 0.1 };
 *   →
 * account a = { .balance = 5 };  savings s = { .conc_account = { .balance = 5 }, .rate = 0.1 };
 *
 * Positional initialisers must not reach hidden state. It is the last member; named values keep
 * compilers from warning that it is missing. Excess values, which would reach it, are errors here.
 * The walk goes down the initialiser along the type, as C does. */
#define _GNU_SOURCE
#include "lower.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "source/lexer.h"

enum { FIELDS_MAX = 512 };

struct fields {
	CXCursor list[FIELDS_MAX];
	int count;
};

static enum CXVisitorResult add_field(CXCursor field, CXClientData data)
{
	struct fields *fields = data;
	if (fields->count < FIELDS_MAX) fields->list[fields->count++] = field;
	return CXVisit_Continue;
}

static bool is_aggregate(const struct unit *unit, CXType type)
{
	type = type_canonical(unit, type);
	return type.kind == CXType_Record || type.kind == CXType_ConstantArray ||
	       type.kind == CXType_IncompleteArray;
}

static bool is_list(TSNode node)
{
	return node_is(node, NODE_initializer_list);
}

static void initializer_walk(struct unit *unit, TSNode list, CXType type);

/* An initialiser is walked for hidden state, of kinds and of locks that take values. */
enum { HOLDS_HIDDEN = HOLDS_IDENTITY | HOLDS_LOCK | HOLDS_MESSAGE };

/* Does the value initialise the whole object? Otherwise its braces are elided and the value is that
 * of its first member. */
static bool is_whole(struct unit *unit, TSNode value, CXType type)
{
	CXType found;
	if (is_list(value)) return true;
	if (!type_of(unit, value, &found)) return false;
	char *wanted = type_spelling(unit, type), *got = type_spelling(unit, found);
	bool same = strcmp(wanted, got) == 0;
	free(wanted);
	free(got);
	return same;
}

/* Lowers an element of a list. An element that holds objects with identity takes its own braces. */
static void walk_element(struct unit *unit, TSNode value, CXType type)
{
	unsigned holds = type_holds(unit, type);
	if (holds & HOLDS_HIDDEN && is_list(value)) initializer_walk(unit, value, type);
	if (!(holds & (HOLDS_IDENTITY | HOLDS_MESSAGE)) || is_list(value)) return;
	if (!(holds & HOLDS_IDENTITY) && is_whole(unit, value, type)) return;
	const struct kind *kind = type_kind(unit, type_element(unit, type));
	if (kind) {
		ERROR_AT(unit, value,
		         "an object of %s '%s' inside an aggregate takes its own braces",
		         kind_word(kind), kind->name);
		return;
	}
	ERROR_AT(unit, value, "what holds %s takes its own braces inside an aggregate",
	         holds & HOLDS_IDENTITY ? "objects with identity" : "messages");
}

/* Returns the value of a list's element, and whether it has a designator. */
static TSNode element_value(TSNode element, bool *designated)
{
	*designated = node_is(element, NODE_initializer_pair);
	return *designated ? node_field(element, "value") : element;
}

/* Sets *type to the type that a pair's designators lead to: "[1].in = …", ".inner.deep = …".
 * Returns false if there is no such member. */
static bool designated_type(struct unit *unit, TSNode pair, CXType *type);

static void walk_array(struct unit *unit, TSNode list, CXType type)
{
	CXType element = unit->types->clang->getArrayElementType(type_canonical(unit, type));
	uint32_t count = ts_node_named_child_count(list);
	if (!count && !is_nested_list(list)) put_after(unit->edits, first_token(list), "0");
	for (uint32_t i = 0; i < count; i++) {
		bool designated;
		TSNode child = ts_node_named_child(list, i);
		if (strcmp(ts_node_type(child), "comment") == 0) continue;
		TSNode value = element_value(child, &designated);
		bool zero = count == 1 && node_text_is(&unit->syntax, value, "0");
		CXType wanted = designated ? type : element;
		if (!zero && (!designated || designated_type(unit, child, &wanted)))
			walk_element(unit, value, wanted);
	}
}

static int field_index(const struct unit *unit, const struct fields *fields, TSNode designator)
{
	TSNode name = node_is(designator, NODE_field_designator)
	                      ? ts_node_named_child(designator, 0)
	                      : designator;
	for (int i = 0; i < fields->count; i++) {
		char *spelling = cursor_spelling(unit, fields->list[i]);
		bool found = node_text_is(&unit->syntax, name, spelling);
		free(spelling);
		if (found) return i;
	}
	return -1;
}

static bool designated_type(struct unit *unit, TSNode pair, CXType *type)
{
	enum { DESIGNATORS_MAX = 16 };
	TSNode designators[DESIGNATORS_MAX];
	int count = node_fields(pair, "designator", designators, DESIGNATORS_MAX);
	for (int i = 0; i < count && i < DESIGNATORS_MAX; i++) {
		CXType at = type_canonical(unit, *type);
		struct fields fields = {0};
		if (at.kind != CXType_Record) {
			*type = unit->types->clang->getArrayElementType(at);
			continue;
		}
		unit->types->clang->Type_visitFields(at, add_field, &fields);
		int index = field_index(unit, &fields, designators[i]);
		if (index < 0) return false;
		*type = unit->types->clang->getCursorType(fields.list[index]);
	}
	return true;
}

/* Does the value initialise the first member of an aggregate whose braces are elided? Then the
 * positions of the values after it are unknown. */
static bool elides_braces(struct unit *unit, TSNode value, CXType type)
{
	const char *node = node_type(value);
	return is_aggregate(unit, type) && strcmp(node, "string_literal") != 0 &&
	       strcmp(node, "concatenated_string") != 0 && !is_whole(unit, value, type);
}

/* Appends zero hidden state: ".conc_actor = {0}", or derived ".conc_base = {.conc_actor = {0}}". */
static void add_zero(struct text *text, const struct kind *kind)
{
	static const char *const zeros[] = {".conc_thread = {0}", ".conc_owner = {.conc_depth = 0}",
	                                    ".conc_actor = {0}", ".conc_message = {0}"};
	if (!kind->base) {
		text_puts(text, zeros[kind->word]);
		return;
	}
	text_printf(text, ".conc_%s = {", kind->base->name);
	add_zero(text, kind->base);
	text_puts(text, "}");
}

/* Appends the hidden state to a list whose first value cannot be named. */
static void put_last(struct unit *unit, TSNode list, const struct kind *kind)
{
	uint32_t count = node_named_child_count(list);
	while (count && strcmp(node_type(node_named_child(list, count - 1)), "comment") == 0)
		count--;
	struct text zero = {0};
	add_zero(&zero, kind);
	if (count) put_after(unit->edits, node_named_child(list, count - 1), ", %s", zero.bytes);
	text_free(&zero);
}

/* Does any file define a macro of that name? It may have come after the member's declaration. */
static bool names_macro(const struct unit *unit, const char *name)
{
	for (int i = 0; i < unit->analysis->source_count; i++) {
		const struct source *source = &unit->analysis->sources[i];
		const char *at = source->text, *end = at ? at + source->length : NULL;
		while (at && (at = lexer_definition(at, end))) {
			if (lexer_word_is(at, end, name)) return true;
			at = lexer_token_end(at, end);
		}
	}
	return false;
}

/* Writes the member's name before its value unless that is impossible. */
static bool name_member(struct unit *unit, TSNode value, CXCursor field)
{
	char *name = cursor_spelling(unit, field);
	CXType type = unit->types->clang->getCursorType(field);
	bool can = *name && !names_macro(unit, name) && !elides_braces(unit, value, type);
	if (can) put_before(unit->edits, value, ".%s = ", name);
	free(name);
	return can;
}

/* Names the first value of a kind's list. Returns false after an error. */
static bool name_first(struct unit *unit, TSNode value, const struct kind *kind,
                       const struct fields *fields)
{
	if (kind->base) {
		if (is_list(value)) put_before(unit->edits, value, ".conc_%s = ", kind->base->name);
		else
			ERROR_AT(unit, value, "the base '%s' of '%s' takes its own braces",
			         kind->base->name, kind->name);
		return is_list(value);
	}
	if (fields->count && !name_member(unit, value, fields->list[0]))
		put_last(unit, node_parent(value), kind);
	return true;
}

static void report_excess(struct unit *unit, TSNode value, const struct kind *kind, int fields)
{
	ERROR_AT(unit, value, "too many values for %s '%s', which has %d member%s", kind_word(kind),
	         kind->name, fields, fields == 1 ? "" : "s");
	NOTE_KIND(unit, kind, "'%s' is declared here", kind->name);
}

/* conc_semaphore s = { 3 };  →  { .conc_count = 3 } */
static bool is_counted_lock(const struct unit *unit, CXType type)
{
	char *spelling = type_spelling(unit, type);
	bool found = strcmp(spelling, "struct conc_semaphore") == 0 ||
	             strcmp(spelling, "struct conc_barrier") == 0;
	free(spelling);
	return found;
}

/* {}  →  {0}, which C11 has too. */
static void put_zero(struct unit *unit, TSNode list, const struct kind *kind)
{
	struct text zero = {0};
	if (is_nested_list(list)) add_zero(&zero, kind);
	else text_puts(&zero, "0");
	put_after(unit->edits, first_token(list), "%s", zero.bytes);
	text_free(&zero);
}

static void walk_record(struct unit *unit, TSNode list, CXType type)
{
	struct fields fields = {0};
	const struct kind *kind = type_kind(unit, type);
	unit->types->clang->Type_visitFields(type_canonical(unit, type), add_field, &fields);
	uint32_t count = ts_node_named_child_count(list);
	int position = 0;
	bool first = true, elided = false;
	bool plain = kind != NULL; /* all values so far belong to the members in their order */
	if (kind && !count) put_zero(unit, list, kind);
	for (uint32_t i = 0; i < count; i++) {
		bool designated;
		TSNode child = ts_node_named_child(list, i);
		if (strcmp(ts_node_type(child), "comment") == 0) continue;
		TSNode value = element_value(child, &designated);
		if (designated) {
			position = field_index(unit, &fields, node_field(child, "designator"));
			first = plain = false;
			if (position < 0)
				return; /* a member of an unnamed member, or C reports it */
		}
		bool zero = count == 1 && node_text_is(&unit->syntax, value, "0");
		if (first && kind && !zero && !name_first(unit, value, kind, &fields)) return;
		if (!first && plain && !elided && position < fields.count)
			name_member(unit, value, fields.list[position]);
		if (first && !kind && !zero && is_counted_lock(unit, type))
			put_before(unit->edits, value, ".conc_count = ");
		first = false;
		if (kind && !zero && position >= fields.count && !elided) {
			report_excess(unit, value, kind, fields.count);
			return;
		}
		if (position < fields.count && !zero) {
			CXType wanted =
			        designated
			                ? type
			                : unit->types->clang->getCursorType(fields.list[position]);
			if (!designated || designated_type(unit, child, &wanted))
				walk_element(unit, value, wanted);
			elided = elided || elides_braces(unit, value, wanted);
		}
		position++;
	}
}

static void initializer_walk(struct unit *unit, TSNode list, CXType type)
{
	CXType canonical = type_canonical(unit, type), inner;
	if (type_is_channel(unit, canonical, &inner)) channel_initializer(unit, list);
	else if (type_is_future(unit, canonical, &inner)) future_initializer(unit, list);
	else if (canonical.kind == CXType_Record) walk_record(unit, list, type);
	else if (canonical.kind == CXType_ConstantArray ||
	         canonical.kind == CXType_IncompleteArray || canonical.kind == CXType_VariableArray)
		walk_array(unit, list, type);
}

static void walk_new(struct unit *unit, const struct construct *construct)
{
	TSNode list = node_field(construct->node, "initializer");
	CXType pointer;
	if (ts_node_is_null(list) || !type_of(unit, construct->node, &pointer)) return;
	CXType type = unit->types->clang->getPointeeType(type_canonical(unit, pointer));
	if (!(type_holds(unit, type) & HOLDS_HIDDEN) || !ts_node_named_child_count(list)) return;
	if (ts_node_is_null(node_field(construct->node, "count"))) {
		initializer_walk(unit, list, type);
		return;
	}
	uint32_t count = ts_node_named_child_count(list);
	for (uint32_t i = 0; i < count; i++) {
		bool designated;
		TSNode value = element_value(ts_node_named_child(list, i), &designated);
		if (!(count == 1 && node_text_is(&unit->syntax, value, "0")))
			walk_element(unit, value, type);
	}
}

static void walk_variable(struct unit *unit, const struct indexed *entry)
{
	CXType type = unit->types->clang->getCursorType(entry->cursor);
	if (!(type_holds(unit, type) & HOLDS_HIDDEN)) return;
	TSNode node = ts_node_named_descendant_for_byte_range(
	        unit->syntax.root, (uint32_t)entry->end - 1, (uint32_t)entry->end);
	while (!ts_node_is_null(node) && !node_is(node, NODE_init_declarator) &&
	       node_start(node) >= entry->start)
		node = node_parent(node);
	if (!node_is(node, NODE_init_declarator)) return;
	TSNode value = node_field(node, "value");
	CXType inner, found;
	if (is_list(value)) initializer_walk(unit, value, type);
	else if (type_of(unit, value, &found) && type_holds(unit, found) & HOLDS_IDENTITY)
		return; /* a copy: check/copies.c */
	else if (type_is_channel(unit, type, &inner))
		ERROR_AT(unit, value, "the capacity of a channel stands in braces: '{%.*s}'",
		         NODE_ARG(unit, value));
	else if (type_is_future(unit, type, &inner))
		ERROR_AT(unit, value,
		         "a future begins without a value: declare it with '{}' and fulfil it with "
		         "'<<'");
}

static bool has_messages(const struct unit *unit)
{
	for (size_t i = 0; i < unit->kind_count; i++)
		if (unit->kinds[i].word == KIND_MESSAGE && !unit->kinds[i].members) return true;
	return false;
}

/* (add){2}  →  (add){.by = 2} */
static void walk_literal(struct unit *unit, TSNode node)
{
	CXType type;
	TSNode list = node_field(node, "value");
	if (is_list(list) && type_of(unit, node, &type) && type_holds(unit, type) & HOLDS_MESSAGE)
		initializer_walk(unit, list, type);
}

static void walk_literals(struct unit *unit)
{
	TSTreeCursor cursor = ts_tree_cursor_new(unit->syntax.root);
	for (bool more = true; more;) {
		TSNode node = ts_tree_cursor_current_node(&cursor);
		if (node_is(node, NODE_compound_literal_expression)) walk_literal(unit, node);
		if (ts_tree_cursor_goto_first_child(&cursor)) continue;
		while (!ts_tree_cursor_goto_next_sibling(&cursor))
			if (!(more = ts_tree_cursor_goto_parent(&cursor))) break;
	}
	ts_tree_cursor_delete(&cursor);
}

void lower_initializers(struct unit *unit)
{
	if (has_messages(unit)) walk_literals(unit);
	for (size_t i = 0; i < unit->types->count; i++)
		if (unit->types->list[i].kind == CXCursor_VarDecl)
			walk_variable(unit, &unit->types->list[i]);
	for (size_t i = 0; i < unit->construct_count; i++)
		if (unit->constructs[i].kind == NODE_new_expression)
			walk_new(unit, &unit->constructs[i]);
}
