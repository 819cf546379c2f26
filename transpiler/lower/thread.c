/* SPDX-License-Identifier: MIT */
/* thread teller { int transfers; };
 * void main(teller *self) { … }
 *   →
 * typedef struct teller teller;
 * struct teller { int transfers; struct conc_thread_object conc_thread; };
 * void conc_main_teller(teller *self);
 * CONC_THREAD_TYPE(teller, conc_main_teller);
 * void conc_main_teller(teller *self) { … }
 *
 * The descriptor that CONC_THREAD_TYPE defines is emitted with the type, because objects may be
 * started before the main is seen. A main in another unit needs only the prototype. The shadow
 * renames the main, since a second 'main' would be an error. */
#include "lower.h"

#include "types/prototype.h"

/* Returns the thread type that the parameter list of a main begins with, or null. */
static struct kind *main_kind(const struct unit *unit, const struct construct *construct)
{
	TSNode declarator = node_parent(construct->node);
	TSNode parameter = node_named_child(node_field(declarator, "parameters"), 0);
	if (!node_is(parameter, NODE_parameter_declaration)) return NULL;
	TSNode type = node_field(parameter, "type");
	if (ts_node_is_null(type) || ts_node_is_null(node_field(parameter, "declarator")))
		return NULL;
	struct kind *kind = unit_kind_of_node(unit, type);
	return kind && kind->word == KIND_THREAD ? kind : NULL;
}

static bool has_static(const struct unit *unit, TSNode declaration)
{
	uint32_t count = node_named_child_count(declaration);
	for (uint32_t i = 0; i < count; i++) {
		TSNode child = node_named_child(declaration, i);
		if (node_is(child, NODE_storage_class_specifier) &&
		    node_text_is(&unit->syntax, child, "static"))
			return true;
	}
	return false;
}

static void check_signature(struct unit *unit, TSNode name, TSNode declaration,
                            const struct kind *kind)
{
	TSNode declarator = node_parent(name), parameters = node_field(declarator, "parameters");
	TSNode type = node_field(declaration, "type");
	TSNode declared = node_field(declaration, "declarator");
	if (!node_text_is(&unit->syntax, type, "void") || !ts_node_eq(declared, declarator))
		ERROR_AT(unit, name, "main of thread type '%s' must return void", kind->name);
	uint32_t count = node_named_child_count(parameters), used = 0;
	for (uint32_t i = 0; i < count; i++)
		used += node_is(node_named_child(parameters, i), NODE_parameter_declaration);
	if (used != 1 || count != 1)
		ERROR_AT(unit, parameters,
		         "main of thread type '%s' takes the thread alone: 'void main(%s *self)'",
		         kind->name, kind->name);
	TSNode pointer = node_field(node_named_child(parameters, 0), "declarator");
	if (!node_is(pointer, NODE_pointer_declarator) &&
	    !node_type_is(pointer, "abstract_pointer_declarator"))
		ERROR_AT(unit, node_named_child(parameters, 0),
		         "main of thread type '%s' takes a pointer to it", kind->name);
}

static void note_main(struct unit *unit, TSNode name, struct kind *kind)
{
	TSNode declaration = node_top_level(name);
	bool definition = node_is(declaration, NODE_function_definition);
	check_signature(unit, name, declaration, kind);
	if (definition && !ts_node_is_null(kind->main_definition)) {
		ERROR_AT(unit, name, "thread type '%s' has two mains", kind->name);
		NOTE_AT(unit, kind->main_definition, "the first is here");
		return;
	}
	if (definition) kind->main_definition = name;
	kind->main = name;
	kind->main_is_static = kind->main_is_static || has_static(unit, declaration);
}

void thread_mains(struct unit *unit)
{
	for (size_t i = 0; i < unit->construct_count; i++) {
		const struct construct *construct = &unit->constructs[i];
		if (construct->kind != NODE_identifier) continue;
		struct kind *kind = main_kind(unit, construct);
		if (kind) note_main(unit, construct->node, kind);
	}
}

void main_shadow(struct unit *unit, const struct construct *construct)
{
	struct kind *kind = main_kind(unit, construct);
	if (kind) put_instead(&unit->shadow, construct->node, "conc_main_%s", kind->name);
}

void main_lower(struct unit *unit, const struct construct *construct)
{
	struct kind *kind = main_kind(unit, construct);
	/* the type may have emitted the prototype */
	TSNode declaration = node_top_level(construct->node);
	if (kind && node_is(declaration, NODE_declaration) && !ts_node_is_null(kind->body) &&
	    node_start(kind->body) < node_start(construct->node) &&
	    is_bare_prototype(unit, declaration))
		put_instead(unit->edits, node_top_level(construct->node), "%s", "");
	else if (kind) put_instead(unit->edits, construct->node, "conc_main_%s", kind->name);
	else if (unit_has_actors(unit) || unit_has_separate(unit)) {
		/* int main(void) { … }  →  int main(void) { CONC_MAIN; … }  if there are actors or
		 * separate objects: their pending work is done before the program ends. */
		TSNode function = enclosing_function(construct->node);
		if (ts_node_is_null(function) ||
		    !ts_node_eq(function, node_top_level(construct->node)))
			return;
		if (node_start(construct->node) > node_start(node_field(function, "body"))) return;
		put_after(unit->edits, first_token(node_field(function, "body")), " CONC_MAIN;");
	}
}

void thread_lower(struct unit *unit, const struct construct *construct)
{
	const struct kind *kind = put_kind(unit, construct);
	if (!kind) return;
	const struct kind *owner =
	        kind; /* the nearest type in the line of bases with its own main */
	while (owner->base && ts_node_is_null(owner->main)) owner = owner->base;
	if (ts_node_is_null(owner->main) && owner->in_main_file) owner = kind;
	TSNode last = last_token(construct->node);
	if (owner == kind)
		put_after(unit->edits, last,
		          " %svoid conc_main_%s(%s *self); CONC_THREAD_TYPE(%s, conc_main_%s);",
		          kind->main_is_static ? "static " : "", kind->name, kind->name, kind->name,
		          kind->name);
	else
		put_after(unit->edits, last, " CONC_THREAD_TYPE_DERIVED(%s, %s, conc_main_%s);",
		          kind->name, owner->name, owner->name);
}
