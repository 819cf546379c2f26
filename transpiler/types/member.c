/* SPDX-License-Identifier: MIT */
/* Finds the tasks and channels in a type, at any depth, and the path to each: they must be ended.
 * Each element of a small array of channels is visited, and gets its own guard or call. */
#include <stdint.h>
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

static void walk_elements(const struct walk *walk, CXType type)
{
	struct unit *unit = walk->unit;
	long long count = unit->types->clang->getArraySize(type);
	if (count > ELEMENTS_MAX || type_holds(unit, type) & HOLDS_TASK) {
		*walk->good = false;
		return;
	}
	for (long long i = 0; i < count; i++) {
		struct walk inner = *walk;
		char *path = text_format("%s[%lld]", walk->path, i);
		inner.path = path;
		walk_type(&inner, unit->types->clang->getArrayElementType(type));
		free(path);
	}
}

static enum CXVisitorResult visit_field(CXCursor field, CXClientData data)
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
	CXType inner;
	type = type_canonical(walk->unit, type);
	if (type_is_task(walk->unit, type, &inner) || type_is_channel(walk->unit, type, &inner))
		walk->visit(walk->data, walk->path, type);
	else if (type.kind == CXType_Record)
		walk->unit->types->clang->Type_visitFields(type, visit_field,
		                                           (CXClientData)(uintptr_t)walk);
	else walk_elements(walk, type);
}

bool each_ended_member(struct unit *unit, CXType type,
                       void (*visit)(void *data, const char *path, CXType type), void *data)
{
	bool good = true;
	walk_type(&(struct walk){unit, "", visit, data, &good}, type);
	return good;
}
