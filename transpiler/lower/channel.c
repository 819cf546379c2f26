/* SPDX-License-Identifier: MIT */
/* channel(int) c = {128};  future(double) f = {};
 *   →
 * CONC_CHANNEL_TYPE(int, conc_channel_int);                   (before the first item that uses it)
 * CONC_FUTURE_TYPE(double, conc_future_double);
 * conc_channel_int c CONC_SCOPED(conc_channel_int) = CONC_CHANNEL(128);
 * conc_future_double f CONC_SCOPED(conc_future_double) = {0};
 *
 * Only the types are lowered here; lower/object.c lowers objects, lower/initializer.c capacities
 * and lower/operation.c operations. In the shadow channel(T) is a pointer to a function that
 * returns T * and takes a pointer to struct conc_shadow_channel:
 *   __typeof__((__typeof__(int) *(*)(struct conc_shadow_channel *))0) c = {128};
 * The type is structural, so the same T makes the same type everywhere, even in a block where T is
 * a local name. A pointer to T can be returned for every T, so that a T that cannot be an element
 * is found and named. An operation becomes a call of the channel, which returns a pointer to an
 * element. libclang indexes the cast, whose type is the construct's. Rejected: a structure for each
 * T (its name would have to be found before types are known). */
#include "lower.h"

#include <stdlib.h>
#include <string.h>

void channel_shadow(struct unit *unit, const struct construct *construct)
{
	TSNode node = construct->node, open = node_token(node, "("), close = last_token(node);
	if (ts_node_is_null(open)) return;
	edit_replace(&unit->shadow, node_start(node), node_end(open), "__typeof__((__typeof__(");
	put_instead(&unit->shadow, close, ") *(*)(struct conc_shadow_%s *))0)",
	            construct->kind == NODE_channel_type ? "channel" : "future");
}

/* ---- what can be an element ---- */

struct element {
	struct unit *unit;
	TSNode node; /* the type as it was written */
	const char *word;
	CXType type; /* canonical */
};

/* Finds the structure, union or enumeration that a type is made of. False if there is none. */
static bool named_part(struct unit *unit, CXType type, CXCursor *out)
{
	const struct clang *clang = unit->types->clang;
	CXType inner;
	for (;;) {
		type = type_canonical(unit, type_element(unit, type));
		if (type_is_task(unit, type, &inner) || type_is_channel(unit, type, &inner) ||
		    type_is_future(unit, type, &inner))
			type = inner;
		else if (type.kind == CXType_Pointer) type = clang->getPointeeType(type);
		else if (type.kind == CXType_FunctionProto || type.kind == CXType_FunctionNoProto)
			type = clang->getResultType(type);
		else break;
	}
	*out = clang->getTypeDeclaration(type);
	CXCursor definition = clang->getCursorDefinition(*out);
	if (!clang->Cursor_isNull(definition)) *out = definition;
	return type.kind == CXType_Record || type.kind == CXType_Enum;
}

static bool channel_report(const struct element *element, const char *why)
{
	return ERROR_AT(element->unit, element->node, "a %s cannot carry '%.*s': %s", element->word,
	                NODE_ARG(element->unit, element->node), why);
}

/* The operations are emitted before the item. The element's type must be known there. */
static bool check_place(const struct element *element)
{
	struct unit *unit = element->unit;
	CXCursor declaration;
	if (!named_part(unit, element->type, &declaration)) return true;
	size_t at = types_offset(unit->types, unit->types->clang->getCursorLocation(declaration));
	TSNode item = node_top_level(element->node);
	bool function = node_is_function(item);
	bool value = element->type.kind == CXType_Record || element->type.kind == CXType_Enum;
	char *spelling = type_spelling(unit, element->type);
	bool unnamed = strstr(spelling, "(unnamed ") || strstr(spelling, "(anonymous ");
	free(spelling);
	if (unnamed) return channel_report(element, "the type has no name");
	if (at < node_start(item)) return true;
	if (function && at < node_end(item))
		return channel_report(element,
		                      "it is declared in this function; declare it at file scope");
	if (value) return channel_report(element, "the type is incomplete here; define it before");
	return true;
}

static bool check_element(const struct element *element)
{
	struct unit *unit = element->unit;
	const struct clang *clang = unit->types->clang;
	CXType type = element->type;
	if (type.kind == CXType_Void) return channel_report(element, "an element has a value");
	if (type.kind == CXType_FunctionProto || type.kind == CXType_FunctionNoProto)
		return channel_report(element, "a function is no value; use a pointer to it");
	if (type_element(unit, type).kind != type.kind)
		return channel_report(
		        element, "an array cannot be assigned; put it into a structure, or use a "
		                 "pointer");
	if (type_holds(unit, type) & HOLDS_IDENTITY)
		return channel_report(element,
		                      "what has identity cannot be copied; use a pointer to it");
	if (type_holds(unit, type) & HOLDS_TASK && strcmp(element->word, "future") == 0)
		return channel_report(element, "a future is read many times, and a task moves");
	if (type_holds(unit, type) & HOLDS_TASK && type.kind == CXType_Record)
		return channel_report(element,
		                      "a structure with a task cannot be copied; use a pointer");
	if (clang->isConstQualifiedType(type))
		return channel_report(element, "what is const cannot be assigned");
	if (type.kind == CXType_Atomic)
		return channel_report(element,
		                      "elements are copied, not shared; leave out '_Atomic'");
	if (clang->Type_getSizeOf(type) == CXTypeLayoutError_Incomplete)
		return channel_report(element, "the type is incomplete");
	return check_place(element);
}

/* Finds the type of the cast in the shadow. */
static bool find_cast(struct unit *unit, const struct construct *construct, CXType *out)
{
	int found = types_find(unit->types, node_start(construct->node),
	                       node_start(last_token(construct->node)));
	if (found < 0) return false;
	*out = unit->types->clang->getCursorType(unit->types->list[found].cursor);
	return out->kind != CXType_Invalid;
}

/* Finds the construct's type. libclang does not show some places, such as the types of a _Generic;
 * there the type of another construct with the same text serves. */
static bool find_type(struct unit *unit, const struct construct *construct, CXType *out)
{
	if (find_cast(unit, construct, out)) return true;
	char *wanted = node_text(unit, construct->node);
	bool found = false;
	for (size_t i = 0; i < unit->construct_count && !found; i++) {
		const struct construct *other = &unit->constructs[i];
		if (other->kind != construct->kind) continue;
		char *text = node_text(unit, other->node);
		found = strcmp(text, wanted) == 0 && find_cast(unit, other, out);
		free(text);
	}
	free(wanted);
	return found;
}

void channel_lower(struct unit *unit, const struct construct *construct)
{
	bool channel = construct->kind == NODE_channel_type;
	CXType type, inner;
	struct element element = {.unit = unit,
	                          .node = node_field(construct->node, "type"),
	                          .word = channel ? "channel" : "future"};
	cover_inner(unit, construct);
	if (!find_type(unit, construct, &type) ||
	    !(channel ? type_is_channel(unit, type, &inner) : type_is_future(unit, type, &inner))) {
		if (!types_report_error(unit, node_start(construct->node),
		                        node_end(construct->node)))
			ERROR_AT(unit, element.node, "the type '%.*s' is not known here",
			         NODE_ARG(unit, element.node));
		return;
	}
	element.type = type_canonical(unit, inner);
	if (!check_element(&element)) return;
	put_instead(unit->edits, construct->node, "%s",
	            channel ? channel_type_name(unit, inner, construct->node)
	                    : future_type_name(unit, inner, construct->node));
}
