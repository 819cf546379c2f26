/* SPDX-License-Identifier: MIT */
/* Objects that travel to other ranks must be plain data, or have a serialize and a deserialize
 * (lower/scalable_remote.c). An object that is copied bytewise must be plain: only the author knows
 * how much a pointer points to. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

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
	       : holds                 ? "an object with identity"
	                               : NULL;
}

static enum CXVisitorResult search_field(CXCursor field, CXClientData data);

static void search_type(struct search *search, CXType type)
{
	const struct clang *clang = search->unit->types->clang;
	type = type_canonical(search->unit, type_element(search->unit, type));
	if (type.kind == CXType_Atomic) type = clang->Type_getValueType(type);
	search->what = held(type_holds(search->unit, type));
	if (search->what) return;
	if (type_is_pointer(type)) search->what = "a pointer";
	else if (type.kind == CXType_Record) clang->Type_visitFields(type, search_field, search);
}

/* Visits a member. The members of an unnamed structure are the kind's. */
static enum CXVisitorResult search_field(CXCursor field, CXClientData data)
{
	struct search *search = data;
	CXType type = search->unit->types->clang->getCursorType(field);
	char *name = cursor_spelling(search->unit, field);
	bool outer = !search->inside, named = *name;
	free(name);
	if (outer && search->kind->base && type_kind(search->unit, type) == search->kind->base)
		return CXVisit_Continue;
	if (outer) search->member = field;
	search->inside = search->inside || named;
	search_type(search, type);
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

void check_remote(struct unit *unit, const struct kind *kind)
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
