/* SPDX-License-Identifier: MIT */
/* A walk over the tree. Each construct has a rule for overwriting its words. */
#include "language_server.h"

#include <stdlib.h>
#include <string.h>

#include "tree/syntax.h"

struct insertion {
	size_t at;
	char *text;
};

struct names {
	TSNode *list;
	size_t count, room;
};

struct overlay {
	struct syntax syntax;
	struct names channels;   /* channels and futures */
	struct names procedures; /* void functions */
	char *out;               /* as long as the text */
	size_t early;            /* the end of a line before all constructs, or 0 */
	size_t length;
	struct insertion *insertions;
	size_t count, room;
};

/* ---- writing ---- */

/* Overwrites start..end. Line breaks and characters beyond ASCII stay. */
static void overlay_put(struct overlay *o, size_t start, size_t end, const char *text)
{
	size_t length = strlen(text);
	if (length > end - start || memchr(o->out + start, '\n', length)) return;
	memcpy(o->out + start, text, length);
	for (size_t i = start + length; i < end; i++)
		if (!strchr("\n\r", o->out[i]) && !(o->out[i] & 0x80)) o->out[i] = ' ';
}

static void insert(struct overlay *o, size_t at, char *text)
{
	*GROW(o->insertions, o->count, o->room) = (struct insertion){at, text};
}

static void put_node(struct overlay *o, TSNode node, const char *text)
{
	overlay_put(o, node_start(node), node_end(node), text);
}

static bool spells_one_of(const struct overlay *o, TSNode node, const char *list)
{
	char *text =
	        text_copy(o->syntax.text + node_start(node), node_end(node) - node_start(node));
	bool found = text_listed(text, list, true);
	free(text);
	return found;
}

/* Returns the child that is this word, with or without _Conc_. */
static TSNode word(TSNode node, const char *text)
{
	for (uint32_t i = 0; i < node_child_count(node); i++) {
		TSNode child = node_child(node, i);
		if (ts_node_is_named(child)) continue;
		const char *type = node_type(child);
		if (!strcmp(text_starts(type, "_Conc_") ? type + 6 : type, text)) return child;
	}
	return (TSNode){0};
}

/* ---- the file's declarations, by spelling alone ---- */

static bool knows(const struct overlay *o, const struct names *names, TSNode name)
{
	for (size_t i = 0; node_start(name) < node_end(name) && i < names->count; i++)
		if (same_text(o->syntax.text, names->list[i], name)) return true;
	return false;
}

static bool is_name(TSNode node)
{
	return text_listed(node_type(node), "identifier field_identifier type_identifier", true);
}

static void add_declarators(struct names *names, TSNode node)
{
	TSNode declarators[64];
	int count = node_fields(node, "declarator", declarators, 64);
	for (int i = 0; i < count && i < 64; i++) {
		TSNode name = declarators[i];
		while (!ts_node_is_null(node_field(name, "declarator")))
			name = node_field(name, "declarator");
		if (is_name(name)) *GROW(names->list, names->count, names->room) = name;
	}
}

static void learn(TSNode node, void *data)
{
	struct overlay *o = data;
	TSNode type = node_field(node, "type"), declarator = node_field(node, "declarator");
	if (!ts_node_is_named(node) || ts_node_is_null(type) || ts_node_is_null(declarator)) return;
	if (node_type_is(type, "channel_type") || node_type_is(type, "future_type") ||
	    (node_type_is(type, "type_identifier") && knows(o, &o->channels, type)))
		add_declarators(&o->channels, node);
	else if (node_text_is(&o->syntax, type, "void") &&
	         node_type_is(declarator, "function_declarator"))
		add_declarators(&o->procedures, node);
}

/* Returns the name in c, &c, *c, (c), c[i], x->c; null for anything else. */
static TSNode base_name(TSNode node)
{
	while (!ts_node_is_null(node) && !is_name(node)) {
		if (node_type_is(node, "parenthesized_expression"))
			node = node_named_child(node, 0);
		else if (node_type_is(node, "field_expression")) node = node_field(node, "field");
		else node = node_field(node, "argument");
	}
	return node;
}

/* ---- types ---- */

static size_t line_start(const struct overlay *o, size_t at)
{
	while (at && o->syntax.text[at - 1] != '\n') at--;
	return at;
}

/* Is the end of the line at this place at file scope? */
static bool is_outside(const struct overlay *o, size_t at)
{
	TSNode node = ts_node_descendant_for_byte_range(o->syntax.root, (uint32_t)at, (uint32_t)at),
	       last = ts_node_descendant_for_byte_range(o->syntax.root, at ? (uint32_t)at - 1 : 0,
	                                                (uint32_t)at);
	const char *type = node_type(node);
	size_t start = line_start(o, at);
	start += strspn(o->syntax.text + start, " \t");
	if (node_type_is(last, "comment") || o->syntax.text[start] == '#' ||
	    (at && o->syntax.text[at - 1] == '\\'))
		return false;
	return text_listed(type, "translation_unit preproc_if preproc_ifdef preproc_else", true);
}

/* Returns the place of the line break, \n or \r\n. */
static size_t end_of_line(const struct overlay *o, size_t at)
{
	return at && o->syntax.text[at - 1] == '\r' ? at - 1 : at;
}

/* Returns a place to declare all types of the file, so that any may name another. */
static size_t find_early(const struct overlay *o)
{
	for (uint32_t i = 0; i < node_named_child_count(o->syntax.root); i++) {
		TSNode child = node_named_child(o->syntax.root, i);
		size_t at = line_start(o, node_start(child));
		if (at && is_outside(o, at - 1)) return end_of_line(o, at - 1);
		if (!node_type_is(child, "comment") && strncmp(node_type(child), "preproc", 7))
			break;
	}
	return 0;
}

/* Inserts typedef struct NAME NAME; before all constructs, on the line before this one, or after
 * it. */
static void declare_type(struct overlay *o, TSNode node, TSNode name)
{
	size_t at = line_start(o, node_start(node)), behind = node_end(node);
	int length = (int)(node_end(name) - node_start(name));
	const char *text = o->syntax.text + node_start(name);
	if (!length) return;
	if (o->early) {
		at = o->early;
	} else if (at && is_outside(o, at - 1)) {
		at = end_of_line(o, at - 1);
	} else {
		if (behind < o->length && o->syntax.text[behind] == ';') behind++;
		if (behind >= o->length || !strchr(" \t\r\n", o->syntax.text[behind])) return;
		at = behind;
	}
	insert(o, at, text_format(" typedef struct %.*s %.*s;", length, text, length, text));
}

static void write_type(struct overlay *o, TSNode node)
{
	declare_type(o, node, node_field(node, "name"));
}

/* The grammar reads actor NAME; as a declaration, and so delete list[i]; in a block. */
static void write_forward(struct overlay *o, TSNode node)
{
	TSNode type = node_field(node, "type"), name = node_field(node, "declarator");
	bool outside = node_type_is(node_parent(node), "translation_unit");
	if (!outside && node_text_is(&o->syntax, type, "delete")) put_node(o, type, "(void)");
	if (!outside || node_named_child_count(node) != 2 || !node_type_is(name, "identifier"))
		return;
	if (!spells_one_of(o, type, "thread monitor actor message")) return;
	put_node(o, type, "_Kind");
	declare_type(o, node, name);
}

/* &(TYPE) {…} for an object made with new: it fits in the room of the word. */
static void write_new(struct overlay *o, TSNode node)
{
	TSNode type = node_field(node, "type"), initializer = node_field(node, "initializer");
	size_t start = node_start(node), end = node_end(type);
	if (ts_node_is_null(initializer) || !ts_node_is_null(node_field(node, "count")) ||
	    node_start(initializer) == end) {
		overlay_put(o, start, node_end(node), "0");
		return;
	}
	overlay_put(o, start, node_start(type), "&(");
	o->out[end] = ')';
}

/* ---- statements ---- */

/* x && y, x || y */
static bool is_logical(const struct overlay *o, TSNode node)
{
	TSNode operator= node_field(node, "operator");
	return node_type_is(node, "binary_expression") &&
	       (node_text_is(&o->syntax, operator, "&&") ||
	        node_text_is(&o->syntax, operator, "||"));
}

/* c << v; and a | m; become two expressions, and (x && c << v) four: v may be a structure. Messages
 * that are words become 0. */
static void write_operation(struct overlay *o, TSNode node, bool value)
{
	while (node_type_is(node, "parenthesized_expression") ||
	       node_type_is(node, "unary_expression"))
		node = node_named_child(node, 0);
	if (!node_type_is(node, "binary_expression")) return;
	TSNode operator= node_field(node, "operator");
	if (is_logical(o, node)) {
		TSNode last = node_field(node, "right");
		write_operation(o, node_field(node, "left"), value);
		write_operation(o, last, value);
		if (value && node_type_is(last, "binary_expression") &&
		    o->out[node_start(node_field(last, "operator"))] == ',')
			put_node(o, operator, ",");
		return;
	}
	TSNode right = node_field(node, "right");
	if (!node_text_is(&o->syntax, operator, "<<") && !node_text_is(&o->syntax, operator, "|"))
		return;
	put_node(o, operator, ",");
	if (spells_one_of(o, right, "delete_message destroy_message finished_message"))
		put_node(o, right, "0");
	if (value) insert(o, node_end(node), text_copy(", 0", 3));
	write_operation(o, node_field(node, "left"), false);
}

/* waituntil (int x << c) { … }  →  for (int x ; c, 1;) { … } */
static void write_declaration(struct overlay *o, TSNode node, TSNode condition)
{
	TSNode type = node_field(condition, "type"), close = word(node, ")");
	put_node(o, word(node, "waituntil"), "for");
	overlay_put(o, node_start(condition), node_start(type), ""); /* ok = */
	put_node(o, node_field(node_field(condition, "operation"), "operator"), ";");
	insert(o, node_start(close), text_copy(", 1;", 4));
}

/* << c, ok = << c */
static void write_drop(struct overlay *o, TSNode condition)
{
	put_node(o, word(condition, "<<"), "");
	put_node(o, word(condition, "="), ",");
}

static void write_clause(struct overlay *o, TSNode node)
{
	TSNode condition = node_field(node, "condition"),
	       function = node_field(condition, "function");
	if (node_type_is(condition, "wait_declaration")) {
		write_declaration(o, node, condition);
		return;
	}
	if (node_type_is(condition, "wait_drop")) write_drop(o, condition);
	if (node_type_is(condition, "assignment_expression")) { /* ok = v << c */
		put_node(o, node_field(condition, "operator"), ",");
		condition = node_field(condition, "right");
	}
	put_node(o, word(node, "waituntil"), "_Wait");
	if (!node_type_is(condition, "call_expression")) write_operation(o, condition, false);
	else if (spells_one_of(o, function, "readable writable signalled exited quiet"))
		put_node(o, function, "");
	else if (node_text_is(&o->syntax, function, "cancelled")) put_node(o, condition, "0");
}

/* Does a statement that can have an else end here? */
static bool ends_in_if(TSNode node)
{
	if (node_type_is(node, "wait_or") || node_type_is(node, "wait_and"))
		return ends_in_if(node_field(node, "right"));
	if (node_type_is(node_field(node, "condition"), "wait_declaration")) return false;
	if (node_type_is(node, "wait_separate")) return false;
	return node_type_is(node, "wait_clause") || !ts_node_is_null(node_field(node, "guard"));
}

static void write_join(struct overlay *o, TSNode node)
{
	put_node(o, node_field(node, "operator"), ends_in_if(node_field(node, "left")) ? "_O" : "");
}

static void write_group(struct overlay *o, TSNode node)
{
	for (uint32_t i = 0; i < node_child_count(node); i++) {
		TSNode child = node_child(node, i);
		if (node_type_is(child, "(")) put_node(o, child, "{");
		if (node_type_is(child, ")")) put_node(o, child, "}");
	}
}

static void write_else(struct overlay *o, TSNode node)
{
	TSNode or = word(node, "or");
	if (ts_node_is_null(or)) or = word(node, "||");
	if (ts_node_is_null(or)) return;
	put_node(o, or, "_O");
	put_node(o, word(node, "else"), "");
}

static bool overlay_declares(TSNode operand)
{
	return node_type_is(operand, "assignment_expression");
}

/* If operands declare names, the others are left out: for (auto name = ..., ...;;). */
static void write_separate(struct overlay *o, TSNode node)
{
	TSNode operands[64];
	bool seen = false;
	int count = node_fields(node, "operand", operands, 64), declared = 0;
	for (int i = 0; i < count && i < 64; i++) declared += overlay_declares(operands[i]);
	put_node(o, word(node, "separate"), declared ? "_Decl" : "_Head");
	for (int i = 0; declared && i < count && i < 64; i++)
		if (!overlay_declares(operands[i])) put_node(o, operands[i], "");
	for (uint32_t i = 0; declared && i < node_child_count(node); i++) {
		TSNode child = node_child(node, i);
		bool needless = !seen || !overlay_declares(node_child(node, i + 1));
		if (node_type_is(child, ",") && needless) put_node(o, child, "");
		seen |= overlay_declares(child);
	}
}

static void write_shield(struct overlay *o, TSNode node)
{
	bool limited = !ts_node_is_null(node_field(node, "limit"));
	put_node(o, word(node, "shield"), limited ? "_Head" : "");
}

static void write_scope(struct overlay *o, TSNode node)
{
	TSNode limit = node_field(node, "limit"), call = limit;
	bool named = !ts_node_is_null(node_field(node, "name"));
	put_node(o, word(node, "scope"), named ? "_Pool" : ts_node_is_null(limit) ? "" : "_Head");
	if (node_type_is(limit, "assignment_expression")) call = node_field(limit, "right");
	put_node(o, node_field(call, "function"), "");
}

/* ---- functions ---- */

/* A behaviour returns nothing in C. */
static void write_return(struct overlay *o, TSNode node)
{
	TSNode value = node_named_child(node, 0), parent = node;
	while (!ts_node_is_null(parent) && !node_type_is(parent, "function_definition") &&
	       !node_is_behaviour(parent))
		parent = node_parent(parent);
	if (ts_node_is_null(value) || ts_node_is_null(parent) || !node_is_behaviour(parent)) return;
	if (spells_one_of(o, value, "Nodelete Delete Destroy Finished")) put_node(o, value, "");
	else overlay_put(o, node_start(node), node_start(node) + 6, "(void)");
}

/* main of a thread: one parameter, a pointer to a named type. */
static void write_main(struct overlay *o, TSNode node)
{
	TSNode name = node_field(node, "declarator"), list = node_field(node, "parameters"),
	       parameter = node_named_child(list, 0);
	if (!node_text_is(&o->syntax, name, "main") || node_named_child_count(list) != 1 ||
	    !node_type_is(node_field(parameter, "type"), "type_identifier"))
		return;
	put_node(o, name, "_Mn");
}

static void write_impl(struct overlay *o, TSNode node)
{
	overlay_put(o, node_start(node), node_start(node_field(node, "operations")), "_Impl");
}

/* spawn separate (a, b) f(a, b);  →  f(a, b);
 * spawn separate (x = a) f(x);    →  _Decl(x = a) f(x); */
static void write_spawn_separate(struct overlay *o, TSNode node)
{
	TSNode operands[64], separate = word(node, "separate");
	int count = node_fields(node, "operand", operands, 64), declared = 0;
	for (int i = 0; i < count && i < 64; i++) declared += overlay_declares(operands[i]);
	if (!declared) overlay_put(o, node_start(separate), node_end(word(node, ")")), "");
	else if (node_type_is(node_parent(node), "expression_statement")) write_separate(o, node);
	else put_node(o, node, "0");
}

/* spawn f(…) as a value. A void function has none. */
static void write_spawn(struct overlay *o, TSNode node)
{
	TSNode function = node_field(node_field(node, "call"), "function");
	bool wanted = !node_type_is(node_parent(node), "expression_statement");
	bool nothing = wanted && knows(o, &o->procedures, function);
	TSNode scope = node_field(node, "scope");
	put_node(o, word(node, "spawn"), nothing ? "_Run" : "");
	if (!ts_node_is_null(node_field(node, "operand"))) write_spawn_separate(o, node);
	if (ts_node_is_null(scope)) return;
	put_node(o, ts_node_prev_sibling(scope), ""); /* s, f(…) */
	put_node(o, ts_node_next_sibling(scope), ",");
}

/* ok = c << v;  and  bool ok = c << v;  in a block */
static bool takes_value_alone(TSNode parent)
{
	TSNode whole = node_parent(parent);
	if (node_type_is(parent, "assignment_expression"))
		return node_type_is(whole, "expression_statement") &&
		       !ts_node_is_null(word(parent, "="));
	return node_type_is(parent, "init_declarator") && node_named_child_count(whole) == 2 &&
	       node_type_is(node_parent(whole), "compound_statement");
}

/* c << v && …  →  c &&&v …: v may be a structure. */
static void write_address(struct overlay *o, TSNode operand)
{
	const char *objects = "identifier field_expression subscript_expression pointer_expression";
	size_t at = node_start(operand);
	if (!text_listed(node_type(operand), objects, true) || o->out[at] == '&') return;
	if (at && o->out[at - 1] == ' ') o->out[at - 1] = '&';
}

/* An operation whose value is used. */
static void write_value(struct overlay *o, TSNode node)
{
	TSNode operator= node_field(node, "operator"), left = node_field(node, "left"),
	       right = node_field(node, "right");
	bool sends = knows(o, &o->channels, base_name(left));
	if (memcmp(o->out + node_start(operator), "<<", 2)) return;
	if (!sends && !knows(o, &o->channels, base_name(right))) return;
	TSNode whole = node, parent = node_parent(node); /* x && (y || c << v) */
	while (is_logical(o, parent)) whole = parent, parent = node_parent(parent);
	if (node_type_is(parent, "parenthesized_expression")) {
		write_operation(o, whole, true);
	} else if (ts_node_eq(whole, node) && takes_value_alone(parent)) {
		put_node(o, word(parent, "="), node_type_is(parent, "init_declarator") ? ";" : ",");
		put_node(o, operator, ",");
	} else {
		put_node(o, operator, "&&");
		write_address(o, sends ? right : left);
	}
}

static void write_call(struct overlay *o, TSNode node)
{
	TSNode function = node_field(node, "function");
	bool statement = node_type_is(node_parent(node), "expression_statement");
	if (statement && node_text_is(&o->syntax, function, "delete"))
		put_node(o, function, "(void)");
	if (spells_one_of(o, function, "join _Conc_join")) put_node(o, function, "");
}

/* Of a statement that is an expression, or of a condition. */
static void write_statement(struct overlay *o, TSNode node)
{
	bool bare = node_type_is(node, "expression_statement");
	write_operation(o, bare ? node_named_child(node, 0) : node_field(node, "condition"), !bare);
}

/* channel(T) c = {}; */
static void write_initializer(struct overlay *o, TSNode node)
{
	TSNode type = node_field(node_parent(node), "type"), value = node_field(node, "value");
	if (!node_type_is(type, "channel_type") && !node_type_is(type, "future_type")) return;
	if (node_type_is(value, "initializer_list") && !node_named_child_count(value))
		put_node(o, value, "0");
}

/* ---- all constructs ---- */

static const struct rule {
	const char *type, *word, *text; /* word: null for the whole node */
	void (*more)(struct overlay *o, TSNode node);
} rules[] = {
        {"thread_definition", "thread", "_Kind", write_type},
        {"monitor_definition", "monitor", "_Kind", write_type},
        {"actor_definition", "actor", "_Kind", write_type},
        {"message_definition", "message", "_Kind", write_type},
        {"declaration", "", NULL, write_forward},
        {"inline_base", "inline", "struct", NULL},
        {"mutex_statement", "mutex", "_Head", NULL},
        {"mutex_qualifier", NULL, "", NULL},
        {"held_qualifier", NULL, "", NULL},
        {"guarded_specifier", NULL, "", NULL},
        {"separate_qualifier", NULL, "", NULL},
        {"scalable_specifier", NULL, "", NULL},
        {"separate_statement", "", NULL, write_separate},
        {"require_clause", "require", "_Head", NULL},
        {"blocking_statement", "blocking", "", NULL},
        {"unchecked_statement", "unchecked", "", NULL},
        {"scope_statement", "", NULL, write_scope},
        {"shield_statement", "", NULL, write_shield},
        {"spawn_expression", "", NULL, write_spawn},
        {"binary_expression", "", NULL, write_value},
        {"task_type", "task", "_Tsk", NULL},
        {"channel_type", "channel", "_Chan", NULL},
        {"future_type", "future", "_Chan", NULL},
        {"new_expression", "", NULL, write_new},
        {"delete_statement", "delete", "(void)", NULL},
        {"duration_literal", NULL, "1", NULL},
        {"waituntil_statement", "fair", "", NULL},
        {"wait_clause", "", NULL, write_clause},
        {"wait_guard", "when", "_Whn", NULL},
        {"wait_or", "", NULL, write_join},
        {"wait_and", "", NULL, write_join},
        {"wait_group", "", NULL, write_group},
        {"wait_else", "", NULL, write_else},
        {"timeout_clause", "timeout", "", NULL},
        {"receive_definition", "receive", "_Rcv", NULL},
        {"destroy_definition", "destroy", "_Dst", NULL},
        {"export_definition", "export", "_Exp", NULL},
        {"import_definition", "import", "_Imp", NULL},
        {"serialize_definition", "serialize", "_Ser", NULL},
        {"deserialize_definition", "deserialize", "_Des", NULL},
        {"impl_definition", "", NULL, write_impl},
        {"return_statement", "", NULL, write_return},
        {"function_declarator", "", NULL, write_main},
        {"call_expression", "", NULL, write_call},
        {"init_declarator", "", NULL, write_initializer},
        {"if_statement", "", NULL, write_statement},
        {"while_statement", "", NULL, write_statement},
        {"do_statement", "", NULL, write_statement},
        {"for_statement", "", NULL, write_statement},
        {"expression_statement", "", NULL, write_statement},
};

static void visit(TSNode node, void *data)
{
	struct overlay *o = data;
	for (size_t i = 0; ts_node_is_named(node) && i < sizeof rules / sizeof *rules; i++) {
		const struct rule *rule = &rules[i];
		if (!node_type_is(node, rule->type)) continue;
		if (rule->text) put_node(o, rule->word ? word(node, rule->word) : node, rule->text);
		if (rule->more) rule->more(o, node);
	}
}

static int by_place(const void *left, const void *right)
{
	const struct insertion *a = left, *b = right;
	return (a->at > b->at) - (a->at < b->at);
}

void overlay(const char *text, size_t length, struct text *out)
{
	struct overlay o = {.length = length, .out = text_copy(text, length)};
	size_t at = 0;
	syntax_parse(&o.syntax, text, length);
	o.early = find_early(&o);
	node_each(o.syntax.root, learn, &o);
	node_each(o.syntax.root, visit, &o);
	if (o.count) qsort(o.insertions, o.count, sizeof *o.insertions, by_place);
	for (size_t i = 0; i < o.count; i++) {
		text_add(out, o.out + at, o.insertions[i].at - at);
		text_puts(out, o.insertions[i].text);
		at = o.insertions[i].at;
		free(o.insertions[i].text);
	}
	text_add(out, o.out + at, length - at);
	free(o.insertions);
	free(o.channels.list);
	free(o.procedures.list);
	free(o.out);
	syntax_free(&o.syntax);
}
