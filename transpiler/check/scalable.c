/* SPDX-License-Identifier: MIT */
/* Checks actor types that are split into replicas, and the functions that this requires;
 * check/scalable_self.c looks into their bodies.
 *
 * The checks run on the whole unit, once all its behaviours are known: an export may follow the
 * receive that needs it. Other units are not known: the warning that an export and an import are
 * never run is given only where they are defined. */

#include <stdlib.h>

#include "check.h"

/* ---- one without the other ---- */

static void check_both(struct unit *unit, const struct kind *kind)
{
	static const struct {
		enum node_kind one, other;
		const char *has, *why;
	} pairs[] = {
	        {NODE_export_definition, NODE_import_definition, "an export",
	         "moves what a replica has back"},
	        {NODE_import_definition, NODE_export_definition, "an import",
	         "prepares a blank replica"},
	        {NODE_serialize_definition, NODE_deserialize_definition, "a serialize",
	         "reads what it writes"},
	        {NODE_deserialize_definition, NODE_serialize_definition, "a deserialize",
	         "writes what it reads"},
	};
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		if (!kind_has(kind, pairs[i].one) || kind_has(kind, pairs[i].other)) continue;
		const char *other = behaviour_word_of(pairs[i].other);
		char *parameters = behaviour_parameters(pairs[i].other, kind->name);
		TSNode word = kind_function(kind, pairs[i].one)->word;
		ERROR_AT(unit, word, "%s '%s' has %s, but no %s", kind_word(kind), kind->name,
		         pairs[i].has, other);
		NOTE_AT(unit, word, "'%s (%s) { … }' %s", other, parameters, pairs[i].why);
		free(parameters);
	}
}

/* ---- neither of them ---- */

static void check_state(struct unit *unit, const struct kind *kind)
{
	const struct behaviour *scalable = kind_scalable(unit, kind);
	const struct kind *base = kind->base ? kind_scaling(unit, kind->base) : NULL;
	bool own = kind_has_members(kind);
	if (kind_has(kind, NODE_export_definition) || kind_has(kind, NODE_import_definition))
		return;
	if (scalable && (own || (kind_has_state(kind) && !base))) {
		ERROR_AT(unit, scalable->word,
		         "actor '%s' has %sa scalable receive: it needs an export and an import",
		         kind->name, own ? "members and " : "members of its base and ");
	} else if (base && own) {
		ERROR_AT(unit, node_field(kind->node, "name"),
		         "actor '%s' adds members to a base that is split into replicas: it needs "
		         "an export and an import of its own",
		         kind->name);
		scalable = kind_scalable(unit, base);
		NOTE_AT(unit,
		        scalable ? scalable->word
		                 : kind_function(base, NODE_export_definition)->word,
		        "its base '%s' is split because of this", base->name);
	} else return;
	NOTE_KIND(unit, kind,
	          "a replica of it is prepared by 'export (%s *self, %s *replica) { … }', and what "
	          "it has is moved back by 'import (%s *self, %s *replica) { … }'",
	          kind->name, kind->name, kind->name, kind->name);
}

/* ---- what is never run, and what others do not know ---- */

/* True if the kind itself has such a behaviour: declared in a header, or defined anywhere. */
static bool has_behaviour(const struct unit *unit, const struct kind *kind, enum node_kind which,
                          bool in_header)
{
	for (size_t i = 0; i < unit->behaviour_count; i++) {
		const struct behaviour *behaviour = &unit->behaviours[i];
		if (behaviour->kind != which || behaviour->self.kind != kind) continue;
		if (which == NODE_receive_definition && ts_node_is_null(behaviour->scalable))
			continue;
		if (in_header ? !behaviour->in_main_file : !ts_node_is_null(behaviour->body))
			return true;
	}
	return false;
}

static void warn_of_use(struct unit *unit, const struct kind *kind)
{
	if (!kind_has_scaling(kind) || !has_behaviour(unit, kind, NODE_export_definition, false))
		return;
	for (size_t i = 0; i < unit->kind_count; i++) {
		const struct kind *other = &unit->kinds[i];
		if ((kind_derives(other, kind) || kind_derives(kind, other)) &&
		    kind_scalable(unit, other))
			return;
	}
	WARNING_AT(unit, "conc-scalable", kind_function(kind, NODE_export_definition)->word,
	           "actor '%s' has no scalable receive: its export and its import are never run",
	           kind->name);
}

/* Warns if other units do not know that the type is split. An actor joins the system as what the
 * unit of its first send takes it for. */
static void warn_of_others(struct unit *unit, const struct kind *kind)
{
	const struct behaviour *scalable = kind_scalable(unit, kind);
	if (!scalable || kind->in_main_file || kind_scaling(unit, kind) != kind ||
	    has_behaviour(unit, kind, NODE_receive_definition, true) ||
	    has_behaviour(unit, kind, NODE_export_definition, true))
		return;
	WARNING_AT(unit, "conc-scalable", scalable->word,
	           "other units that include '%s' do not know that it is split: declare this, or "
	           "its export and import, beside the type",
	           kind->name);
	NOTE_KIND(unit, kind, "'%s' is declared here", kind->name);
}

void check_scalable(struct unit *unit)
{
	check_scalable_selves(unit);
	check_scalable_shared(unit);
	for (size_t i = 0; i < unit->kind_count; i++) {
		const struct kind *kind = &unit->kinds[i];
		if (ts_node_is_null(kind->node)) continue;
		check_both(unit, kind);
		check_remote(unit, kind);
		if (kind->word != KIND_ACTOR) continue;
		check_state(unit, kind);
		warn_of_use(unit, kind);
		warn_of_others(unit, kind);
	}
}

/* ---- the word ---- */

void check_scalable_word(struct unit *unit, struct behaviour *behaviour)
{
	const struct kind *message = behaviour->message.kind;
	if (ts_node_is_null(behaviour->scalable) || !behaviour->good) return;
	if (behaviour->kind != NODE_receive_definition) {
		ERROR_AT(unit, behaviour->scalable,
		         "only a receive is scalable: there is no "
		         "scalable %s",
		         behaviour_word_of(behaviour->kind));
	} else if (message->members) {
		ERROR_AT(unit, behaviour->scalable,
		         "'%s' comes from the system: the actor itself receives it, and no replica",
		         message->name);
	} else return;
	behaviour->good = false;
}
