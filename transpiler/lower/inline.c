/* SPDX-License-Identifier: MIT */
/* monitor savings { inline account; double rate; };
 *   →
 * struct savings {
 *   union { account conc_account; struct { long balance; struct conc_owner_lock conc_owner; }; };
 *   double rate; };
 *
 * The base is at offset 0 twice, as a whole and member by member, so that uses of s->balance need
 * no edit. A pointer to the derived type gets a cast where a pointer to the base is wanted:
 * (account *)s. Rejected: rewriting each s->balance to s->conc_account.balance, which would edit
 * lines without dialect and fail in macros.
 *
 * The shadow has the base as an unnamed structure (-fms-extensions), so that libclang finds its
 * members. */
#include "lower.h"

#include <stdlib.h>
#include <string.h>

#include "types/operation.h"
#include "base/text.h"

void inline_shadow(struct unit *unit, const struct construct *construct)
{
	put_instead(&unit->shadow, first_token(construct->node), "struct");
}

static void add_members(struct unit *unit, const struct kind *kind, struct text *out);

static void add_base(struct unit *unit, const struct kind *base, struct text *out)
{
	text_printf(out, "union { %s conc_%s; struct { ", base->name, base->name);
	add_members(unit, base, out);
	text_puts(out, "}; };");
}

/* Appends the lowered text as one line. */
static void add_text(struct unit *unit, size_t start, size_t end, struct text *out)
{
	char *text = edited_text(unit, unit->edits, start, end);
	for (const char *at = text; *at; at++)
		if (*at != '\n') text_add(out, at, 1);
		else at += strspn(at, " \t\n") - 1, text_puts(out, " ");
	free(text);
}

/* Appends the lowered members of a kind as one line, hidden state last. */
static void add_members(struct unit *unit, const struct kind *kind, struct text *out)
{
	uint32_t count = node_named_child_count(kind->body);
	for (uint32_t i = 0; i < count; i++) {
		TSNode member = node_named_child(kind->body, i);
		if (node_is(member, NODE_inline_base) && kind->base)
			add_base(unit, kind->base, out);
		else if (node_is(member, NODE_field_declaration)) {
			/* without the hidden state that was put after its ';', and without the
			 * body of a named structure, which would be a second definition */
			TSNode type = node_field(member, "type"), body = node_field(type, "body");
			size_t start = node_start(member), end = node_end(member) - 1;
			if (!ts_node_is_null(body) && !ts_node_is_null(node_field(type, "name"))) {
				add_text(unit, start, node_start(body), out);
				start = node_end(body);
			}
			add_text(unit, start, end, out);
			text_puts(out, ";");
		} else continue;
		text_puts(out, " ");
	}
	if (kind->base_name) return;
	text_printf(out, "%s%s ", kind->members ? kind->members : "", kind_hidden(kind));
}

void inline_lower(struct unit *unit, const struct construct *construct)
{
	TSNode definition = node_parent(node_parent(construct->node));
	if (!node_is_kind(definition)) {
		ERROR_AT(unit, construct->node,
		         "only a thread, a monitor, an actor or a message has an inline base");
		return;
	}
	struct kind *base = unit_kind_of_node(unit, node_field(construct->node, "type"));
	if (!base || (ts_node_is_null(base->body) && !base->members)) return;
	struct text text = {0};
	add_base(unit, base, &text);
	put_instead(unit->edits, construct->node, "%s", text.bytes);
	text_free(&text);
}

/* ---- derived pointers where base pointers are wanted ---- */

const struct indexed *implicit_cast(const struct types *types, size_t index)
{
	const struct indexed *entry = &types->list[index], *child = entry + 1;
	if (entry->kind != CXCursor_UnexposedExpr || index + 1 >= types->count ||
	    child->parent != (int)index || entry->start != child->start || entry->end != child->end)
		return NULL;
	return child;
}

static struct kind *pointee_kind(struct unit *unit, CXType type)
{
	type = type_canonical(unit, type);
	if (type.kind != CXType_Pointer) return NULL;
	return type_kind(unit, unit->types->clang->getPointeeType(type));
}

bool may_follow_cast(const struct unit *unit, TSNode node)
{
	return (node_is(node, NODE_identifier) || node_is(node, NODE_call_expression) ||
	        node_is(node, NODE_pointer_expression) ||
	        node_is(node, NODE_parenthesized_expression) ||
	        node_type_is(node, "field_expression") ||
	        node_type_is(node, "subscript_expression")) &&
	       !has_bare_comma(unit, node);
}

void lower_conversions(struct unit *unit)
{
	const struct types *types = unit->types;
	for (size_t i = 0; i < types->count; i++) {
		const struct indexed *entry = &types->list[i], *from = implicit_cast(types, i);
		/* an empty extent is a copy in a typeof of a shadow */
		if (entry->start >= entry->end || !from) continue;
		CXType wanted = types->clang->getCursorType(entry->cursor);
		struct kind *to_kind = pointee_kind(unit, wanted);
		if (!to_kind) continue;
		struct kind *from_kind =
		        pointee_kind(unit, types->clang->getCursorType(from->cursor));
		if (!from_kind || from_kind == to_kind) continue;
		if (kind_derives(to_kind, from_kind)) {
			diagnose(unit->diagnostics, SEVERITY_ERROR, NULL, entry->start, entry->end,
			         "a pointer to '%s' stands where one to '%s' is wanted",
			         from_kind->name, to_kind->name);
			NOTE_KIND(
			        unit, to_kind,
			        "'%s' derives from '%s': cast it if the object is known to be one",
			        to_kind->name, from_kind->name);
		}
		if (!kind_derives(from_kind, to_kind) ||
		    operation_is_resource(unit, entry->start, entry->end))
			continue; /* lower/operation.c casts the element, not the channel */
		bool is_const = types->clang->isConstQualifiedType(
		        types->clang->getPointeeType(type_canonical(unit, wanted)));
		int order = (int)(entry->end - entry->start);
		TSNode node = unit_node_at(unit, entry->start, entry->end);
		bool whole = node_start(node) == entry->start && node_end(node) == entry->end;
		bool bare = whole && may_follow_cast(unit, node);
		edit_before(unit->edits, entry->start, -order, "(%s%s *)%s",
		            is_const ? "const " : "", to_kind->name, bare ? "" : "(");
		if (!bare) edit_after(unit->edits, entry->end, order, ")");
	}
}
