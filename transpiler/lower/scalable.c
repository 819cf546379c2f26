/* SPDX-License-Identifier: MIT */
/* actor words { table counts; };
 * actor drums { inline words; };
 * actor grep { };
 * scalable receive (words *self, line *m);
 * export (words *self, words *replica);
 * import (words *self, words *replica);
 * scalable receive (grep *self, line *m);
 *   →
 * …struct words…;
 * void conc_export_words(words *self, words *replica);
 * void conc_import_words(words *self, words *replica);
 * CONC_SCALING_TYPE(words);
 * CONC_ACTOR_TYPE(words, .conc_scaling = &conc_scaling_words);
 * …struct drums…;
 * CONC_ACTOR_TYPE(drums, .conc_base = &conc_type_words, .conc_scaling = &conc_scaling_words);
 * …struct grep…;
 * CONC_SCALING_TYPE_EMPTY(grep);
 * CONC_ACTOR_TYPE(grep, .conc_scaling = &conc_scaling_grep);
 *
 * A type is split if it has a scalable receive, or an export and an import, which may serve derived
 * types. Its scaling is emitted with the type, like its destroy. A derived type without members of
 * its own is split like its base. A derived type with members needs its own export and import,
 * which replace the base's. Rejected: running both, since a type's import could not call the base's
 * in its own order. lower/receive.c lowers the receives. */
#include "lower.h"

#include <stdlib.h>

#include "base/text.h"

/* A static serialize or deserialize may be unused without -fconc-mpi. */
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
		text_printf(text, " CONC_SCALING_TYPE%s(%s);",
		            kind_has_scaling(kind) ? "" : "_EMPTY", kind->name);
}
