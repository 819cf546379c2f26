/* SPDX-License-Identifier: MIT */
/* Compares the places of the paths of a function with that of the object (place.h): p->n and
 * (*p).at[1] use what p points to. A path goes on through the pointers that it reads from the
 * object, but what they point to is another object. The address of a part, and a pointer that is
 * copied, are no use; an argument of free, or the first one of memset and the like, is.
 *
 * Looks at paths that begin with the object's variable, or with the variable in the pointer that
 * was handed on. Rejected: all paths of the function, since each place costs a look at its
 * pointers. */
#include "use.h"

#include <stdlib.h>
#include <string.h>

#include "access.h"
#include "base/text.h"
#include "place.h"
#include "types/operation.h"
#include "types/separate.h"
#include "types/variable.h"

/* The place of a[0] is that of *a, and of the array: &a[0] hands on no more than the element. */
static bool is_first_element(TSNode pointer)
{
	pointer = node_inner(pointer);
	return node_takes_address(pointer) &&
	       node_type_is(node_inner(node_field(pointer, "argument")), "subscript_expression");
}

static bool is_in_object(struct unit *unit, TSNode path, const struct handed *handed)
{
	const char *object = handed->place;
	struct text place = {0};
	place_of(unit, path, &place);
	size_t length = strlen(object);
	const char *rest = text_starts(place.bytes, object) ? place.bytes + length : "*";
	bool array = *rest == '[' || (!*rest && is_array_at(unit, path)),
	     inside = !strchr(rest, '*') && (!*rest || *rest == '.' || *rest == '[') &&
	              !(array && is_first_element(handed->pointer));
	text_free(&place);
	return inside;
}

static bool is_pointer_to(struct unit *unit, TSNode path, const char *object)
{
	struct text place = {0};
	place_pointed(unit, path, &place);
	bool same = strcmp(place.bytes, object) == 0;
	text_free(&place);
	return same;
}

static bool is_argument_of(const struct unit *unit, TSNode node, const char *names, TSNode *call)
{
	int index = -1;
	*call = separate_argument(node, &index);
	return !ts_node_is_null(*call) && index == 0 && call_is_listed(unit, *call, names);
}

/* A pointer to the object, as the whole of a path: free(p), delete p, memset(p, …). */
static bool pointer_use(struct unit *unit, const struct handed *handed, TSNode path,
                        struct use *use)
{
	static const char frees[] = "free delete", writes[] =
	                                                   "memset memcpy memmove strcpy strncpy "
	                                                   "strcat snprintf sprintf";
	TSNode call = node_outside(path);
	*use = (struct use){.how = FREES, .node = path, .event = call, .member = -1};
	if (!is_pointer_to(unit, path, handed->place)) return false;
	if (node_is(call, NODE_delete_statement)) return true;
	bool ends = is_argument_of(unit, path, frees, &use->event);
	if (!ends && !is_argument_of(unit, path, writes, &use->event)) return false;
	if (!ends) use->how = CHANGES;
	return true;
}

static bool goes_on(TSNode path, TSNode parent)
{
	if (node_type_is(parent, "field_expression")) return true;
	if (node_type_is(parent, "subscript_expression"))
		return node_is_inside(path, node_field(parent, "argument"));
	return node_is(parent, NODE_pointer_expression) && node_has_operator(parent, "*");
}

static long member_of(struct unit *unit, TSNode path)
{
	while (node_type_is(path, "subscript_expression"))
		path = node_inner(node_field(path, "argument"));
	if (!node_type_is(path, "field_expression")) return -1;
	CXCursor member = declaration_at(unit, path);
	return unit->types->clang->Cursor_isNull(member) ? -1 : (long)cursor_offset(unit, member);
}

bool use_at(struct unit *unit, const struct handed *handed, TSNode name, struct use *use)
{
	TSNode path = name, found = {0}, parent;
	for (;; path = parent) {
		if (is_in_object(unit, path, handed)) found = path;
		parent = node_outside(path);
		if (!goes_on(path, parent)) break;
	}
	if (ts_node_is_null(found) || (ts_node_eq(found, path) && is_array_at(unit, path)))
		return pointer_use(unit, handed, path, use);
	bool last = ts_node_eq(found, path);
	*use = (struct use){.how = last && is_written(unit, found, parent) ? CHANGES : READS,
	                    .node = found,
	                    .event = name,
	                    .member = member_of(unit, found)};
	CXType type;
	if (use->how == CHANGES && node_is(parent, NODE_assignment_expression)) use->event = parent;
	return !(last && node_takes_address(parent)) && type_of(unit, found, &type) &&
	       !needs_no_lock(unit, type) && !node_unevaluated(found);
}

bool use_may_begin(struct unit *unit, const struct handed *handed, TSNode node)
{
	if (!node_is(node, NODE_identifier)) return false;
	size_t root = (size_t)place_root(handed->place);
	TSNode pointer = path_root(place_value(handed->pointer));
	return node_start(node) != root &&
	       (same_text(unit->syntax.text, node, unit_node_at(unit, root, root + 1)) ||
	        (!ts_node_is_null(pointer) && same_text(unit->syntax.text, node, pointer)));
}
