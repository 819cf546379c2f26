/* SPDX-License-Identifier: MIT */
/* Syntax: tree-sitter's tree of the blank analysis text, with node names as small numbers.
 *
 * Offsets of nodes are offsets of the analysis text. One thread uses a tree, from parse to free.
 * The parser tolerates errors; check/syntax.c judges the parts that it could not parse. */
#ifndef CONCC_SYNTAX_H
#define CONCC_SYNTAX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <tree_sitter/api.h>

/* Every grammar symbol that the passes use by name. */
/* clang-format off */
#define SYNTAX_NODES(NODE) \
	NODE(binary_expression) NODE(identifier) NODE(type_identifier) NODE(field_identifier) \
	NODE(statement_identifier) NODE(translation_unit) NODE(function_definition) \
	NODE(declaration) NODE(type_definition) NODE(parameter_declaration) \
	NODE(parameter_list) NODE(compound_statement) NODE(field_declaration) \
	NODE(enumerator) NODE(init_declarator) \
	NODE(pointer_declarator) NODE(array_declarator) NODE(function_declarator) \
	NODE(parenthesized_declarator) NODE(attributed_declarator) NODE(call_expression) \
	NODE(argument_list) NODE(expression_statement) NODE(parenthesized_expression) \
	NODE(initializer_list) NODE(compound_literal_expression) NODE(goto_statement) \
	NODE(labeled_statement) NODE(case_statement) NODE(switch_statement) NODE(for_statement) \
	NODE(gnu_asm_expression) NODE(pointer_expression) NODE(initializer_pair) \
	NODE(field_designator) NODE(struct_specifier) NODE(assignment_expression) \
	NODE(storage_class_specifier) NODE(number_literal) NODE(return_statement) \
	NODE(type_qualifier) NODE(raw_string_literal) NODE(timeout_clause) \
	NODE(macro_type_specifier) \
	NODE(wait_clause) NODE(wait_group) NODE(wait_or) NODE(wait_and) NODE(wait_else) \
	NODE(wait_declaration) NODE(wait_declared) NODE(wait_drop) NODE(wait_separate) \
	CONSTRUCT_NODES(NODE) NODE(ERROR)

/* Those that the lowering visits: unit->constructs. */
#define CONSTRUCT_NODES(NODE) \
	NODE(thread_definition) NODE(monitor_definition) NODE(actor_definition) \
	NODE(message_definition) NODE(inline_base) NODE(receive_definition) \
	NODE(destroy_definition) NODE(export_definition) NODE(import_definition) \
	NODE(serialize_definition) NODE(deserialize_definition) NODE(mutex_statement) \
	NODE(mutex_qualifier) NODE(held_qualifier) NODE(guarded_specifier) NODE(impl_definition) \
	NODE(new_expression) NODE(delete_statement) \
	NODE(spawn_expression) NODE(task_type) NODE(blocking_statement) \
	NODE(unchecked_statement) NODE(scope_statement) NODE(shield_statement) \
	NODE(duration_literal) NODE(channel_type) NODE(future_type) NODE(waituntil_statement) \
	NODE(separate_statement) NODE(separate_qualifier)
/* clang-format on */

enum { DEPTH_MAX = 20000 };

enum node_kind {
	NODE_OTHER,
#define NODE(name) NODE_##name,
	SYNTAX_NODES(NODE)
#undef NODE
	        NODE_COUNT,
	/* calls that the grammar has no node for */
	NODE_cancel_call,      /* conc_cancel(…) */
	NODE_separate_of_call, /* separate_of(…) */
	NODE_disposition_call, /* conc_set_disposition(…) */
	NODE_waitset_call,     /* conc_waitset_add(…) */
};

/* Is it one of CONSTRUCT_NODES? */
static inline bool is_construct(enum node_kind kind)
{
	return kind >= NODE_thread_definition && kind <= NODE_separate_qualifier;
}

struct syntax {
	TSParser *parser;
	TSTree *tree;
	TSNode root;
	const char *text;
};

/* Parses text, which must outlive the syntax. Returns null, or why it cannot be read; there is no
 * tree then. */
const char *syntax_parse(struct syntax *syntax, const char *text, size_t length);
/* The same, but only these ascending ranges of the text; none: all of it. */
const char *syntax_parse_ranges(struct syntax *syntax, const char *text, size_t length,
                                const TSRange *ranges, size_t count);
void syntax_free(struct syntax *syntax);

enum node_kind node_kind(TSNode node);
static inline bool node_is(TSNode node, enum node_kind kind)
{
	return node_kind(node) == kind;
}
/* The null node stands for parts that the author left out or the parser could not read. It has no
 * children, no parent, no extent and the type "". */
static inline size_t node_start(TSNode node)
{
	return ts_node_is_null(node) ? 0 : ts_node_start_byte(node);
}
static inline size_t node_end(TSNode node)
{
	return ts_node_is_null(node) ? 0 : ts_node_end_byte(node);
}
/* In constant time; the first call for a tree walks over all of it. */
TSNode node_parent(TSNode node);
static inline const char *node_type(TSNode node)
{
	return ts_node_is_null(node) ? "" : ts_node_type(node);
}
static inline uint32_t node_child_count(TSNode node)
{
	return ts_node_is_null(node) ? 0 : ts_node_child_count(node);
}
static inline uint32_t node_named_child_count(TSNode node)
{
	return ts_node_is_null(node) ? 0 : ts_node_named_child_count(node);
}
static inline TSNode node_child(TSNode node, uint32_t index)
{
	return ts_node_is_null(node) ? node : ts_node_child(node, index);
}
static inline TSNode node_named_child(TSNode node, uint32_t index)
{
	return ts_node_is_null(node) ? node : ts_node_named_child(node, index);
}
/* Returns the child in a field that occurs at most once; test with ts_node_is_null. */
TSNode node_field(TSNode node, const char *field);
/* Finds all children in a field, through a cursor (field names inside repeats are wrong otherwise).
 * Stores at most room of them and returns how many there are. */
int node_fields(TSNode node, const char *field, TSNode *out, int room);
/* Is it a receive, destroy, export, import, serialize or deserialize, defined or declared? */
bool node_is_behaviour(TSNode node);
/* Is it the definition of a thread, monitor, actor or message type? */
bool node_is_kind(TSNode node);
/* Is it a function or a behaviour, which have a body of statements? */
bool node_is_function(TSNode node);
/* Does the node have this type, or one of these (up to a null), by the grammar's names? */
bool node_type_is(TSNode node, const char *type);
bool node_type_in(TSNode node, const char *const *types);
/* Is it an expression with this operator? */
bool node_has_operator(TSNode node, const char *sign);
/* Is it a for, while or do statement? */
bool node_is_loop(TSNode node);
/* Is child in this field of parent? */
bool node_is_field(TSNode parent, const char *field, TSNode child);
/* Is its extent exactly start..end? */
static inline bool node_is_at(TSNode node, size_t start, size_t end)
{
	return node_start(node) == start && node_end(node) == end;
}
/* Is the extent of inner in the extent of outer? */
static inline bool node_is_inside(TSNode inner, TSNode outer)
{
	return node_start(outer) <= node_start(inner) && node_end(inner) <= node_end(outer);
}
/* Stores at most room of a call's arguments, without comments. Returns how many there are. */
int node_arguments(TSNode call, TSNode *out, int room);
/* Returns the nearest ancestor of this kind, or the null node. */
TSNode node_ancestor(TSNode node, enum node_kind kind);
/* Returns the node itself or its ancestor that is a direct child of the translation unit. */
TSNode node_top_level(TSNode node);
/* Returns the first anonymous child that is this token, or the null node. */
TSNode node_token(TSNode node, const char *token);
/* Is it &x? */
bool node_takes_address(TSNode node);
/* Returns the first named child of this type, or the null node. */
TSNode node_child_of_type(TSNode node, const char *type);
/* Returns the node without the parentheses around it. */
TSNode node_bare(TSNode node);
/* The same, also without __extension__. */
TSNode node_inner(TSNode node);
/* Returns the parent that is no pair of parentheses. */
TSNode node_outside(TSNode node);
/* Returns the outermost initialiser list around node. */
TSNode node_outer_list(TSNode node);
/* Moves the cursor to the next node in source order, parents first. False: there is none. */
bool cursor_next(TSTreeCursor *cursor);
/* Visits root and every node in it, in source order. */
void node_each(TSNode root, void (*visit)(TSNode node, void *data), void *data);
/* Returns the function or behaviour around a node; the null node at file scope. */
TSNode enclosing_function(TSNode node);
bool node_text_is(const struct syntax *syntax, TSNode node, const char *text);
/* Is the node's text one of these, up to a null? */
bool node_text_in(const struct syntax *syntax, TSNode node, const char *const *texts);
/* Have both nodes the same text? */
bool same_text(const char *text, TSNode a, TSNode b);
/* Returns the identifier that a declarator declares, through pointers, arrays, functions and
 * parentheses; the null node for an abstract declarator. */
TSNode declarator_name(TSNode declarator);

#endif
