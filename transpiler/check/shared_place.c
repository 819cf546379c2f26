/* SPDX-License-Identifier: MIT */
/* Objects by number, in the words of place.h. A place names one object at all times: a variable of
 * static storage duration and its members, an automatic one, or what a pointer variable points to
 * that never changes. An element of an array is the array's, unless its index is a number.
 *
 * Rejected: paths through pointers in memory. They may point elsewhere a moment later. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "place.h"
#include "shared.h"
#include "types/variable.h"

bool shared_is_static(struct unit *unit, CXCursor variable)
{
	const struct clang *clang = unit->types->clang;
	return !clang->Cursor_isNull(variable) &&
	       clang->getCursorKind(variable) == CXCursor_VarDecl &&
	       !cursor_is_automatic(unit, variable);
}

/* Returns the slot of a text in the table: its place + 1, or 0. */
static int *slot_of(struct shared *shared, const char *text)
{
	size_t at = (size_t)text_hash(text, strlen(text)) % shared->slot_count;
	while (shared->slots[at] && strcmp(shared->places[shared->slots[at] - 1].text, text) != 0)
		at = (at + 1) % shared->slot_count;
	return &shared->slots[at];
}

static void add_slots(struct shared *shared)
{
	if (2 * shared->place_count < shared->slot_count) return;
	shared->slot_count = shared->slot_count ? 2 * shared->slot_count : 64;
	free(shared->slots);
	shared->slots = memory_new(shared->slot_count, sizeof *shared->slots);
	for (size_t i = 0; i < shared->place_count; i++)
		*slot_of(shared, shared->places[i].text) = (int)i + 1;
}

static int add_place(struct shared *shared, char *text, long root, bool automatic)
{
	*GROW(shared->places, shared->place_count, shared->place_room) =
	        (struct shared_place){text, root, automatic, -1, -1};
	*slot_of(shared, text) = (int)shared->place_count;
	return (int)shared->place_count - 1;
}

/* Does the text name the same object at all times? */
static bool is_steady(const char *text, bool automatic)
{
	const char *rest = text + 1, *star = strchr(text, '*');
	while (isdigit((unsigned char)*rest)) rest++;
	if (*rest && !strchr(".[*", *rest)) return false;
	return !star || (automatic && star == rest && !strchr(star + 1, '*'));
}

static CXCursor variable_at(struct unit *unit, long root)
{
	return types_declaration(unit, unit_node_at(unit, (size_t)root, (size_t)root + 1));
}

int shared_place_at(struct shared *shared, char *text, bool automatic, bool *in_array)
{
	bool cut = place_cut_at_index(text);
	add_slots(shared);
	int known = *slot_of(shared, text) - 1;
	if (known < 0 && !is_steady(text, automatic)) known = NO_PLACE;
	else if (known < 0) known = add_place(shared, text, place_root(text), automatic);
	else free(text);
	if (known == NO_PLACE) free(text);
	else *in_array |= cut;
	return known;
}

int shared_place(struct shared *shared, char *text, bool *in_array)
{
	struct unit *unit = shared->unit;
	long root = text ? place_root(text) : -1;
	add_slots(shared);
	int known = root < 0 ? 0 : *slot_of(shared, text);
	if (known) {
		free(text);
		return known - 1;
	}
	CXCursor variable =
	        root < 0 ? unit->types->clang->getNullCursor() : variable_at(unit, root);
	if (!unit->types->clang->Cursor_isNull(variable))
		return shared_place_at(shared, text, !shared_is_static(unit, variable), in_array);
	free(text);
	return NO_PLACE;
}

int shared_extend(struct shared *shared, int place, const char *path, bool *in_array)
{
	const struct shared_place from = shared->places[place];
	size_t count = shared->place_count;
	int to = shared_place_at(shared, text_format("%s%s", from.text, path), from.automatic,
	                         in_array);
	if (to >= 0 && shared->place_count > count) {
		shared->places[to].changes = from.changes;
		shared->places[to].own = from.own;
	}
	return to;
}

bool shared_changes(struct shared *shared, int place)
{
	struct shared_place *of = &shared->places[place];
	struct unit *unit = shared->unit;
	if (of->changes < 0) { /* in a program it is known */
		TSNode name = unit_node_at(unit, (size_t)of->root, (size_t)of->root + 1);
		int function = call_graph_at(&shared->graph, name);
		of->changes = function < 0 ||
		              variable_changes(unit, shared->graph.functions[function].node,
		                               types_declaration(unit, name));
	}
	return of->changes;
}

int shared_place_of(struct shared *shared, TSNode lvalue, bool *in_array)
{
	struct text text = {0};
	place_of(shared->unit, lvalue, &text);
	return shared_place(shared, text.bytes, in_array);
}

int shared_place_pointed(struct shared *shared, TSNode pointer, bool *in_array)
{
	struct text text = {0};
	place_pointed(shared->unit, pointer, &text);
	return shared_place(shared, text.bytes, in_array);
}

int shared_lock(struct shared *shared, TSNode operand)
{
	bool in_array = false;
	int place = shared_place(shared, place_of_operand(shared->unit, operand), &in_array);
	return in_array || place == NO_PLACE ? ANY_LOCK : place;
}

static bool is_own(struct unit *unit, const struct shared_place *place)
{
	size_t at = (size_t)place->root;
	TSNode name = unit_node_at(unit, at, at + 1), declarator = node_parent(name);
	while (node_is(declarator, NODE_pointer_declarator)) declarator = node_parent(declarator);
	TSNode made = node_inner(node_field(declarator, "value"));
	return node_is(declarator, NODE_init_declarator) && node_is(made, NODE_new_expression) &&
	       ts_node_is_null(node_field(node_child_of_type(made, "new_separate"), "handler")) &&
	       !variable_changes(unit, enclosing_function(name), types_declaration(unit, name));
}

bool shared_is_own(struct shared *shared, int actor)
{
	if (actor < 0) return false;
	struct shared_place *place = &shared->places[actor];
	if (!strchr(place->text, '*')) return true;
	if (place->own < 0) place->own = is_own(shared->unit, place);
	return place->own;
}

/* ---- From a function to its caller ---- */

struct binding shared_bind(struct shared *shared, int callee, const TSNode *arguments, int count)
{
	struct binding binding = {.callee = callee};
	for (int i = 0; i < PARAMETERS; i++) {
		binding.pointed[i] = NO_PLACE;
		if (i >= count) continue;
		CXType type = type_at(shared->unit, arguments[i]);
		if (type_is_pointer(type) || type_is_array(type))
			binding.pointed[i] =
			        shared_place_pointed(shared, arguments[i], &binding.in_array[i]);
	}
	return binding;
}

bool shared_parameter_changes(struct shared *shared, int function, int index)
{
	struct shared_function *of = &shared->functions[function];
	struct unit *unit = shared->unit;
	if (of->changes[index] < 0) {
		size_t at = (size_t)of->parameters[index];
		of->changes[index] =
		        variable_changes(unit, shared->graph.functions[function].node,
		                         types_declaration(unit, unit_node_at(unit, at, at + 1)));
	}
	return of->changes[index];
}

int shared_translate(struct shared *shared, const struct binding *binding, int place,
                     bool *in_array)
{
	const struct shared_place *inner = &shared->places[place];
	const struct shared_function *callee = &shared->functions[binding->callee];
	if (!inner->automatic) return place;
	const char *star = strchr(inner->text, '*');
	for (int i = 0; star && i < PARAMETERS; i++) {
		if (callee->parameters[i] != inner->root) continue;
		if (binding->pointed[i] == NO_PLACE ||
		    shared_parameter_changes(shared, binding->callee, i))
			return NO_PLACE;
		*in_array |= binding->in_array[i];
		return shared_extend(shared, binding->pointed[i],
		                     binding->in_array[i] ? "" : star + 1, in_array);
	}
	return NO_PLACE;
}

int shared_translate_lock(struct shared *shared, const struct binding *binding, int place)
{
	bool in_array = false;
	if (place == ANY_LOCK) return ANY_LOCK;
	int outer = shared_translate(shared, binding, place, &in_array);
	if (outer != NO_PLACE && !in_array) return outer;
	return strchr(shared->places[place].text, '*') ? ANY_LOCK : NO_PLACE;
}
