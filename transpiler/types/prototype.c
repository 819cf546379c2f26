/* SPDX-License-Identifier: MIT */
/* Prototypes in front of an item. A stub of spawn or a request of separate is put before the first
 * item that uses it, and needs its function declared there. The item itself may be what declares
 * the function: a function can spawn itself. */
#include "prototype.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

bool declared_in_item(struct unit *unit, CXCursor declaration, TSNode item)
{
	size_t at = cursor_offset(unit, declaration);
	return node_start(item) <= at && at < node_end(item);
}

char *declarable(char *type)
{
	if (!strpbrk(type, "([")) return type;
	char *wrapped = text_format("__typeof__(%s)", type);
	free(type);
	return wrapped;
}

/* NAME (…);  or  void NAME (…);  at most with static in front. Repeating such a declaration has no
 * effect, and -Wredundant-decls would warn about it. */
bool is_bare_prototype(struct unit *unit, TSNode declaration)
{
	char *text = node_text(unit, declaration), *at = text, *close = strchr(text, ')');
	at += strncmp(at, "static ", 7) ? 0 : 7;
	at += strncmp(at, "void ", 5) ? 0 : 5;
	at += strspn(at, " \n");
	at += strcspn(at, " \n(");
	at += strspn(at, " \n");
	bool bare = *at == '(' && close && close[1 + strspn(close + 1, " \n")] == ';';
	free(text);
	return bare;
}

void add_prototype(struct unit *unit, CXCursor declaration, TSNode item, struct text *out)
{
	const struct clang *clang = unit->types->clang;
	if (!declared_in_item(unit, declaration, item) ||
	    cursor_offset(unit, clang->getCanonicalCursor(declaration)) < node_start(item))
		return;
	CXType type = clang->getCursorType(declaration);
	char *result = declarable(lowered_type(unit, clang->getResultType(type), item));
	char *name = cursor_spelling(unit, declaration);
	if (clang->Cursor_getStorageClass(declaration) == CX_SC_Static) text_puts(out, "static ");
	text_printf(out, "%s %s(", result, name);
	int count = clang->getNumArgTypes(type);
	for (int i = 0; i < count; i++) {
		char *argument = lowered_type(unit, clang->getArgType(type, (unsigned)i), item);
		text_printf(out, "%s%s", i ? ", " : "", argument);
		free(argument);
	}
	text_puts(out, count ? "); " : "void); ");
	free(name);
	free(result);
}
