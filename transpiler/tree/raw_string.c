/* SPDX-License-Identifier: MIT */
/* GNU C's raw strings, which libclang knows in C++ only. In the shadow each is an ordinary string
 * of the same type:
 *
 *     u8R"x(a "b"\n)x"   →   u8"a \"b\"\\n"
 */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "unit.h"

static void shadow_string(struct unit *unit, TSNode node)
{
	const char *text = unit->syntax.text, *quote = strchr(text + node_start(node), '"');
	const char *open = strchr(quote, '('), *end = text + node_end(node);
	struct text out = {0};
	text_add(&out, text + node_start(node), (size_t)(quote - 1 - text) - node_start(node));
	text_puts(&out, "\"");
	for (const char *at = open + 1; at < end - (open - quote) - 1; at++) {
		if (*at == '"' || *at == '\\') text_puts(&out, "\\");
		if (*at == '\n') text_puts(&out, "\\n");
		else text_add(&out, at, 1);
	}
	text_puts(&out, "\"");
	edit_replace(&unit->shadow, node_start(node), node_end(node), "%s", out.bytes);
	text_free(&out);
}

void raw_strings_shadow(struct unit *unit)
{
	for (size_t i = 0; i < unit->raw_count; i++) shadow_string(unit, unit->raw[i]);
}
