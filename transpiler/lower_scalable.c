/* SPDX-License-Identifier: MIT */
/* actor words { table counts; };
 * actor drums { inline words; };
 * actor grep { };
 * scalable receive (words *self, line *m);
 * export (words *self, words *replica);
 * import (words *self, words *replica);
 * scalable receive (grep *self, line *m);
 *   →
 * …struct words…; void conc_export_words(words *self, words *replica); void conc_import_words(words
 * *self, words *replica); CONC_SCALING_TYPE(words); CONC_ACTOR_TYPE(words, .conc_scaling =
 * &conc_scaling_words);
 * …struct drums…; CONC_ACTOR_TYPE(drums, .conc_base = &conc_type_words, .conc_scaling =
 * &conc_scaling_words);
 * …struct grep…; CONC_SCALING_TYPE_EMPTY(grep); CONC_ACTOR_TYPE(grep, .conc_scaling =
 * &conc_scaling_grep);
 *
 * A type is split if it has a scalable receive, or an export and an import, which may serve types
 * derived from it. Its scaling stands with the type, as its destroy does. A derived type without
 * members of its own is split as its base is; one with members needs an export and an import of its
 * own, which then take the place of the base's: rejected was to run both, since a type's import
 * could not call the base's in its own order. The receives are lower_receive.c's. */
#include "lower.h"

#include <stdlib.h>

#include "text.h"

bool kind_has_members(const struct kind *kind)
{
	uint32_t count = node_named_child_count(kind->body);
	for (uint32_t i = 0; i < count; i++)
		if (node_is(node_named_child(kind->body, i), NODE_field_declaration)) return true;
	return false;
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

static bool has_operations(const struct kind *kind)
{
	return kind_has(kind, NODE_export_definition) && kind_has(kind, NODE_import_definition);
}

const struct kind *kind_scaling(const struct unit *unit, const struct kind *kind)
{
	if (kind->word != KIND_ACTOR) return NULL;
	if (has_operations(kind)) return kind;
	const struct kind *base = kind->base ? kind_scaling(unit, kind->base) : NULL;
	if (base && !kind_has_members(kind)) return base;
	return kind_scalable(unit, kind) ? kind : NULL;
}

/* One that no option asks for may be of no use. */
static void put_prototype(const struct kind *kind, enum node_kind which, struct text *text)
{
	if (!kind_has(kind, which)) return;
	bool is_static = kind_function(kind, which)->is_static;
	bool remote = which == NODE_serialize_definition || which == NODE_deserialize_definition;
	char *parameters = behaviour_parameters(which, kind->name);
	text_printf(text, " %svoid conc_%s_%s(%s)%s;", is_static ? "static " : "",
	            behaviour_word_of(which), kind->name, parameters,
	            is_static && remote ? " __attribute__((__unused__))" : "");
	free(parameters);
}

void put_prototypes(const struct kind *kind, struct text *text)
{
	put_prototype(kind, NODE_export_definition, text);
	put_prototype(kind, NODE_import_definition, text);
	put_prototype(kind, NODE_serialize_definition, text);
	put_prototype(kind, NODE_deserialize_definition, text);
}

void put_scaling(const struct unit *unit, const struct kind *kind, struct text *text)
{
	put_prototypes(kind, text);
	if (kind_scaling(unit, kind) == kind)
		text_printf(text, " CONC_SCALING_TYPE%s(%s);", has_operations(kind) ? "" : "_EMPTY",
		            kind->name);
}
