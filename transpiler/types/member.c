/* SPDX-License-Identifier: MIT */
/* Finds the tasks and channels in a type, at any depth, and the path to each: they must be ended.
 * Each element of a small array of channels is visited, and gets its own guard or call. */

#include <stdlib.h>

#include "base/text.h"
#include "types.h"

enum { ELEMENTS_MAX = 16 };

struct walk {
	struct unit *unit;
	const char *path;
	void (*visit)(void *data, const char *path, CXType type);
	void *data;
	bool *good;
};

static void walk_type(const struct walk *walk, CXType type);

static enum CXVisitorResult member_visit_field(CXCursor field, CXClientData data)
{
	const struct walk *walk = data;
	struct unit *unit = walk->unit;
	CXType type = unit->types->clang->getCursorType(field);
	if (!(type_holds(unit, type) & (HOLDS_TASK | HOLDS_CHANNEL))) return CXVisit_Continue;
	struct walk inner = *walk;
	char *name = cursor_spelling(unit, field);
	char *path = text_format("%s%s%s", walk->path, *walk->path && *name ? "." : "", name);
	inner.path = path;
	walk_type(&inner, type);
	free(path);
	free(name);
	return CXVisit_Continue;
}

static void walk_type(const struct walk *walk, CXType type)
{
	struct unit *unit = walk->unit;
	const struct clang *clang = unit->types->clang;
	struct walk inner = *walk;
	CXType element;
	type = type_canonical(unit, type);
	if (type_is_task(unit, type, &element) || type_is_channel(unit, type, &element)) {
		walk->visit(walk->data, walk->path, type);
	} else if (type.kind == CXType_Record) {
		clang->Type_visitFields(type, member_visit_field, &inner);
	} else if (clang->getArraySize(type) > ELEMENTS_MAX ||
	           type_holds(unit, type) & HOLDS_TASK) {
		*walk->good = false;
	} else {
		for (long long i = 0; i < clang->getArraySize(type); i++) {
			char *path = text_format("%s[%lld]", walk->path, i);
			inner.path = path;
			walk_type(&inner, clang->getArrayElementType(type));
			free(path);
		}
	}
}

bool each_ended_member(struct unit *unit, CXType type,
                       void (*visit)(void *data, const char *path, CXType type), void *data)
{
	bool good = true;
	walk_type(&(struct walk){unit, "", visit, data, &good}, type);
	return good;
}
