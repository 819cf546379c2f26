/* SPDX-License-Identifier: MIT */
/* actor words { long counts[26]; };
 * message line { char *text; };
 * serialize (line *self, conc_writer *out);
 * deserialize (line *self, conc_reader *in);
 * scalable receive (words *self, line *m);
 *   →      (with -fconc-mpi)
 * …CONC_ACTOR_TYPE(words, …); CONC_REMOTE_ACTOR_PLAIN(words);
 * …struct line…; void conc_serialize_line(line *self, conc_writer *out); void
 * conc_deserialize_line(line *self, conc_reader *in); CONC_MESSAGE_TYPE(line);
 * CONC_REMOTE_MESSAGE(line);
 * …CONC_SCALABLE_RECEIVE(words, line); CONC_REMOTE_CALL(words, line);
 *
 * How actors that are split and the messages of scalable receives travel to other ranks. Without
 * the option serialize and deserialize are plain functions. A type without members of its own
 * travels as its base does. What is copied bytewise must be plain data: nobody but the author knows
 * how much a pointer points to. Rejected: to copy what a pointer to a single object points to,
 * which would be right until it is an array. */
#include "lower.h"

#include <stdlib.h>
#include <string.h>

#include "text.h"

/* ---- what travels ---- */

/* Does a scalable receive of the unit name the message? */
static bool is_called(const struct unit *unit, const struct kind *message)
{
	for (size_t i = 0; i < unit->behaviour_count; i++) {
		const struct behaviour *behaviour = &unit->behaviours[i];
		if (behaviour->kind == NODE_receive_definition && behaviour->good &&
		    !ts_node_is_null(behaviour->scalable) && behaviour->message.kind == message)
			return true;
	}
	return false;
}

static bool is_remote(const struct unit *unit, const struct kind *kind)
{
	if (!unit->settings->mpi || ts_node_is_null(kind->node)) return false;
	return kind->word == KIND_ACTOR     ? kind_scaling(unit, kind) != NULL
	       : kind->word == KIND_MESSAGE ? is_called(unit, kind)
	                                    : false;
}

static bool has_operations(const struct kind *kind)
{
	return kind_has(kind, NODE_serialize_definition) &&
	       kind_has(kind, NODE_deserialize_definition);
}

/* The type whose operations serve it; null: none, it is copied. */
static const struct kind *served_by(const struct kind *kind)
{
	while (!has_operations(kind) && !kind_has_members(kind) && kind->base) kind = kind->base;
	return has_operations(kind) ? kind : NULL;
}

/* ---- lowering ---- */

void put_remote(const struct unit *unit, const struct kind *kind, struct text *text)
{
	if (!is_remote(unit, kind)) return;
	const char *what = kind->word == KIND_ACTOR ? "ACTOR" : "MESSAGE";
	const struct kind *server = served_by(kind);
	if (!server) text_printf(text, " CONC_REMOTE_%s_PLAIN(%s);", what, kind->name);
	else if (server == kind) text_printf(text, " CONC_REMOTE_%s(%s);", what, kind->name);
	else text_printf(text, " CONC_REMOTE_%s_AS(%s, %s);", what, kind->name, server->name);
}

char *remote_call(const struct unit *unit, const struct behaviour *behaviour)
{
	if (!unit->settings->mpi || ts_node_is_null(behaviour->scalable)) return text_copy("", 0);
	return text_format(" CONC_REMOTE_CALL(%s, %s);", behaviour->self.kind->name,
	                   behaviour->message.kind->name);
}

/* ---- what is not plain ---- */

/* What the bytes of an object do not carry. */
struct search {
	struct unit *unit;
	const struct kind *kind; /* whose members are looked at */
	CXCursor member;         /* the first that is not plain */
	const char *what;        /* null: none is */
	bool inside;             /* what is looked at stands in member */
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

/* The members of an unnamed structure are the kind's. */
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

static void note_member(struct search *search, const char *name)
{
	struct unit *unit = search->unit;
	const struct clang *clang = unit->types->clang;
	CXType type = clang->getCursorType(search->member);
	size_t at = types_offset(unit->types, clang->getCursorLocation(search->member));
	char *written = type_written(unit, type);
	size_t end = at + strlen(name);
	if (type_is_pointer(type_canonical(unit, type)) && search->what[2] == 'p')
		diagnose(unit->diagnostics, SEVERITY_NOTE, NULL, at, end, "'%s' is a pointer",
		         name);
	else
		diagnose(unit->diagnostics, SEVERITY_NOTE, NULL, at, end,
		         "'%s' of type '%s' holds %s", name, written, search->what);
	free(written);
}

static void report_not_plain(struct search *search, const struct kind *kind)
{
	struct unit *unit = search->unit;
	char *name = cursor_spelling(unit, search->member);
	ERROR_AT(unit, node_field(kind->node, "name"),
	         "%s '%s' travels to other ranks, where the bytes of its member '%s' mean nothing: "
	         "it needs 'serialize (%s *self, conc_writer *out) { … }' and "
	         "'deserialize (%s *self, conc_reader *in) { … }'",
	         kind_word(kind), kind->name, name, kind->name, kind->name);
	note_member(search, name);
	free(name);
}

/* A base's operations would leave out what the derived type adds. */
static bool check_base(struct unit *unit, const struct kind *kind)
{
	const struct kind *base = kind->base;
	while (base && !has_operations(base)) base = base->base;
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
	if (!is_remote(unit, kind) || served_by(kind) || !check_base(unit, kind)) return;
	for (const struct kind *part = kind; part; part = part->base) {
		struct search search = {.unit = unit, .kind = part};
		CXType type;
		if (!kind_type(unit, part, &type)) continue;
		unit->types->clang->Type_visitFields(type_canonical(unit, type), search_field,
		                                     &search);
		if (!search.what) continue;
		report_not_plain(&search, kind);
		return;
	}
}
