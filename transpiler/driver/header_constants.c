/* SPDX-License-Identifier: MIT */
/* gcc's -Wunused-const-variable=1, which is in -Wall, warns of constants in the main file only. gcc
 * knows that file by its name, and the lowered file has another one. So gcc gets =2, and the end of
 * the compiled text uses the constants that headers define:
 *
 *     typedef char conc_used_0[sizeof limit ? 1 : 1] __attribute__((unused)); */
#include "header_constants.h"

#include <stdlib.h>

#include "source/inclusion.h"
#include "types/types.h"

static bool is_constant(struct unit *unit, CXCursor cursor)
{
	const struct clang *clang = unit->types->clang;
	CXType type = type_canonical(unit, clang->getCursorType(cursor));
	bool constant = clang->isConstQualifiedType(type);
	while (type_is_array(type)) {
		type = type_canonical(unit, clang->getArrayElementType(type));
		constant |= clang->isConstQualifiedType(type);
	}
	return constant && clang->Cursor_getStorageClass(cursor) == CX_SC_Static;
}

void header_constants(struct unit *unit, struct text *uses)
{
	const struct analysis *analysis = unit->analysis;
	const struct types *types = unit->types;
	struct inclusions inclusions = {0};
	size_t count = 0;
	inclusions_find(&inclusions, analysis->sources[analysis->main_file].name, analysis->text,
	                analysis->length);
	for (size_t i = 0; types && i < types->count; i++) {
		const struct indexed *entry = &types->list[i];
		if (entry->parent >= 0 || entry->kind != CXCursor_VarDecl ||
		    !inclusions_at(&inclusions, entry->start) || !is_constant(unit, entry->cursor))
			continue;
		char *name = cursor_spelling(unit, entry->cursor);
		text_printf(
		        uses,
		        "typedef char conc_used_%zu[sizeof %s ? 1 : 1] __attribute__((unused));\n",
		        count++, name);
		free(name);
	}
	inclusions_fini(&inclusions);
}
