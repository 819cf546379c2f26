/* SPDX-License-Identifier: MIT */
/* Checks actor types that are split into replicas, and the functions that this requires;
 * check/scalable_self.c looks into their bodies.
 *
 * The checks run on the whole unit, once all its behaviours are known: an export may follow the
 * receive that needs it. Other units are not known: the warning that an export and an import are
 * never run is given only where they are defined. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

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

/* The kind itself has it: declared in a header, or defined anywhere. */
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

/* An actor joins the system as what the unit of its first send takes it for. */
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

/* Objects that travel to other ranks must be plain data, or have a serialize and a deserialize
 * (lower/scalable_remote.c). An object that is copied bytewise must be plain: only the author knows
 * how much a pointer points to. */

/* Searches for a member that the bytes of an object do not carry. */
struct search {
	struct unit *unit;
	const struct kind *kind; /* the kind whose members are searched */
	CXCursor member;         /* the first that is not plain */
	const char *what;        /* what that member holds; null: all are plain */
	bool inside;             /* the search is inside member */
};

static const char *held(unsigned holds)
{
	return holds & HOLDS_CHANNEL   ? "a channel"
	       : holds & HOLDS_FUTURE  ? "a future"
	       : holds & HOLDS_TASK    ? "a task"
	       : holds & HOLDS_MONITOR ? "a monitor"
	       : holds & HOLDS_LOCK    ? "a lock"
	       : holds & HOLDS_MESSAGE ? "a message"
	                               : "an object with identity";
}

/* The members of an unnamed structure are the kind's. */
static enum CXVisitorResult search_field(CXCursor field, CXClientData data)
{
	struct search *search = data;
	struct unit *unit = search->unit;
	const struct clang *clang = unit->types->clang;
	CXType type = clang->getCursorType(field);
	char *name = cursor_spelling(unit, field);
	bool outer = !search->inside, named = *name;
	free(name);
	if (outer && search->kind->base && type_kind(unit, type) == search->kind->base)
		return CXVisit_Continue;
	if (outer) search->member = field;
	search->inside = search->inside || named;
	type = type_canonical(unit, type_element(unit, type));
	if (type.kind == CXType_Atomic) type = clang->Type_getValueType(type);
	search->what = type_is_pointer(type) ? "a pointer" : NULL;
	if (type_holds(unit, type)) search->what = held(type_holds(unit, type));
	else if (type.kind == CXType_Record) clang->Type_visitFields(type, search_field, search);
	search->inside = !outer;
	return search->what ? CXVisit_Break : CXVisit_Continue;
}

static void report_member(struct search *search, const struct kind *kind)
{
	struct unit *unit = search->unit;
	CXType type = unit->types->clang->getCursorType(search->member);
	char *name = cursor_spelling(unit, search->member);
	size_t at = cursor_offset(unit, search->member), end = at + strlen(name);
	ERROR_AT(unit, node_field(kind->node, "name"),
	         "%s '%s' travels to other ranks, where the bytes of its member '%s' mean nothing: "
	         "it needs 'serialize (%s *self, conc_writer *out) { … }' and "
	         "'deserialize (%s *self, conc_reader *in) { … }'",
	         kind_word(kind), kind->name, name, kind->name, kind->name);
	if (type_is_pointer(type_canonical(unit, type)) && search->what[2] == 'p')
		diagnose(unit->diagnostics, SEVERITY_NOTE, NULL, at, end, "'%s' is a pointer",
		         name);
	else
		diagnose(unit->diagnostics, SEVERITY_NOTE, NULL, at, end,
		         "'%s' of type '%s' holds %s", name, type_said(unit, type), search->what);
	free(name);
}

/* Reports a kind whose serializers are its base's: they would omit what the kind adds. */
static bool check_base(struct unit *unit, const struct kind *kind)
{
	const struct kind *base = kind->base;
	while (base && !kind_has_serializers(base)) base = base->base;
	if (!base) return true;
	ERROR_AT(unit, node_field(kind->node, "name"),
	         "%s '%s' travels to other ranks and has members of its own: it needs a serialize "
	         "and a deserialize of its own",
	         kind_word(kind), kind->name);
	NOTE_AT(unit, kind_function(base, NODE_serialize_definition)->word,
	        "its base '%s' has this one", base->name);
	return false;
}

static void check_remote(struct unit *unit, const struct kind *kind)
{
	if (!kind_travels(unit, kind) || kind_server(kind) || !check_base(unit, kind)) return;
	for (const struct kind *part = kind; part; part = part->base) {
		struct search search = {.unit = unit, .kind = part};
		CXType type;
		if (!kind_type(unit, part, &type)) continue;
		unit->types->clang->Type_visitFields(type_canonical(unit, type), search_field,
		                                     &search);
		if (!search.what) continue;
		report_member(&search, kind);
		return;
	}
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

bool check_scalable_word(struct unit *unit, const struct behaviour *behaviour)
{
	const struct kind *message = behaviour->message.kind;
	if (ts_node_is_null(behaviour->scalable)) return true;
	if (behaviour->kind != NODE_receive_definition)
		return ERROR_AT(unit, behaviour->scalable,
		                "only a receive is scalable: there is no scalable %s",
		                behaviour_word_of(behaviour->kind));
	return !message->members ||
	       ERROR_AT(unit, behaviour->scalable,
	                "'%s' comes from the system: the actor itself receives it, and no replica",
	                message->name);
}
