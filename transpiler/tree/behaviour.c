/* SPDX-License-Identifier: MIT */
/* Behaviours: the receives of a unit and the functions of its kinds (destroy, export, import,
 * serialize, deserialize), collected once, before there are types.
 *
 * `receive`, `destroy` and the others are names that C programs use. So a definition that looks
 * like a behaviour is one only if its first parameter names an actor type, or for destroy,
 * serialize and deserialize a message type. The _Conc_ spellings always belong to the dialect.
 * Typedefs at file scope are followed in the tree: libclang may not be needed at all.
 *
 * Invariant: the list is in source order, so the lowering of the first entry for a pair defines the
 * sends. */
#include "unit.h"

#include "base/text.h"

bool is_forward_actor(const struct unit *unit, TSNode name)
{
	for (size_t i = 0; i < unit->construct_count; i++) {
		const struct construct *construct = &unit->constructs[i];
		if (construct->kind == NODE_declaration &&
		    node_is_word(unit, first_token(construct->node), "actor") &&
		    same_text(unit->syntax.text, forward_name(construct), name))
			return true;
	}
	return false;
}

/* Returns the name in a parameter's type: "counter", "struct counter". */
static TSNode type_name(TSNode parameter)
{
	TSNode type = node_field(parameter, "type");
	return node_is(type, NODE_struct_specifier) ? node_field(type, "name") : type;
}

static bool has_qualifier(const struct unit *unit, TSNode node, enum node_kind kind,
                          const char *word)
{
	for (uint32_t i = 0; i < node_named_child_count(node); i++)
		if (node_is(node_named_child(node, i), kind) &&
		    node_text_is(&unit->syntax, node_named_child(node, i), word))
			return true;
	return false;
}

/* Returns the type that "typedef counter same;" names, or the null node. */
static TSNode typedef_of(const struct unit *unit, TSNode name)
{
	TSNode found = {0};
	TSTreeCursor cursor = ts_tree_cursor_new(unit->syntax.root);
	bool more = !ts_node_is_null(name) && ts_tree_cursor_goto_first_child(&cursor);
	for (; more && ts_node_is_null(found); more = ts_tree_cursor_goto_next_sibling(&cursor)) {
		TSNode node = ts_tree_cursor_current_node(&cursor);
		TSNode declarator = node_field(node, "declarator");
		if (node_is(node, NODE_type_definition) &&
		    node_is(declarator, NODE_type_identifier) &&
		    same_text(unit->syntax.text, declarator, name))
			found = type_name(node);
	}
	ts_tree_cursor_delete(&cursor);
	return found;
}

/* Also through typedefs. */
static struct kind *named_kind(const struct unit *unit, TSNode name)
{
	enum { TYPEDEFS_MAX = 8 };
	struct kind *kind = unit_kind_of_node(unit, name);
	for (int i = 0; !kind && i < TYPEDEFS_MAX && !ts_node_is_null(name); i++) {
		name = typedef_of(unit, name);
		kind = unit_kind_of_node(unit, name);
	}
	return kind;
}

static struct behaviour_parameter read_parameter(const struct unit *unit, TSNode node)
{
	TSNode declarator = node_field(node, "declarator");
	TSNode inner = node_field(declarator, "declarator");
	struct behaviour_parameter parameter = {
	        .node = node,
	        .kind = named_kind(unit, type_name(node)),
	        .is_const = has_qualifier(unit, node, NODE_type_qualifier, "const"),
	};
	bool star = node_is(declarator, NODE_pointer_declarator) ||
	            node_type_is(declarator, "abstract_pointer_declarator");
	parameter.is_pointer = star && (ts_node_is_null(inner) || node_is(inner, NODE_identifier));
	if (node_is(inner, NODE_identifier)) parameter.name = inner;
	if (parameter.kind && node_start(parameter.kind->node) > node_start(node))
		parameter.kind = NULL;
	return parameter;
}

static bool is_behaviour(const struct unit *unit, const struct construct *construct, TSNode word)
{
	TSNode name = type_name(node_named_child(node_field(construct->node, "parameters"), 0));
	const struct kind *kind = named_kind(unit, name);
	bool message = construct->kind == NODE_destroy_definition ||
	               construct->kind == NODE_serialize_definition ||
	               construct->kind == NODE_deserialize_definition;
	return unit->syntax.text[node_start(word)] == '_' || (kind && kind->word == KIND_ACTOR) ||
	       (kind && kind->word == KIND_MESSAGE && message) ||
	       (!kind && !ts_node_is_null(name) && is_forward_actor(unit, name));
}

TSNode scalable_specifier(TSNode behaviour)
{
	return node_child_of_type(behaviour, "scalable_specifier");
}

static void add_behaviour(struct unit *unit, const struct construct *construct, TSNode word)
{
	TSNode list = node_field(construct->node, "parameters");
	const struct token *token = analysis_token_at(unit->analysis, node_start(word));
	struct behaviour *behaviour =
	        GROW(unit->behaviours, unit->behaviour_count, unit->behaviour_room);
	*behaviour = (struct behaviour){
	        .kind = construct->kind,
	        .node = construct->node,
	        .word = word,
	        .body = node_field(construct->node, "body"),
	        .scalable = scalable_specifier(construct->node),
	        .is_static = has_qualifier(unit, construct->node, NODE_storage_class_specifier,
	                                   "static"),
	        .in_main_file = token && token->file == unit->analysis->main_file,
	        .good = true,
	};
	for (uint32_t i = 0; i < node_named_child_count(list); i++) {
		TSNode child = node_named_child(list, i);
		if (!node_is(child, NODE_parameter_declaration)) continue;
		if (behaviour->parameter_count == 0) behaviour->self = read_parameter(unit, child);
		if (behaviour->parameter_count == 1)
			behaviour->message = read_parameter(unit, child);
		behaviour->parameter_count++;
	}
}

void behaviours_collect(struct unit *unit)
{
	size_t kept = 0;
	for (size_t i = 0; i < unit->construct_count; i++) {
		struct construct construct = unit->constructs[i];
		bool behaves = node_is_behaviour(construct.node);
		TSNode word = behaves ? behaviour_word(construct.node) : construct.node;
		if (behaves && !is_behaviour(unit, &construct, word)) continue;
		if (behaves) add_behaviour(unit, &construct, word);
		unit->constructs[kept++] = construct;
	}
	unit->construct_count = kept;
}

char *behaviour_parameters(enum node_kind kind, const char *type)
{
	switch (kind) {
	case NODE_receive_definition:
		return text_format("%s *self, MESSAGE *m", type);
	case NODE_export_definition:
	case NODE_import_definition:
		return text_format("%s *self, %s *replica", type, type);
	case NODE_serialize_definition:
		return text_format("%s *self, conc_writer *out", type);
	case NODE_deserialize_definition:
		return text_format("%s *self, conc_reader *in", type);
	default:
		return text_format("%s *self", type);
	}
}

const char *behaviour_word_of(enum node_kind kind)
{
	static const char *const words[] = {"receive", "destroy",   "export",
	                                    "import",  "serialize", "deserialize"};
	return words[kind - NODE_receive_definition];
}

const struct behaviour *unit_receive(const struct unit *unit, const struct kind *actor,
                                     const struct kind *message)
{
	for (size_t i = 0; i < unit->behaviour_count; i++) {
		const struct behaviour *behaviour = &unit->behaviours[i];
		if (behaviour->kind == NODE_receive_definition && behaviour->self.kind == actor &&
		    behaviour->message.kind == message && behaviour->good)
			return behaviour;
	}
	return NULL;
}

const struct behaviour *behaviour_of_node(const struct unit *unit, TSNode node)
{
	for (size_t i = 0; i < unit->behaviour_count; i++)
		if (ts_node_eq(unit->behaviours[i].node, node)) return &unit->behaviours[i];
	return NULL;
}

const struct behaviour *behaviour_around(const struct unit *unit, TSNode node)
{
	for (size_t i = 0; i < unit->behaviour_count; i++) {
		TSNode body = unit->behaviours[i].body;
		if (!ts_node_is_null(body) && node_is_inside(node, body))
			return &unit->behaviours[i];
	}
	return NULL;
}

bool kind_has_members(const struct kind *kind)
{
	return !ts_node_is_null(node_child_of_type(kind->body, "field_declaration"));
}

bool kind_has_state(const struct kind *kind)
{
	for (; kind; kind = kind->base)
		if (kind_has_members(kind)) return true;
	return false;
}

const struct behaviour *kind_scalable(const struct unit *unit, const struct kind *kind)
{
	for (size_t i = 0; i < unit->behaviour_count; i++) {
		const struct behaviour *behaviour = &unit->behaviours[i];
		if (!ts_node_is_null(behaviour->scalable) &&
		    behaviour->kind == NODE_receive_definition && behaviour->self.kind == kind)
			return behaviour;
	}
	return NULL;
}

bool kind_has_scaling(const struct kind *kind)
{
	return kind_has(kind, NODE_export_definition) && kind_has(kind, NODE_import_definition);
}

const struct kind *kind_scaling(const struct unit *unit, const struct kind *kind)
{
	if (kind->word != KIND_ACTOR) return NULL;
	if (kind_has_scaling(kind)) return kind;
	const struct kind *base = kind->base ? kind_scaling(unit, kind->base) : NULL;
	if (base && !kind_has_members(kind)) return base;
	return kind_scalable(unit, kind) ? kind : NULL;
}

bool kind_travels(const struct unit *unit, const struct kind *kind)
{
	if (!unit->settings->mpi || ts_node_is_null(kind->node)) return false;
	if (kind->word == KIND_ACTOR) return kind_scaling(unit, kind) != NULL;
	for (size_t i = 0; i < unit->behaviour_count && kind->word == KIND_MESSAGE; i++) {
		const struct behaviour *behaviour = &unit->behaviours[i];
		if (behaviour->kind == NODE_receive_definition && behaviour->good &&
		    !ts_node_is_null(behaviour->scalable) && behaviour->message.kind == kind)
			return true;
	}
	return false;
}

bool kind_has_serializers(const struct kind *kind)
{
	return kind_has(kind, NODE_serialize_definition) &&
	       kind_has(kind, NODE_deserialize_definition);
}

const struct kind *kind_server(const struct kind *kind)
{
	while (!kind_has_serializers(kind) && !kind_has_members(kind) && kind->base)
		kind = kind->base;
	return kind_has_serializers(kind) ? kind : NULL;
}
