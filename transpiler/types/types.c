/* SPDX-License-Identifier: MIT */
/* Types are found by extents, not by points: clang_getCursor returns the innermost cursor at a
 * point, but an operand is a whole expression. So one visit records every cursor with its extent.
 * An implicit cast has the extent of its operand, comes before it in the visit, and is skipped.
 * Invariant: list is in visiting order, parents before children; by_extent is a permutation of
 * it. */
#define _GNU_SOURCE /* memmem */
#include "types.h"

#include <stdlib.h>
#include <string.h>

#include "base/process.h"
#include "base/text.h"
#include "conc/abi_locks.h"

char *types_take(const struct unit *unit, CXString string)
{
	const char *bytes = unit->types->clang->getCString(string);
	char *copy = text_copy(bytes ? bytes : "", bytes ? strlen(bytes) : 0);
	unit->types->clang->disposeString(string);
	return copy;
}

/* ---- the visit ---- */

struct visit {
	struct unit *unit;
	int parent;
};

size_t types_offset(const struct types *types, CXSourceLocation location)
{
	unsigned offset = 0;
	types->clang->getFileLocation(location, NULL, NULL, NULL, &offset);
	return edited_to_original(&types->shadow, offset);
}

size_t cursor_offset(const struct unit *unit, CXCursor cursor)
{
	return types_offset(unit->types, unit->types->clang->getCursorLocation(cursor));
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent_cursor, CXClientData data)
{
	struct visit *visiting = data;
	struct types *types = visiting->unit->types;
	const struct clang *clang = types->clang;
	enum CXCursorKind kind = clang->getCursorKind(cursor),
	                  of = clang->getCursorKind(parent_cursor);
	/* libclang visits a structure that a declaration defines by itself and as the declared
	 * type, so nested structures would come 2^depth times. */
	if ((kind == CXCursor_StructDecl || kind == CXCursor_UnionDecl ||
	     kind == CXCursor_EnumDecl) &&
	    (of == CXCursor_FieldDecl || of == CXCursor_VarDecl || of == CXCursor_TypedefDecl))
		return CXChildVisit_Continue;
	if (visiting->parent < 0 &&
	    clang->Location_isInSystemHeader(clang->getCursorLocation(cursor)))
		return CXChildVisit_Continue;
	CXSourceRange extent = clang->getCursorExtent(cursor);
	*GROW(types->list, types->count, types->room) = (struct indexed){
	        .start = types_offset(types, clang->getRangeStart(extent)),
	        .end = types_offset(types, clang->getRangeEnd(extent)),
	        .parent = visiting->parent,
	        .cursor = cursor,
	        .kind = kind,
	};
	struct visit children = {visiting->unit, (int)types->count - 1};
	clang->visitChildren(cursor, visit, &children);
	return CXChildVisit_Continue;
}

static const struct indexed *sorting;

static int types_compare(const void *left, const void *right)
{
	const int *first = left, *second = right;
	const struct indexed *a = &sorting[*first], *b = &sorting[*second];
	if (a->start != b->start) return a->start < b->start ? -1 : 1;
	if (a->end != b->end) return a->end < b->end ? -1 : 1;
	return *first - *second;
}

/* Words of gcc's headers that clang does not know, and the marker types of the shadow. */
static const char prologue[] = "#define _Float32 float\n#define _Float64 double\n#define _Float32x "
                               "double\n#define _Float64x long double\n"
                               "#define _Float128 __float128\n#define __malloc__(...) "
                               "__malloc__\nstruct conc_shadow_task;\nstruct conc_shadow_channel;\n"
                               "struct conc_shadow_future;\n";

/* The keywords of C23, for a libclang older than 17. */
static const char c23[] = "#define bool _Bool\n#define true ((_Bool)1)\n#define false ((_Bool)0)\n"
                          "#define nullptr ((void *)0)\n#define static_assert _Static_assert\n"
                          "#define thread_local _Thread_local\n#define alignas _Alignas\n"
                          "#define alignof _Alignof\n";

static const char c23_mark[] = "struct conc_c23;";

static bool knows_c23(const struct clang *clang)
{
	CXString version = clang->getClangVersion();
	const char *number = strstr(clang->getCString(version), "version ");
	bool found = number && atoi(number + strlen("version ")) >= 17;
	clang->disposeString(version);
	return found;
}

static CXTranslationUnit parse_text(struct types *types, bool new_standard)
{
	bool keywords = new_standard && !knows_c23(types->clang);
	const char *const arguments[] = {
	        "-x",
	        "c",
	        "-undef",
	        "-nostdinc",
	        "-ferror-limit=0",
	        new_standard ? "-std=gnu2x" : "-std=gnu17",
	        "-fms-extensions",
	        "-fgnu-keywords",
	        "-fbracket-depth=4096", /* check_depth applies concc's own limit first */
	        "-fno-builtin",         /* builtin functions take pointers to any address space */
	        "-include",
	        "/conc-shadow-prologue.h",
	        "-include",
	        "/conc-shadow-c23.h",
	};
	struct CXUnsavedFile files[] = {
	        {"/conc-shadow.c", types->shadow.text, types->shadow.length},
	        {"/conc-shadow-prologue.h", prologue, sizeof prologue - 1},
	        {"/conc-shadow-c23.h", c23, keywords ? sizeof c23 - 1 : 0},
	};
	CXTranslationUnit unit = NULL;
	types->clang->parseTranslationUnit2(types->index, files[0].Filename, arguments,
	                                    sizeof arguments / sizeof *arguments, files, 3,
	                                    CXTranslationUnit_KeepGoing, &unit);
	return unit;
}

void types_parse(struct unit *unit)
{
	types_free(unit);
	struct types *types = unit->types = memory_new(1, sizeof *types);
	types->clang = clang_load();
	types->shadow = edits_apply(&unit->shadow, unit->analysis->text, unit->analysis->length);
	types->index = types->clang->createIndex(0, 0);
	/* Only the back end knows its default standard, so conc.h marks C23 with a declaration. */
	types->unit = parse_text(types, memmem(unit->analysis->text, unit->analysis->length,
	                                       c23_mark, sizeof c23_mark - 1) != NULL);
	if (!types->unit) {
		diagnose_plain(SEVERITY_ERROR, "libclang could not parse the unit");
		exit(1);
	}
	struct visit root = {unit, -1};
	types->clang->visitChildren(types->clang->getTranslationUnitCursor(types->unit), visit,
	                            &root);
	types->by_extent = memory_new(types->count + 1, sizeof *types->by_extent);
	for (size_t i = 0; i < types->count; i++) types->by_extent[i] = (int)i;
	sorting = types->list;
	qsort(types->by_extent, types->count, sizeof *types->by_extent, types_compare);
}

static void types_forget(struct unit *unit)
{
	struct types *types = unit->types;
	edited_free(&types->shadow);
	free(types->list);
	free(types->by_extent);
	free(types->seen);
	free(types->fixed);
	for (size_t i = 0; i < types->said_count; i++) free(types->said[i]);
	free(types->said);
	free(types);
	unit->types = NULL;
}

void types_free(struct unit *unit)
{
	struct types *types = unit->types;
	if (!types) return;
	types->clang->disposeTranslationUnit(types->unit);
	types->clang->disposeIndex(types->index);
	types_forget(unit);
}

static void parse_unit(void *unit)
{
	types_parse(unit);
}

bool types_parse_broken(struct unit *unit)
{
	if (process_survives(parse_unit, unit)) return true;
	if (unit->types) types_forget(unit);
	return false;
}

/* ---- finding ---- */

static size_t lower_bound(const struct types *types, size_t start, size_t end)
{
	size_t low = 0, high = types->count;
	while (low < high) {
		size_t middle = (low + high) / 2;
		const struct indexed *entry = &types->list[types->by_extent[middle]];
		if (entry->start < start || (entry->start == start && entry->end < end))
			low = middle + 1;
		else high = middle;
	}
	return low;
}

int types_find(const struct types *types, size_t start, size_t end)
{
	int last = -1;
	for (size_t i = lower_bound(types, start, end); i < types->count; i++) {
		const struct indexed *entry = &types->list[types->by_extent[i]];
		if (entry->start != start || entry->end != end) break;
		if (entry->kind < CXCursor_FirstExpr || entry->kind > CXCursor_LastExpr) continue;
		last = types->by_extent[i];
		if (entry->kind != CXCursor_UnexposedExpr) break;
	}
	return last;
}

bool type_of(struct unit *unit, TSNode node, CXType *out)
{
	int found = types_find(unit->types, node_start(node), node_end(node));
	if (found < 0) return false;
	*out = unit->types->clang->getCursorType(unit->types->list[found].cursor);
	return out->kind != CXType_Invalid && out->kind != CXType_Dependent;
}

CXType type_at(struct unit *unit, TSNode node)
{
	CXType type;
	return type_of(unit, node, &type) ? type_canonical(unit, type) : (CXType){0};
}

bool type_constant(struct unit *unit, TSNode node, long long *value)
{
	const struct clang *clang = unit->types->clang;
	int found = types_find(unit->types, node_start(node), node_end(node));
	CXEvalResult result =
	        found < 0 ? NULL : clang->Cursor_Evaluate(unit->types->list[found].cursor);
	if (!result) return false;
	bool is_integer = clang->EvalResult_getKind(result) == CXEval_Int &&
	                  !clang->EvalResult_isUnsignedInt(result);
	if (is_integer) *value = clang->EvalResult_getAsLongLong(result);
	clang->EvalResult_dispose(result);
	return is_integer;
}

/* The first in start..end that is that severe and wanted; heap copy, or null. *at: its place. */
static char *find_message(struct unit *unit, size_t start, size_t end,
                          enum CXDiagnosticSeverity least, bool wanted(const char *message),
                          size_t *at)
{
	const struct clang *clang = unit->types->clang;
	unsigned count = clang->getNumDiagnostics(unit->types->unit);
	char *found = NULL;
	for (unsigned i = 0; i < count && !found; i++) {
		CXDiagnostic diagnostic = clang->getDiagnostic(unit->types->unit, i);
		*at = types_offset(unit->types, clang->getDiagnosticLocation(diagnostic));
		if (clang->getDiagnosticSeverity(diagnostic) >= least && start <= *at && *at < end)
			found = types_take(unit, clang->getDiagnosticSpelling(diagnostic));
		clang->disposeDiagnostic(diagnostic);
		if (!found || wanted(found)) continue;
		free(found);
		found = NULL;
	}
	return found;
}

/* Does libclang's message mention nothing of the shadow: marker types or an address space? */
static bool is_of_author(const char *message)
{
	return !strstr(message, "conc_shadow") && !strstr(message, "address space") &&
	       !strstr(message, "address_space");
}

static bool is_conversion(const char *message)
{
	return strncmp(message, "incompatible ", 13) == 0 && is_of_author(message);
}

bool types_report_error(struct unit *unit, size_t start, size_t end)
{
	size_t at;
	char *message = find_message(unit, start, end, CXDiagnostic_Error, is_of_author, &at);
	if (!message) return false;
	const struct token *token = analysis_token_at(unit->analysis, at);
	diagnose_compiler(unit->diagnostics, at, token ? token->offset + token->length : at + 1,
	                  "%s", message);
	free(message);
	return true;
}

bool types_report_conversion(struct unit *unit, size_t start, size_t end)
{
	size_t at;
	char *message =
	        find_message(unit, start, start + 1, CXDiagnostic_Ignored, is_conversion, &at);
	if (!message) return false;
	diagnose(unit->diagnostics, SEVERITY_ERROR, NULL, start, end, "%s", message);
	free(message);
	return true;
}

char *types_message(struct unit *unit, TSNode node, bool wanted(const char *message))
{
	size_t at;
	return find_message(unit, node_start(node), node_end(node), CXDiagnostic_Ignored, wanted,
	                    &at);
}

TSNode unit_node_at(const struct unit *unit, size_t start, size_t end)
{
	return ts_node_descendant_for_byte_range(unit->syntax.root, (uint32_t)start, (uint32_t)end);
}

TSNode node_statement(TSNode node)
{
	TSNode found = node_top_level(node), at = found;
	TSTreeCursor cursor = ts_tree_cursor_new(found);
	while (!ts_node_eq(at, node)) {
		bool block = node_is(at, NODE_compound_statement);
		uint32_t start = (uint32_t)node_start(node);
		if (ts_tree_cursor_goto_first_child_for_byte(&cursor, start) < 0) break;
		at = ts_tree_cursor_current_node(&cursor);
		if (node_end(at) < node_end(node)) break;
		if (block) found = at;
	}
	ts_tree_cursor_delete(&cursor);
	return found;
}

bool type_demand(struct unit *unit, TSNode node, CXType *out)
{
	if (type_of(unit, node, out)) return true;
	TSNode statement = node_statement(node);
	if (!types_report_error(unit, node_start(node), node_end(node)) &&
	    !types_report_error(unit, node_start(statement), node_end(statement)))
		ERROR_AT(unit, node, "the type of this operand cannot be found");
	return false;
}

/* Looks back from the name: a declaration begins a few entries before it. */
CXCursor types_declaration(struct unit *unit, TSNode name)
{
	const struct types *types = unit->types;
	size_t at = node_start(name), low = 0, high = types->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (types->list[types->by_extent[middle]].start <= at) low = middle + 1;
		else high = middle;
	}
	while (low-- > 0) {
		const struct indexed *entry = &types->list[types->by_extent[low]];
		bool declares =
		        entry->kind == CXCursor_VarDecl || entry->kind == CXCursor_ParmDecl ||
		        entry->kind == CXCursor_FunctionDecl || entry->kind == CXCursor_FieldDecl;
		if (declares && at < entry->end && cursor_offset(unit, entry->cursor) == at)
			return entry->cursor;
	}
	return types->clang->getNullCursor();
}

/* ---- questions about types ---- */

CXType type_canonical(const struct unit *unit, CXType type)
{
	return unit->types->clang->getCanonicalType(type);
}

bool type_is_pointer(CXType type)
{
	return type.kind == CXType_Pointer;
}

bool type_is_void_pointer(const struct unit *unit, CXType type)
{
	type = type_canonical(unit, type);
	return type_is_pointer(type) &&
	       unit->types->clang->getPointeeType(type).kind == CXType_Void;
}

bool type_is_function(CXType type)
{
	return type.kind == CXType_FunctionProto || type.kind == CXType_FunctionNoProto;
}

bool type_is_array(CXType type)
{
	return type.kind == CXType_ConstantArray || type.kind == CXType_VariableArray ||
	       type.kind == CXType_IncompleteArray;
}

char *cursor_spelling(const struct unit *unit, CXCursor cursor)
{
	char *name = types_take(unit, unit->types->clang->getCursorSpelling(cursor));
	if (strchr(name, '(')) *name = '\0'; /* "struct (unnamed at …)": libclang 16 and newer */
	return name;
}

struct kind *type_kind(const struct unit *unit, CXType type)
{
	type = type_canonical(unit, type);
	if (type.kind != CXType_Record) return NULL;
	char *name = cursor_spelling(unit, unit->types->clang->getTypeDeclaration(type));
	struct kind *kind = unit_kind(unit, name, strlen(name));
	free(name);
	return kind;
}

CXType type_element(const struct unit *unit, CXType type)
{
	for (;;) {
		CXType canonical = type_canonical(unit, type);
		if (!type_is_array(canonical) && canonical.kind != CXType_DependentSizedArray)
			return type;
		type = unit->types->clang->getArrayElementType(canonical);
	}
}

/* Is it a pointer to a function of the marker? If so, *result is the function's result type. */
static bool is_marked(const struct unit *unit, CXType type, const char *marker, CXType *result)
{
	const struct clang *clang = unit->types->clang;
	type = type_canonical(unit, type);
	if (type.kind != CXType_Pointer) return false;
	CXType function = clang->getPointeeType(type);
	if (function.kind != CXType_FunctionProto || clang->getNumArgTypes(function) != 1)
		return false;
	char *argument = types_take(unit, clang->getTypeSpelling(clang->getArgType(function, 0)));
	bool found = strcmp(argument, marker) == 0;
	free(argument);
	if (found) *result = clang->getResultType(function);
	return found;
}

bool type_is_task(const struct unit *unit, CXType type, CXType *result)
{
	return is_marked(unit, type, "struct conc_shadow_task *", result);
}

static bool is_carrier(const struct unit *unit, CXType type, const char *marker, CXType *element)
{
	bool found = is_marked(unit, type, marker, element);
	if (found) *element = unit->types->clang->getPointeeType(*element);
	return found;
}

bool type_is_channel(const struct unit *unit, CXType type, CXType *element)
{
	return is_carrier(unit, type, "struct conc_shadow_channel *", element);
}

bool type_is_future(const struct unit *unit, CXType type, CXType *element)
{
	return is_carrier(unit, type, "struct conc_shadow_future *", element);
}

bool type_is_waitset(const struct unit *unit, CXType type)
{
	char *spelling = type_spelling(unit, type_canonical(unit, type));
	bool found = strcmp(spelling, "struct conc_waitset") == 0;
	free(spelling);
	return found;
}

struct field_visit {
	struct unit *unit;
	unsigned flags;
};

static enum CXVisitorResult types_visit_field(CXCursor field, CXClientData data)
{
	struct field_visit *visiting = data;
	visiting->flags |=
	        type_holds(visiting->unit, visiting->unit->types->clang->getCursorType(field));
	return CXVisit_Continue;
}

static bool is_lock_name(const char *name)
{
#define OBJECT(name, object, ...) #object,
	static const char *const locks[] = {CONC_ABI_LOCKS_OF_LIBCONC(OBJECT) "conc_condition",
	                                    "conc_barrier", "conc_once", "conc_waitset",
	                                    "conc_limiter", "conc_ticker"};
#undef OBJECT
	for (size_t i = 0; i < sizeof locks / sizeof *locks; i++)
		if (strcmp(name, locks[i]) == 0) return true;
	return false;
}

static unsigned record_holds(struct unit *unit, CXType type)
{
	static const unsigned of_kind[] = {HOLDS_THREAD, HOLDS_MONITOR, HOLDS_ACTOR, HOLDS_MESSAGE};
	struct types *types = unit->types;
	CXCursor declaration = types->clang->getTypeDeclaration(type);
	for (size_t i = 0; i < types->seen_count; i++)
		if (types->clang->equalCursors(types->seen[i].declaration, declaration))
			return types->seen[i].flags;
	struct field_visit visiting = {unit, 0};
	const struct kind *kind = type_kind(unit, type);
	if (kind) visiting.flags |= of_kind[kind->word];
	char *name = cursor_spelling(unit, declaration);
	if (is_lock_name(name)) visiting.flags |= HOLDS_LOCK;
	else types->clang->Type_visitFields(type, types_visit_field, &visiting);
	free(name);
	struct seen *seen = GROW(types->seen, types->seen_count, types->seen_room);
	*seen = (struct seen){declaration, (unsigned char)visiting.flags};
	return visiting.flags;
}

unsigned type_holds(struct unit *unit, CXType type)
{
	type = type_canonical(unit, type_element(unit, type));
	CXType result;
	if (type_is_task(unit, type, &result)) return HOLDS_TASK;
	if (type_is_channel(unit, type, &result)) return HOLDS_CHANNEL;
	if (type_is_future(unit, type, &result)) return HOLDS_FUTURE;
	if (type.kind == CXType_Atomic)
		return type_holds(unit, unit->types->clang->Type_getValueType(type));
	return type.kind == CXType_Record ? record_holds(unit, type) : 0;
}

bool kind_type(struct unit *unit, const struct kind *kind, CXType *out)
{
	const struct types *types = unit->types;
	for (size_t i = 0; i < types->count; i++) {
		if (types->list[i].kind != CXCursor_StructDecl) continue;
		*out = types->clang->getCursorType(types->list[i].cursor);
		if (type_kind(unit, *out) == kind) return true;
	}
	return false;
}
