/* SPDX-License-Identifier: MIT */
/* Writes types: for messages, for lowered code, and as parts of generated names.
 *
 * In the shadow a task, a channel and a future are pointers to functions whose parameter type marks
 * them (lower/task.c, lower/channel.c). If another type contains such a type, C's declarator syntax
 * wraps it on both sides, so the type is written from the inside out, as a declarator. A type that
 * contains none of them is written as libclang spells it. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "prototype.h"
#include "base/text.h"
#include "source/lexer.h"

struct writer {
	struct unit *unit;
	TSNode item; /* of a use in lowered code; null node: for messages */
};

static const char address_space[] = "__attribute__((address_space(1)))";

/* Replaces the address space that marks separate objects in the shadow. Takes ownership. */
static char *without_address_space(char *spelling, const char *instead)
{
	enum { LENGTH = sizeof address_space - 1 };
	struct text text = {0};
	char *from = spelling, *found;
	if (!strstr(spelling, address_space)) return spelling;
	for (; (found = strstr(from, address_space)); from = found + LENGTH) {
		text_printf(&text, "%.*s%s", (int)(found - from), from, instead);
		if (!*instead && found[LENGTH] == ' ') found++;
	}
	text_puts(&text, from);
	free(spelling);
	return text.bytes;
}

static char *raw(const struct unit *unit, CXType type, const char *separate)
{
	return without_address_space(types_take(unit, unit->types->clang->getTypeSpelling(type)),
	                             separate);
}

static char *declare(const struct writer *writer, CXType type, char *inner);

static char *write_type(const struct writer *writer, CXType type)
{
	return declare(writer, type, text_copy("", 0));
}

/* Returns "channel(int)", or its name in lowered code; null: no task, channel or future. */
static char *special(const struct writer *writer, CXType type)
{
	struct unit *unit = writer->unit;
	CXType inner;
	bool task = type_is_task(unit, type, &inner), channel = type_is_channel(unit, type, &inner);
	if (!task && !channel && !type_is_future(unit, type, &inner)) return NULL;
	if (!ts_node_is_null(writer->item)) {
		const char *name = task      ? task_type_name(unit, inner, writer->item)
		                   : channel ? channel_type_name(unit, inner, writer->item)
		                             : future_type_name(unit, inner, writer->item);
		return text_copy(name, strlen(name));
	}
	char *element = write_type(writer, inner);
	char *text = text_format("%s(%s)", task ? "task" : channel ? "channel" : "future", element);
	free(element);
	return text;
}

/* Returns "base inner"; takes ownership of both. */
static char *join_parts(char *base, char *inner)
{
	if (!*inner) {
		free(inner);
		return base;
	}
	char *text = text_format("%s%s%s", base, *inner == '[' ? "" : " ", inner);
	free(base);
	free(inner);
	return text;
}

static char *declare_pointer(const struct writer *writer, CXType type, char *inner)
{
	const struct clang *clang = writer->unit->types->clang;
	CXType pointee = type_canonical(writer->unit, clang->getPointeeType(type)), unused;
	bool plain = !type_is_channel(writer->unit, pointee, &unused) &&
	             !type_is_future(writer->unit, pointee, &unused);
	bool wrap = plain && (type_is_function(pointee) || pointee.kind == CXType_ConstantArray ||
	                      pointee.kind == CXType_IncompleteArray);
	const char *quality = clang->isConstQualifiedType(type)      ? "const "
	                      : clang->isVolatileQualifiedType(type) ? "volatile "
	                                                             : "";
	char *text = text_format(wrap ? "(*%s%s)" : "*%s%s", *inner ? quality : "", inner);
	free(inner);
	return declare(writer, pointee, text);
}

static char *declare_function(const struct writer *writer, CXType type, char *inner)
{
	const struct clang *clang = writer->unit->types->clang;
	struct text text = {0};
	text_printf(&text, "%s(", inner);
	int count = clang->getNumArgTypes(type);
	for (int i = 0; i < count; i++) {
		char *argument = write_type(
		        writer, type_canonical(writer->unit, clang->getArgType(type, (unsigned)i)));
		text_printf(&text, "%s%s", i ? ", " : "", argument);
		free(argument);
	}
	if (type.kind == CXType_FunctionProto)
		text_puts(&text, clang->isFunctionTypeVariadic(type) ? ", ..."
		                 : count                             ? ""
		                                                     : "void");
	text_puts(&text, ")");
	free(inner);
	return declare(writer, type_canonical(writer->unit, clang->getResultType(type)),
	               text.bytes);
}

/* Declares `inner` (takes ownership; may be empty) with the type. */
static char *declare(const struct writer *writer, CXType type, char *inner)
{
	const struct clang *clang = writer->unit->types->clang;
	const char *separate = ts_node_is_null(writer->item) ? "separate" : "";
	char *spelling = raw(writer->unit, type, separate);
	bool ours = strstr(spelling, "conc_shadow") != NULL;
	if (!ours && !*inner) {
		free(inner);
		return spelling;
	}
	CXType canonical = type_canonical(writer->unit, type);
	char *name = ours ? special(writer, canonical) : NULL;
	if (ours && !name) { /* spelled with a typeof of the shadow */
		free(spelling);
		spelling = raw(writer->unit, canonical, separate);
	}
	if (name) {
		free(spelling);
		if (!clang->isConstQualifiedType(canonical)) return join_parts(name, inner);
		char *text = text_format("const %s", name);
		free(name);
		return join_parts(text, inner);
	}
	char *text;
	if (canonical.kind == CXType_Pointer) text = declare_pointer(writer, canonical, inner);
	else if (type_is_function(canonical)) text = declare_function(writer, canonical, inner);
	else if (type_canonical(writer->unit, type_element(writer->unit, canonical)).kind !=
	         canonical.kind) {
		long long size = clang->getArraySize(canonical);
		char *array = size >= 0 ? text_format("%s[%lld]", inner, size)
		                        : text_format("%s[]", inner);
		free(inner);
		CXType element = clang->getArrayElementType(canonical);
		text = declare(writer, type_canonical(writer->unit, element), array);
	} else return join_parts(spelling, inner);
	free(spelling);
	return text;
}

/* A value has no qualifiers. */
static char *unqualified(char *written, bool pointer)
{
	static const char *const words[] = {"const", "volatile", "restrict"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		size_t length = strlen(words[i]), all = strlen(written);
		while (all && written[all - 1] == ' ') written[--all] = '\0';
		if (!pointer && strncmp(written, words[i], length) == 0 && written[length] == ' ')
			memmove(written, written + length + 1, all - length);
		else if (pointer && all > length && strcmp(written + all - length, words[i]) == 0 &&
		         strchr("* ", written[all - length - 1]))
			written[all - length] = '\0';
		else continue;
		i = (size_t)-1;
	}
	return written;
}

char *type_spelling(const struct unit *unit, CXType type)
{
	return unqualified(raw(unit, type_canonical(unit, type), ""), false);
}

/* Writes T for typeof(T), which the shadow often uses. */
static char *without_typeof(char *written)
{
	char *found;
	while ((found = strstr(written, "typeof(")) && (found == written || found[-1] != '_')) {
		char *open = found + strlen("typeof"), *close = open;
		int depth = 0;
		for (; *close; close++) {
			depth += *close == '(';
			depth -= *close == ')';
			if (!depth) break;
		}
		if (!*close) break;
		memmove(close, close + 1, strlen(close));
		memmove(found, open + 1, strlen(open));
	}
	return written;
}

char *type_of_message(char *spelling)
{
	return without_typeof(without_address_space(spelling, "separate"));
}

char *type_written(const struct unit *unit, CXType type)
{
	struct writer writer = {.unit = (struct unit *)(uintptr_t)unit};
	return without_typeof(write_type(&writer, type));
}

const char *type_said(struct unit *unit, CXType type)
{
	struct types *types = unit->types;
	return *GROW(types->said, types->said_count, types->said_room) = type_written(unit, type);
}

/* Does the type use a typedef, or with tags a structure, union or enumeration, of this item? */
static bool names_local(struct unit *unit, CXType type, TSNode item, bool tags)
{
	const struct clang *clang = unit->types->clang;
	CXCursor declaration = clang->getTypeDeclaration(type);
	enum CXCursorKind kind = clang->getCursorKind(declaration);
	bool tag = kind == CXCursor_StructDecl || kind == CXCursor_UnionDecl ||
	           kind == CXCursor_EnumDecl;
	if (kind == CXCursor_TypedefDecl && !tags) return declared_in_item(unit, declaration, item);
	if (tag) return tags && declared_in_item(unit, declaration, item);
	if (type.kind == CXType_Pointer)
		return names_local(unit, clang->getPointeeType(type), item, tags);
	if (type_is_function(type)) {
		bool found = names_local(unit, clang->getResultType(type), item, tags);
		for (int i = 0; i < clang->getNumArgTypes(type) && !found; i++)
			found = names_local(unit, clang->getArgType(type, (unsigned)i), item, tags);
		return found;
	}
	CXType canonical = type_canonical(unit, type), element = type_element(unit, canonical);
	if (element.kind != canonical.kind) return names_local(unit, element, item, tags);
	return canonical.kind != type.kind && names_local(unit, canonical, item, tags);
}

bool check_outside(struct unit *unit, CXType type, TSNode node, const char *what)
{
	TSNode item = node_top_level(node);
	if (!node_is_function(item) || !names_local(unit, type_canonical(unit, type), item, true))
		return true;
	return ERROR_AT(
	        unit, node,
	        "%s cannot use '%s': it is declared in this function; declare it at file scope",
	        what, type_said(unit, type_canonical(unit, type)));
}

char *lowered_type(struct unit *unit, CXType type, TSNode item)
{
	TSNode top = node_top_level(item);
	if (node_is_function(top) && names_local(unit, type, top, false))
		type = type_canonical(unit, type); /* it may be written before the item */
	/* a parameter declared as an array is a pointer */
	if (type_element(unit, type).kind != type.kind) {
		char *element = lowered_type(
		        unit, unit->types->clang->getArrayElementType(type_canonical(unit, type)),
		        item);
		char *pointer = text_format("%s *", element);
		free(element);
		return pointer;
	}
	CXType canonical = type_canonical(unit, type);
	char *written = raw(unit, type, "");
	bool pointer = canonical.kind == CXType_Pointer;
	if (strstr(written, "conc_shadow") || (pointer && strchr(written, '['))) {
		free(written);
		written = write_type(&(struct writer){unit, item}, canonical);
	}
	return type_is_function(canonical) ? written : unqualified(written, pointer);
}

static bool is_known(const struct unit *unit, const char *name)
{
	for (size_t i = 0; i < unit->name_count; i++)
		if (strcmp(unit->names[i], name) == 0) return true;
	return false;
}

/* Two spellings may have one mangled form ("struct a *", "struct a_ptr"): the second gets a number.
 * Each name is recorded with its spelling. */
const char *generated_type_name(struct unit *unit, const char *prefix, CXType type, TSNode item,
                                bool *first)
{
	char *spelling = lowered_type(unit, type_canonical(unit, type), item);
	char *mangled = type_mangle(spelling), *name = text_format("conc_%s_%s", prefix, mangled);
	for (int i = 2;; i++) {
		char *meaning = text_format("%s = %s", name, spelling);
		bool known = is_known(unit, meaning);
		*first = !known && !is_known(unit, name);
		if (*first) unit_name(unit, meaning, NULL);
		else free(meaning);
		if (known || *first) break;
		free(name);
		name = text_format("conc_%s_%s_%d", prefix, mangled, i);
	}
	free(mangled);
	free(spelling);
	return unit_name(unit, name, NULL);
}

char *type_mangle(const char *spelling)
{
	struct text text = {0};
	const char *end = spelling + strlen(spelling);
	for (const char *p = spelling; p < end; p++) {
		bool starts = p == spelling || !lexer_is_word(p[-1]);
		if (starts && lexer_word_is(p, end, "_Bool")) {
			text_puts(&text, "bool");
			p += strlen("_Bool") - 1;
		} else if (isalnum((unsigned char)*p) || *p == '_' || *p & 0x80)
			text_add(&text, p, 1);
		else if (*p == '*')
			text_puts(&text, text.length && text.bytes[text.length - 1] != '_' ? "_ptr"
			                                                                   : "ptr");
		else if (text.length && text.bytes[text.length - 1] != '_') text_puts(&text, "_");
	}
	while (text.length && text.bytes[text.length - 1] == '_') text.bytes[--text.length] = '\0';
	return text.bytes ? text.bytes : text_copy("", 0);
}

const char *task_type_name(struct unit *unit, CXType result, TSNode item)
{
	bool first;
	const char *name = generated_type_name(unit, "task", result, item, &first);
	if (!first) return name;
	char *type = lowered_type(unit, result, item);
	if (type_canonical(unit, result).kind == CXType_Void)
		put_before_item(unit, item, "CONC_TASK_TYPE_VOID(%s);", name);
	else put_before_item(unit, item, "CONC_TASK_TYPE(%s, %s);", type, name);
	free(type);
	return name;
}

static const char *carrier_type_name(struct unit *unit, CXType element, TSNode item,
                                     const char *prefix, const char *macro)
{
	bool first;
	const char *name = generated_type_name(unit, prefix, element, item, &first);
	if (!first) return name;
	char *type = lowered_type(unit, type_canonical(unit, element), item);
	put_before_item(unit, item, "%s(%s, %s);", macro, type, name);
	free(type);
	return name;
}

const char *channel_type_name(struct unit *unit, CXType element, TSNode item)
{
	return carrier_type_name(unit, element, item, "channel", "CONC_CHANNEL_TYPE");
}

const char *future_type_name(struct unit *unit, CXType element, TSNode item)
{
	return carrier_type_name(unit, element, item, "future", "CONC_FUTURE_TYPE");
}

/* Each element of a small array of channels is visited, and gets its own guard or call. */
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
