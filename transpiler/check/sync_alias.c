/* SPDX-License-Identifier: MIT */
/* Decides which operands are certainly on the same handler and which are certainly not.
 *
 * An operand's pointer is traced to its origin: through names that are initialised and never
 * assigned afterwards, casts, the operand of an outer statement, new separate(with). Then:
 *
 * - The same origin means the same handler.
 * - Two evaluations of new separate mean two handlers.
 * - A pointer obtained before a new separate is not on its handler. "Before" is the order of the
 *   text: a name is in scope only after its own initialiser, and each round of a loop begins a new
 *   lifetime of everything declared in it. A goto may jump back over a declaration without that, so
 *   that an older value exists beside a newer one. If the function has a label, this rule does not
 *   apply, and a name is followed only to a new separate.
 * - A parameter `separate T *restrict s` is on the handler of no other parameter: its handler's
 *   data is reached through no other one. The caller promises that, as with restrict elsewhere;
 *   -fconc-check-sync detects broken promises.
 *
 * The analysis does not search for assignments of a name. All uses of the name count as
 * assignments, except those known to only read it.
 *
 * Rejected: comparing types (objects of two types may share a handler). */
#include "sync_set.h"
#include "tree/unit.h"

/* Visits the identifiers in item that are spelled like name. Returns the last one that visit
 * accepts, or the first if last is false; null node: none. */
static TSNode find_name(struct unit *unit, TSNode item, TSNode name,
                        bool visit(struct unit *unit, TSNode found, TSNode name), bool last)
{
	TSTreeCursor cursor = ts_tree_cursor_new(item);
	TSNode best = {0};
	do {
		TSNode node = ts_tree_cursor_current_node(&cursor);
		if (node_is(node, NODE_identifier) && same_text(unit->syntax.text, node, name) &&
		    visit(unit, node, name))
			best = node;
	} while ((last || ts_node_is_null(best)) && cursor_next(&cursor));
	ts_tree_cursor_delete(&cursor);
	return best;
}

static bool alias_declares(struct unit *unit, TSNode found, TSNode name)
{
	TSNode declaration = word_declaration(found);
	(void)unit;
	return !ts_node_is_null(declaration) && node_start(found) < node_start(name) &&
	       node_start(name) < word_declaration_end(declaration);
}

bool sync_is_local(struct unit *unit, TSNode name)
{
	TSNode found = find_name(unit, node_top_level(name), name, alias_declares, true);
	return !ts_node_is_null(found) && !ts_node_is_null(enclosing_function(found));
}

static bool only_reads(TSNode node)
{
	static const char *const comparisons[] = {"==", "!=", "&&", "||", "<",
	                                          ">",  "<=", ">=", NULL};
	static const char *const readers[] = {"new_separate", "if_statement", "while_statement",
	                                      "field_expression", NULL};
	TSNode place = separate_place(node), parent = node_parent(place);
	while (node_type_is(parent, "cast_expression")) { /* has the node's value, too */
		place = separate_place(parent);
		parent = node_parent(place);
	}
	switch (node_kind(parent)) {
	case NODE_argument_list:
	case NODE_initializer_list:
	case NODE_separate_statement:
	case NODE_delete_statement:
	case NODE_return_statement:
	case NODE_expression_statement:
		return true;
	case NODE_binary_expression:
		return node_type_in(node_field(parent, "operator"), comparisons);
	case NODE_init_declarator:
	case NODE_initializer_pair:
		return node_is_field(parent, "value", place);
	case NODE_assignment_expression:
		return node_is_field(parent, "right", place);
	default:
		return node_type_in(parent, readers) ||
		       (node_type_is(parent, "conditional_expression") &&
		        node_is_field(parent, "condition", place)) ||
		       (node_type_is(parent, "unary_expression") &&
		        node_type(node_field(parent, "operator"))[0] == '!');
	}
}

/* Inside its block a reserved name is const. */
static bool may_assign(struct unit *unit, TSNode found, TSNode name)
{
	(void)name;
	return ts_node_is_null(word_declaration(found)) && !separate_use_at(unit, found) &&
	       !only_reads(found);
}

static TSNode alias_bare(TSNode node)
{
	node = node_inner(node);
	while (node_type_is(node, "cast_expression")) node = node_inner(node_field(node, "value"));
	return node;
}

static struct sync_origin of_expression(struct unit *unit, TSNode node, bool jumps);

static bool is_restricted(const struct unit *unit, TSNode parameter)
{
	static const char *const words[] = {"restrict", "__restrict", "__restrict__", NULL};
	TSNode declarator = node_field(parameter, "declarator");
	bool found = false;
	for (uint32_t i = 0; i < node_named_child_count(declarator); i++) {
		TSNode child = node_named_child(declarator, i);
		found |= node_is(child, NODE_type_qualifier) &&
		         node_text_in(&unit->syntax, child, words);
	}
	return found && !ts_node_is_null(node_child_of_type(parameter, "separate_qualifier"));
}

static struct sync_origin of_declaration(struct unit *unit, TSNode name, TSNode declaration,
                                         struct sync_origin origin, bool jumps)
{
	TSNode holder = node_parent(name);
	while (!node_is(holder, NODE_init_declarator) && !ts_node_eq(holder, declaration))
		holder = node_parent(holder);
	origin.id = origin.at = node_start(name);
	origin.function = node_start(enclosing_function(name));
	if (node_is(declaration, NODE_parameter_declaration)) {
		origin.kind = ORIGIN_PARAMETER;
		origin.restricted = is_restricted(unit, declaration);
	} else if (node_is(holder, NODE_init_declarator)) {
		TSNode value = alias_bare(node_field(holder, "value"));
		struct sync_origin from = of_expression(unit, value, jumps);
		if (!jumps || from.kind == ORIGIN_NEW) return from;
	}
	return origin;
}

static struct sync_origin of_name(struct unit *unit, TSNode name, struct sync_origin origin,
                                  bool jumps)
{
	const struct separate_use *outer = separate_use_at(unit, name);
	if (outer) return sync_origin(unit, outer->operand, jumps);
	TSNode found = find_name(unit, node_top_level(name), name, alias_declares, true);
	TSNode declaration = ts_node_is_null(found) ? found : word_declaration(found);
	if (ts_node_is_null(declaration) ||
	    !ts_node_is_null(node_child_of_type(declaration, "storage_class_specifier")) ||
	    ts_node_is_null(enclosing_function(declaration)) ||
	    !ts_node_is_null(find_name(unit, node_top_level(name), name, may_assign, false)))
		return origin;
	return of_declaration(unit, found, declaration, origin, jumps);
}

static struct sync_origin of_expression(struct unit *unit, TSNode node, bool jumps)
{
	struct sync_origin origin = {.id = node_start(node),
	                             .at = node_start(node),
	                             .function = node_start(enclosing_function(node))};
	node = alias_bare(node);
	if (node_is(node, NODE_identifier)) return of_name(unit, node, origin, jumps);
	if (node_is(node, NODE_new_expression)) {
		TSNode separate = node_child_of_type(node, "new_separate");
		TSNode handler = node_field(separate, "handler");
		if (ts_node_is_null(separate)) return origin;
		if (!ts_node_is_null(handler) && !jumps) return of_expression(unit, handler, jumps);
		if (ts_node_is_null(handler)) origin.kind = ORIGIN_NEW;
	}
	return origin;
}

struct sync_origin sync_origin(struct unit *unit, const struct separate_operand *operand,
                               bool jumps)
{
	return of_expression(unit, operand->value, jumps);
}

bool sync_distinct(const struct sync_origin *a, const struct sync_origin *b, bool jumps)
{
	bool one_function = a->function == b->function;
	if (a->id == b->id) return false;
	if (a->kind == ORIGIN_NEW && b->kind == ORIGIN_NEW) return true;
	if (a->kind == ORIGIN_PARAMETER && b->kind == ORIGIN_PARAMETER && one_function &&
	    (a->restricted || b->restricted))
		return true;
	/* what was obtained before a new separate */
	const struct sync_origin *later = a->at < b->at ? b : a;
	return !jumps && one_function && a->at != b->at && later->kind == ORIGIN_NEW;
}
