/* SPDX-License-Identifier: MIT */
/* actor counter { long n; };
 * actor savings { inline counter; double rate; };
 * destroy (savings *self);
 *   →
 * typedef struct counter counter;
 * struct counter { long n; struct conc_actor conc_actor; };
 * CONC_ACTOR_TYPE(counter);
 * typedef struct savings savings;
 * struct savings { union { counter … }; double rate; };
 * void conc_destroy_savings(savings *self);
 * CONC_DESTROY_TYPE(savings);
 * CONC_ACTOR_TYPE(savings, .conc_base = &conc_type_counter, .conc_destroy = conc_end_savings);
 *
 * The descriptor is emitted with the type, so that every unit that knows the type knows its
 * destroy, wherever in the unit that is declared. */
#include "lower.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* Returns the calls that end the channels in the kind's own members, or null. The base's channels
 * are ended after the base's destroy. Their calls come last and are cut off. */
static char *own_ending(struct unit *unit, const struct construct *construct,
                        const struct kind *kind)
{
	CXType type;
	if (!kind_type(unit, kind, &type)) return NULL;
	char *ending = ending_calls(unit, type, construct->node), *inherited = NULL;
	if (ending && kind->base && kind_type(unit, kind->base, &type))
		inherited = ending_calls(unit, type, construct->node);
	if (inherited) ending[strlen(ending) - strlen(inherited)] = '\0';
	free(inherited);
	if (ending && *ending) return ending;
	free(ending);
	return NULL;
}

void put_kind_type(struct unit *unit, const struct construct *construct, const struct kind *kind,
                   const char *macro, const char *more)
{
	struct text text = {0};
	bool destroy = kind_has(kind, NODE_destroy_definition);
	char *ending = own_ending(unit, construct, kind);
	const struct kind *scaling = kind_scaling(unit, kind);
	if (destroy)
		text_printf(&text, " %svoid conc_destroy_%s(%s *self);",
		            kind_function(kind, NODE_destroy_definition)->is_static ? "static "
		                                                                    : "",
		            kind->name, kind->name);
	if (destroy && !ending) text_printf(&text, " CONC_DESTROY_TYPE(%s);", kind->name);
	if (ending) { /* runs destroy and then ends channels */
		text_printf(&text, " CONC_END_TYPE(%s, conc_end_%s", kind->name, kind->name);
		if (destroy) text_printf(&text, ", conc_destroy_%s(conc_object)", kind->name);
		text_printf(&text, "%s);", ending);
	}
	put_scaling(unit, kind, &text);
	text_printf(&text, " %s(%s", macro, kind->name);
	if (kind->base) text_printf(&text, ", .conc_base = &conc_type_%s", kind->base->name);
	if (destroy || ending) text_printf(&text, ", .conc_destroy = conc_end_%s", kind->name);
	if (scaling) text_printf(&text, ", .conc_scaling = &conc_scaling_%s", scaling->name);
	text_printf(&text, "%s);", more);
	put_remote(unit, kind, &text);
	put_after(unit->edits, last_token(construct->node), "%s", text.bytes);
	text_free(&text);
	free(ending);
}

void actor_lower(struct unit *unit, const struct construct *construct)
{
	const struct kind *kind = put_kind(unit, construct);
	if (kind) put_kind_type(unit, construct, kind, "CONC_ACTOR_TYPE", "");
}
