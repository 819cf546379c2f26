/* SPDX-License-Identifier: MIT */
/* message get { future(long) *reply; };
 *   →
 * typedef struct get get;
 * struct get { conc_future_long *reply; struct conc_message conc_message; };
 * CONC_MESSAGE_TYPE(get, CONC_ASKS(__builtin_offsetof(get, reply)));
 *
 * A member that points to a future is an ask: the runtime cancels the future of a message that is
 * not handled. Members of plain structures count, too. Members of unions do not: it is unknown
 * which of them is set. A derived type has the asks of its base. */
#include "lower.h"

#include <stdlib.h>

#include "base/text.h"

enum { ELEMENTS_MAX = 64 };

struct asks {
	struct unit *unit;
	const struct kind *kind;
	struct text offsets;
	int count;
	const char *path;
};

static void find_asks(struct asks *asks, const char *path, CXType type);

static enum CXVisitorResult message_visit_field(CXCursor field, CXClientData data)
{
	struct asks *asks = data;
	char *name = cursor_spelling(asks->unit, field);
	const char *path = asks->path;
	char *inner = text_format("%s%s%s", path, *path && *name ? "." : "", name);
	find_asks(asks, inner, asks->unit->types->clang->getCursorType(field));
	asks->path = path;
	free(inner);
	free(name);
	return CXVisit_Continue;
}

static void find_in_array(struct asks *asks, const char *path, CXType type)
{
	const struct clang *clang = asks->unit->types->clang;
	long long count = clang->getArraySize(type);
	for (long long i = 0; i < count && i < ELEMENTS_MAX; i++) {
		char *element = text_format("%s[%lld]", path, i);
		int before = asks->count;
		find_asks(asks, element, clang->getArrayElementType(type));
		free(element);
		if (asks->count == before) return;
	}
	if (count > ELEMENTS_MAX)
		ERROR_AT(asks->unit, node_field(asks->kind->node, "name"),
		         "message '%s' has more than %d asks in the array '%s'", asks->kind->name,
		         ELEMENTS_MAX, path);
}

static void find_asks(struct asks *asks, const char *path, CXType type)
{
	const struct clang *clang = asks->unit->types->clang;
	CXType value;
	type = type_canonical(asks->unit, type);
	if (type_is_pointer(type) &&
	    type_is_future(asks->unit, clang->getPointeeType(type), &value))
		text_printf(&asks->offsets, "%s__builtin_offsetof(%s, %s)",
		            asks->count++ ? ", " : "", asks->kind->name, path);
	else if (type.kind == CXType_ConstantArray) find_in_array(asks, path, type);
	else if (type.kind == CXType_Record &&
	         clang->getCursorKind(clang->getTypeDeclaration(type)) == CXCursor_StructDecl) {
		asks->path = path;
		clang->Type_visitFields(type, message_visit_field, asks);
	}
}

void message_lower(struct unit *unit, const struct construct *construct)
{
	const struct kind *kind = put_kind(unit, construct);
	CXType type;
	if (!kind) return;
	struct asks asks = {.unit = unit, .kind = kind, .path = ""};
	if (kind_type(unit, kind, &type)) find_asks(&asks, "", type);
	char *more =
	        asks.count ? text_format(", CONC_ASKS(%s)", asks.offsets.bytes) : text_copy("", 0);
	put_kind_type(unit, construct, kind, "CONC_MESSAGE_TYPE", more);
	free(more);
	text_free(&asks.offsets);
}
