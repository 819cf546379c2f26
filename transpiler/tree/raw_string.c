/* SPDX-License-Identifier: MIT */
/* GNU C's raw strings, which libclang knows in C++ only. In the shadow each is an ordinary string
 * of the same type:
 *
 *     u8R"x(a "b"\n)x"   →   u8"a \"b\"\\n"
 */
#include <string.h>

#include "base/text.h"
#include "unit.h"

void raw_strings_shadow(struct unit *unit)
{
	for (size_t i = 0; i < unit->raw_count; i++) {
		const char *start = unit->syntax.text + node_start(unit->raw[i]),
		           *end = unit->syntax.text + node_end(unit->raw[i]);
		const char *quote = strchr(start, '"'), *open = strchr(quote, '(');
		struct text out = {0};
		text_printf(&out, "%.*s\"", (int)(quote - 1 - start), start);
		for (const char *at = open + 1; at < end - (open - quote) - 1; at++) {
			if (*at == '"' || *at == '\\') text_puts(&out, "\\");
			if (*at == '\n') text_puts(&out, "\\n");
			else text_add(&out, at, 1);
		}
		text_puts(&out, "\"");
		put_instead(&unit->shadow, unit->raw[i], "%s", out.bytes);
		text_free(&out);
	}
}
