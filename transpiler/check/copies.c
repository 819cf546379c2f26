/* SPDX-License-Identifier: MIT */
/* Objects with identity are never copied: not assigned, passed, returned or used as a value.
 * libclang's tree has an implicit cast from lvalue to value wherever such an object is read. The
 * check looks for these casts, and for declarations that could only be used with copies. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "base/text.h"
#include "source/lexer.h"
#include "types/operation.h"
#include "types/send.h"

static const char *what_it_is(unsigned holds)
{
	return holds & HOLDS_THREAD    ? "a thread"
	       : holds & HOLDS_MONITOR ? "a monitor"
	       : holds & HOLDS_ACTOR   ? "an actor"
	       : holds & HOLDS_CHANNEL ? "a channel"
	       : holds & HOLDS_FUTURE  ? "a future"
	       : holds & HOLDS_TASK    ? "a task"
	                               : "a message";
}

static const char *what_kind_is(const struct kind *kind)
{
	static const unsigned holds[] = {HOLDS_THREAD, HOLDS_MONITOR, HOLDS_ACTOR, HOLDS_MESSAGE};
	return what_it_is(holds[kind->word]);
}

/* Pointers are no copies, but channels and futures are pointers in the shadow. */
static bool has_identity(struct unit *unit, CXType type)
{
	CXType canonical = type_canonical(unit, type), inner;
	return (canonical.kind == CXType_Record || type_is_channel(unit, canonical, &inner) ||
	        type_is_future(unit, canonical, &inner)) &&
	       type_holds(unit, canonical) & HOLDS_IDENTITY;
}

static void note_use(struct unit *unit, const struct indexed *entry, CXType type)
{
	const char *name = unit->syntax.text + entry->start;
	int length = (int)(entry->end - entry->start);
	unsigned holds = type_holds(unit, type);
	bool plain = type_canonical(unit, type).kind == CXType_Pointer;
	for (int i = 0; i < length; i++) plain &= lexer_is_word(name[i]);
	if (plain && holds & HOLDS_CHANNEL)
		diagnose(unit->diagnostics, SEVERITY_NOTE, NULL, entry->start, entry->end,
		         "receive by 'x << %.*s', send by '%.*s << x', pass its address by '&%.*s'",
		         length, name, length, name, length, name);
	else if (plain && holds & HOLDS_FUTURE)
		diagnose(unit->diagnostics, SEVERITY_NOTE, NULL, entry->start, entry->end,
		         "read it by 'x << %.*s', pass its address by '&%.*s'", length, name,
		         length, name);
	else
		diagnose(unit->diagnostics, SEVERITY_NOTE, NULL, entry->start, entry->end,
		         "pass its address instead");
}

static void report_copy(struct unit *unit, const struct indexed *entry, CXType type)
{
	const struct kind *kind = type_kind(unit, type);
	if (kind)
		diagnose(unit->diagnostics, SEVERITY_ERROR, NULL, entry->start, entry->end,
		         "%s cannot be copied: '%s' has identity", what_kind_is(kind), kind->name);
	else if (type_canonical(unit, type).kind == CXType_Pointer)
		diagnose(unit->diagnostics, SEVERITY_ERROR, NULL, entry->start, entry->end,
		         "%s cannot be copied: it has identity",
		         what_it_is(type_holds(unit, type)));
	else
		diagnose(unit->diagnostics, SEVERITY_ERROR, NULL, entry->start, entry->end,
		         "'%s' cannot be copied: it holds %s", type_said(unit, type),
		         what_it_is(type_holds(unit, type)));
	note_use(unit, entry, type);
}

/* "(void)a" reads nothing. */
static bool is_discarded(const struct types *types, const struct indexed *entry)
{
	while (entry->parent >= 0) {
		entry = &types->list[entry->parent];
		if (entry->kind == CXCursor_CStyleCastExpr)
			return types->clang->getCursorType(entry->cursor).kind == CXType_Void;
		if (entry->kind != CXCursor_ParenExpr && entry->kind != CXCursor_UnexposedExpr)
			return false;
	}
	return false;
}

/* The first operand of _Generic is not evaluated. */
static bool is_selector(const struct types *types, const struct indexed *entry)
{
	while (entry->parent >= 0 && entry == &types->list[entry->parent + 1]) {
		entry = &types->list[entry->parent];
		if (entry->kind != CXCursor_ParenExpr)
			return entry->kind == CXCursor_GenericSelectionExpr;
	}
	return false;
}

void check_copies(struct unit *unit)
{
	const struct types *types = unit->types;
	for (size_t i = 0; i + 1 < types->count; i++) {
		const struct indexed *entry = &types->list[i], *child = entry + 1;
		if (entry->kind != CXCursor_UnexposedExpr || child->parent != (int)i) continue;
		/* empty: text that a shadow repeats in a typeof */
		if (entry->start >= entry->end || entry->start != child->start ||
		    entry->end != child->end)
			continue;
		CXType type = types->clang->getCursorType(entry->cursor);
		/* "(channel(int)){8}", which check_declarations reports */
		bool literal = child->kind == CXCursor_CompoundLiteralExpr &&
		               unit->analysis->blank[entry->start] == '(';
		if (has_identity(unit, type) &&
		    has_identity(unit, types->clang->getCursorType(child->cursor)) &&
		    !is_discarded(types, entry) && !is_selector(types, entry) && !literal &&
		    !operation_is_resource(unit, entry->start, entry->end) &&
		    !send_is_operand(unit, entry->start, entry->end))
			report_copy(unit, entry, type);
	}
}

static void report_declaration(struct unit *unit, const struct indexed *entry, CXType type,
                               const char *format)
{
	const struct kind *kind = type_kind(unit, type_element(unit, type));
	char *name = cursor_spelling(unit, entry->cursor);
	size_t at = cursor_offset(unit, entry->cursor), length = *name ? strlen(name) : 1;
	char *text =
	        text_format(format, kind ? what_kind_is(kind) : what_it_is(type_holds(unit, type)));
	diagnose(unit->diagnostics, SEVERITY_ERROR, NULL, at, at + length, "%s%s%s%s",
	         *name ? "'" : "", name, *name ? "': " : "", text);
	free(text);
	free(name);
}

static bool is_atomic(const struct unit *unit, CXType type)
{
	return type_canonical(unit, type_element(unit, type)).kind == CXType_Atomic;
}

/* The hidden state of a kind comes last. */
static void check_flexible(struct unit *unit, const struct indexed *entry, CXType type,
                           CXCursor parent)
{
	const struct clang *clang = unit->types->clang;
	CXType canonical = type_canonical(unit, type);
	bool empty = canonical.kind == CXType_IncompleteArray ||
	             (canonical.kind == CXType_ConstantArray && !clang->getArraySize(canonical));
	const struct kind *kind = empty ? type_kind(unit, clang->getCursorType(parent)) : NULL;
	if (!kind) return;
	char *text = text_format("%s has no flexible array member: make it a pointer",
	                         what_kind_is(kind));
	report_declaration(unit, entry, type, text);
	free(text);
}

static void check_member(struct unit *unit, const struct indexed *entry, CXType type)
{
	unsigned holds = type_holds(unit, type);
	CXCursor parent = unit->types->clang->getCursorSemanticParent(entry->cursor);
	check_flexible(unit, entry, type, parent);
	if (!(holds & (HOLDS_IDENTITY | HOLDS_TASK | HOLDS_MESSAGE))) return;
	char *name = cursor_spelling(unit, entry->cursor);
	bool unnamed = !*name; /* an inline base */
	free(name);
	if (unnamed) return;
	const struct kind *kind = type_kind(unit, unit->types->clang->getCursorType(parent));
	if (kind && kind->word == KIND_MESSAGE && holds & (HOLDS_IDENTITY | HOLDS_TASK)) {
		report_declaration(unit, entry, type,
		                   "a message is a plain value and cannot hold %s: point to it");
		return;
	}
	if (!(holds & (HOLDS_IDENTITY | HOLDS_MESSAGE))) return;
	if (is_atomic(unit, type)) report_declaration(unit, entry, type, "%s cannot be _Atomic");
	else if (holds & (HOLDS_THREAD | HOLDS_ACTOR))
		report_declaration(unit, entry, type, "%s can be a member only by pointer");
	else if (unit->types->clang->getCursorKind(parent) == CXCursor_UnionDecl)
		report_declaration(unit, entry, type, "%s cannot be a member of a union");
}

static void check_variable(struct unit *unit, const struct indexed *entry, CXType type)
{
	const struct clang *clang = unit->types->clang;
	unsigned holds = type_holds(unit, type) & (HOLDS_IDENTITY | HOLDS_MESSAGE);
	if (!holds) return;
	enum CX_StorageClass storage = clang->Cursor_getStorageClass(entry->cursor);
	bool is_static = true;
	for (int parent = entry->parent; parent >= 0; parent = unit->types->list[parent].parent)
		if (unit->types->list[parent].kind == CXCursor_FunctionDecl)
			is_static = storage == CX_SC_Static || storage == CX_SC_Extern;
	if (clang->getCursorTLSKind(entry->cursor) != CXTLS_None)
		report_declaration(unit, entry, type, "%s cannot be _Thread_local");
	else if (is_atomic(unit, type))
		report_declaration(unit, entry, type, "%s cannot be _Atomic");
	else if (clang->isConstQualifiedType(type_canonical(unit, type)) && holds & HOLDS_IDENTITY)
		report_declaration(unit, entry, type,
		                   "%s cannot be const: its hidden state changes");
	else if (storage == CX_SC_Register)
		report_declaration(unit, entry, type, "%s cannot be in a register");
	else if (is_static && holds & HOLDS_THREAD)
		report_declaration(unit, entry, type,
		                   "%s cannot be static: it starts when its declaration is "
		                   "reached; use 'new'");
}

void check_declarations(struct unit *unit)
{
	for (size_t i = 0; i < unit->types->count; i++) {
		const struct indexed *entry = &unit->types->list[i];
		CXType type = unit->types->clang->getCursorType(entry->cursor), result;
		unsigned holds;
		switch ((int)entry->kind) {
		case CXCursor_ParmDecl:
			if (has_identity(unit, type))
				report_declaration(unit, entry, type,
				                   "%s cannot be passed by value: take a pointer");
			break;
		case CXCursor_FunctionDecl:
			result = unit->types->clang->getResultType(type);
			if (result.kind != CXType_Invalid && has_identity(unit, result))
				report_declaration(
				        unit, entry, result,
				        "%s cannot be returned by value: return a pointer");
			break;
		case CXCursor_FieldDecl:
			check_member(unit, entry, type);
			break;
		case CXCursor_VarDecl:
			check_variable(unit, entry, type);
			break;
		case CXCursor_CompoundLiteralExpr:
			holds = type_holds(unit, type) & HOLDS_IDENTITY;
			if (holds && unit->analysis->blank[entry->start] == '(')
				diagnose(unit->diagnostics, SEVERITY_ERROR, NULL, entry->start,
				         entry->end, "%s cannot be a compound literal: use 'new'",
				         what_it_is(holds));
			break;
		default:
			break;
		}
	}
}
