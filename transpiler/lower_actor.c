/* SPDX-License-Identifier: MIT */
/* actor counter { long n; };
 * actor savings { inline counter; double rate; };
 * destroy (savings *self);
 *   →
 * typedef struct counter counter; struct counter { long n; struct conc_actor conc_actor; };
 * CONC_ACTOR_TYPE(counter);
 * typedef struct savings savings; struct savings { union { counter … }; double rate; }; void
 * conc_destroy_savings(savings *self); CONC_DESTROY_TYPE(savings); CONC_ACTOR_TYPE(savings,
 * .conc_base = &conc_type_counter, .conc_destroy = conc_end_savings);
 *
 * The descriptor stands with the type, so that every unit that knows the type knows its destroy,
 * wherever in the unit that is declared. */
#include "lower.h"

#include "text.h"

void put_kind_type(struct unit *unit, const struct construct *construct, const struct kind *kind,
                   const char *macro, const char *more)
{
	struct text text = {0};
	bool destroy = !ts_node_is_null(kind->destroy);
	if (destroy)
		text_printf(&text, " %svoid conc_destroy_%s(%s *self); CONC_DESTROY_TYPE(%s);",
		            kind->destroy_is_static ? "static " : "", kind->name, kind->name,
		            kind->name);
	text_printf(&text, " %s(%s", macro, kind->name);
	if (kind->base) text_printf(&text, ", .conc_base = &conc_type_%s", kind->base->name);
	if (destroy) text_printf(&text, ", .conc_destroy = conc_end_%s", kind->name);
	text_printf(&text, "%s);", more);
	put_after(unit->edits, last_token(construct->node), "%s", text.bytes);
	text_free(&text);
}

void actor_lower(struct unit *unit, const struct construct *construct)
{
	struct kind *kind = unit_kind_of_node(unit, node_field(construct->node, "name"));
	if (!kind || ts_node_is_null(kind->body)) return;
	put_head(unit, construct, kind);
	if (!kind->base_name) put_hidden(unit, kind, kind_hidden(kind));
	put_kind_type(unit, construct, kind, "CONC_ACTOR_TYPE", "");
}
