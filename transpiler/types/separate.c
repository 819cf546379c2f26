/* SPDX-License-Identifier: MIT */
/* Finds the uses of reserved objects in a block, in the tree alone, before any type is known.
 *
 * A use is an identifier with an operand's name, or a member path with an operand's text, in the
 * body or the require of the operand's statement, unless a declaration between hides the name (for
 * a path: its first name). The innermost statement with such an operand owns the use. A path that
 * is a use contains no other uses.
 *
 * Rejected: asking libclang what a name refers to. It drops expressions that it cannot type, and
 * what it can type depends on the uses' form in the shadow. */
#include "separate.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tree/unit.h"

static bool is_field(TSNode node)
{
	return node_type_is(node, "field_expression");
}

/* Returns the first name of a path: a of a.b->c, (*a).b or a; null node: it is no path. */
static TSNode path_base(TSNode node)
{
	for (node = node_bare(node); !node_is(node, NODE_identifier);) {
		bool through =
		        node_is(node, NODE_pointer_expression) && node_has_operator(node, "*");
		if (!through && !is_field(node)) return (TSNode){0};
		node = node_bare(node_field(node, "argument"));
	}
	return node;
}

/* Returns the path without blanks, comments and needless parentheses, and with a->b for (*a).b;
 * heap copy. */
static char *path_text(const struct unit *unit, TSNode node)
{
	node = node_bare(node);
	if (!is_field(node) && !node_is(node, NODE_pointer_expression))
		return node_text(unit, node);
	TSNode inner = node_bare(node_field(node, "argument"));
	const char *sign = node_type(node_field(node, "operator"));
	bool arrow = is_field(node) && node_is(inner, NODE_pointer_expression) && *sign == '.';
	char *argument = path_text(unit, arrow ? node_bare(node_field(inner, "argument")) : inner);
	char *text = is_field(node) ? text_format("%s%s%.*s", argument, arrow ? "->" : sign,
	                                          NODE_ARG(unit, node_field(node, "field")))
	                            : text_format("%s(%s)", sign, argument);
	free(argument);
	return text;
}

static void set_operand(struct unit *unit, struct separate_operand *operand)
{
	TSNode node = node_bare(operand->node);
	operand->value = node;
	if (node_is(node, NODE_assignment_expression)) {
		TSNode left = node_field(node, "left");
		operand->value = node_field(node, "right");
		operand->bound = operand->good =
		        node_is(left, NODE_identifier) && node_has_operator(node, "=");
		if (operand->good) operand->name = operand->base = left;
	} else if (node_is(node, NODE_identifier) || is_field(node)) {
		operand->base = path_base(node);
		operand->good = !ts_node_is_null(operand->base);
		if (node_is(node, NODE_identifier)) operand->name = node;
	}
	operand->text = path_text(unit, operand->bound ? operand->name : operand->value);
}

static void set_statement(struct unit *unit, struct separate_statement *statement,
                          const struct construct *construct)
{
	int count = node_fields(construct->node, "operand", NULL, 0);
	TSNode *nodes = memory_new((size_t)count + 1, sizeof *nodes);
	node_fields(construct->node, "operand", nodes, count);
	statement->construct = construct;
	statement->spawns = construct->kind == NODE_spawn_expression;
	statement->body = node_field(construct->node, statement->spawns ? "call" : "body");
	statement->require = node_field(node_field(construct->node, "require"), "condition");
	statement->operands = memory_new((size_t)count + 1, sizeof *statement->operands);
	statement->operand_count = (size_t)count;
	for (int i = 0; i < count; i++) {
		struct separate_operand *operand = &statement->operands[i];
		operand->node = nodes[i];
		operand->statement = statement;
		operand->index = i;
		set_operand(unit, operand);
	}
	free(nodes);
}

struct separate_statement *separate_statement_at(const struct unit *unit, TSNode node)
{
	for (size_t i = 0; i < unit->separate_statement_count; i++)
		if (ts_node_eq(unit->separate_statements[i].construct->node, node))
			return &unit->separate_statements[i];
	return NULL;
}

TSNode separate_place(TSNode node)
{
	for (;;) {
		TSNode parent = node_parent(node);
		bool same = node_is(parent, NODE_parenthesized_expression) ||
		            node_type_is(parent, "extension_expression") ||
		            (node_type_is(parent, "comma_expression") &&
		             node_is_field(parent, "right", node)) ||
		            (node_type_is(parent, "conditional_expression") &&
		             !node_is_field(parent, "condition", node));
		if (!same) return node;
		node = parent;
	}
}

TSNode separate_argument(TSNode node, int *index)
{
	enum { ENOUGH = 256 };
	TSNode list = node_parent(node), call = node_parent(list), arguments[ENOUGH];
	if (!node_is(list, NODE_argument_list) || !node_is(call, NODE_call_expression))
		return (TSNode){0};
	int count = node_arguments(call, arguments, ENOUGH);
	for (*index = 0; *index < count && *index < ENOUGH; ++*index)
		if (ts_node_eq(arguments[*index], node)) return call;
	return (TSNode){0};
}

/* Guesses a use's form in the shadow by the text alone. */
static enum separate_guess guess_by_text(TSNode place)
{
	TSNode parent = node_parent(place);
	const char *operator= node_type(node_field(parent, "operator"));
	bool binary = node_is(parent, NODE_binary_expression),
	     compares = binary && strchr("<>=!", *operator) && !node_has_operator(parent, "<<") &&
	                !node_has_operator(parent, ">>");
	int index;
	if (!ts_node_is_null(separate_argument(place, &index)) || compares) return SEPARATE_UNKNOWN;
	bool goes_through = is_field(parent) || node_type_is(parent, "subscript_expression") ||
	                    node_type_is(parent, "generic_expression") ||
	                    node_is(parent, NODE_pointer_expression) ||
	                    (binary && strchr("+-", *operator));
	return goes_through ? SEPARATE_PLAIN : SEPARATE_POINTER;
}

/* A walk through a statement, and the names that declarations on the way hide. */
struct walk {
	struct unit *unit;
	struct hidden {
		TSNode name;
		size_t end; /* hidden from the name to end */
	} * list;
	size_t count, room;
};

static void hide(struct walk *walk, TSNode name, size_t end)
{
	*GROW(walk->list, walk->count, walk->room) = (struct hidden){name, end};
}

static bool binds(const struct walk *walk, const struct separate_statement *statement, TSNode name)
{
	for (size_t i = 0; i < statement->operand_count; i++)
		if (statement->operands[i].bound &&
		    same_text(walk->unit->syntax.text, statement->operands[i].name, name))
			return true;
	return false;
}

/* Does a name between the statement and the use at node hide the operand's? */
static bool is_hidden(const struct walk *walk, const struct separate_operand *operand,
                      const struct separate_statement *innermost, TSNode node)
{
	for (const struct separate_statement *inner = innermost; inner != operand->statement;
	     inner = inner->outer)
		if (binds(walk, inner, operand->base)) return true;
	for (size_t i = 0; i < walk->count; i++) {
		const struct hidden *hidden = &walk->list[i];
		size_t from = node_start(hidden->name);
		if (from > node_start(operand->statement->construct->node) &&
		    from <= node_start(node) && node_start(node) < hidden->end &&
		    same_text(walk->unit->syntax.text, hidden->name, operand->base))
			return true;
	}
	return false;
}

static struct separate_operand *operand_at(const struct walk *walk,
                                           struct separate_statement *innermost, TSNode node)
{
	struct separate_operand *found = NULL;
	bool name = node_is(node, NODE_identifier);
	if (!name && !is_field(node)) return NULL;
	char *text = path_text(walk->unit, node);
	for (struct separate_statement *in = innermost; in && !found; in = in->outer)
		for (size_t i = 0; i < in->operand_count && !found; i++) {
			struct separate_operand *operand = &in->operands[i];
			if (operand->good && name == !ts_node_is_null(operand->name) &&
			    strcmp(text, operand->text) == 0 &&
			    !is_hidden(walk, operand, innermost, node))
				found = operand;
		}
	free(text);
	return found;
}

static void add_use(struct unit *unit, struct separate_operand *operand, TSNode node)
{
	struct separate_use *use =
	        GROW(unit->separate_uses, unit->separate_use_count, unit->separate_use_room);
	TSNode require = operand->statement->require;
	*use = (struct separate_use){
	        .node = node,
	        .expression = node,
	        .operand = operand,
	        .form = SEPARATE_VALUE,
	        .guess = guess_by_text(separate_place(node)),
	        .required = node_start(require) <= node_start(node) &&
	                    node_end(node) <= node_end(require),
	};
}

/* Is it separate (…) … or spawn separate (…) …? */
static bool reserves(TSNode node)
{
	return (node_is(node, NODE_separate_statement) || node_is(node, NODE_spawn_expression)) &&
	       !ts_node_is_null(node_field(node, "operand"));
}

static void walk_node(struct walk *walk, struct separate_statement *inside, TSNode node);

static void walk_statement(struct walk *walk, struct separate_statement *outer,
                           struct separate_statement *statement)
{
	statement->outer = outer;
	for (size_t i = 0; i < statement->operand_count; i++)
		walk_node(walk, outer, statement->operands[i].value);
	if (!ts_node_is_null(statement->require)) walk_node(walk, statement, statement->require);
	walk_node(walk, statement, statement->body);
}

static void walk_node(struct walk *walk, struct separate_statement *inside, TSNode node)
{
	struct separate_statement *statement =
	        reserves(node) ? separate_statement_at(walk->unit, node) : NULL;
	if (statement) {
		walk_statement(walk, inside, statement);
		return;
	}
	TSNode scope = node_is(node, NODE_scope_statement) ? node_field(node, "name") : (TSNode){0};
	if (!ts_node_is_null(scope)) hide(walk, scope, node_end(node));
	bool name = node_is(node, NODE_identifier) || node_is(node, NODE_type_identifier);
	TSNode declaration = name ? word_declaration(node) : (TSNode){0};
	if (!ts_node_is_null(declaration)) {
		hide(walk, node, word_declaration_end(declaration));
		return;
	}
	struct separate_operand *operand = operand_at(walk, inside, node);
	if (operand) {
		add_use(walk->unit, operand, node);
		return;
	}
	for (uint32_t i = 0; i < node_named_child_count(node); i++)
		walk_node(walk, inside, node_named_child(node, i));
}

void separate_collect(struct unit *unit)
{
	unit->separate_statements =
	        memory_new(unit->construct_count + 1, sizeof *unit->separate_statements);
	for (size_t i = 0; i < unit->construct_count; i++)
		if (reserves(unit->constructs[i].node) && !unit->constructs[i].broken)
			set_statement(unit,
			              &unit->separate_statements[unit->separate_statement_count++],
			              &unit->constructs[i]);
	struct walk walk = {.unit = unit};
	size_t done = 0;
	for (size_t i = 0; i < unit->separate_statement_count; i++) {
		struct separate_statement *statement = &unit->separate_statements[i];
		if (node_start(statement->construct->node) < done) continue;
		done = node_end(statement->construct->node);
		walk.count = 0;
		walk_statement(&walk, NULL, statement);
	}
	free(walk.list);
}

void separate_free(struct unit *unit)
{
	for (size_t i = 0; i < unit->separate_statement_count; i++) {
		struct separate_statement *statement = &unit->separate_statements[i];
		for (size_t k = 0; k < statement->operand_count; k++) {
			free(statement->operands[k].text);
			free(statement->operands[k].plain);
		}
		free(statement->operands);
	}
	free(unit->separate_statements);
	free(unit->separate_uses);
	free(unit->separate_loops);
}

struct separate_use *separate_use_at(const struct unit *unit, TSNode node)
{
	for (size_t i = 0; i < unit->separate_use_count; i++)
		if (!unit->separate_uses[i].derived &&
		    ts_node_eq(unit->separate_uses[i].node, node))
			return &unit->separate_uses[i];
	return NULL;
}
