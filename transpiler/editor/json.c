/* SPDX-License-Identifier: MIT */
/* Reading JSON in place: finding values, and strings. It trusts its writer, but stays in the text.
 */
#include "json.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

const char *json_skip_blank(const char *at)
{
	return at + strspn(at, " \t\r\n");
}

const char *json_skip_string(const char *at)
{
	for (at++; *at && *at != '"'; at++)
		if (*at == '\\' && at[1]) at++;
	return *at ? at + 1 : at;
}

const char *json_skip_value(const char *at)
{
	int depth = 0;
	at = json_skip_blank(at);
	do {
		if (*at == '"') at = json_skip_string(at);
		else if (*at == '{' || *at == '[') depth++, at++;
		else if (*at == '}' || *at == ']') depth--, at++;
		else at++;
	} while (*at && (depth || !strchr(",]}", *at)));
	return at;
}

/* Returns the value of a member of the object; null if it has none. */
const char *json_member(const char *object, const char *name)
{
	size_t length = strlen(name);
	const char *at = object ? json_skip_blank(object) : "";
	if (*at != '{') return NULL;
	for (at = json_skip_blank(at + 1); *at == '"';) {
		const char *key = at + 1, *end = json_skip_string(at);
		at = json_skip_blank(json_skip_blank(end) + 1);
		if ((size_t)(end - key) == length + 1 && !memcmp(key, name, length)) return at;
		at = json_skip_blank(json_skip_value(at));
		if (*at == ',') at = json_skip_blank(at + 1);
	}
	return NULL;
}

const char *json_first(const char *array)
{
	const char *at = array ? json_skip_blank(array) : "";
	if (*at != '[') return NULL;
	at = json_skip_blank(at + 1);
	return *at && *at != ']' ? at : NULL;
}

const char *json_next(const char *element)
{
	const char *at = json_skip_blank(json_skip_value(element));
	return *at == ',' ? json_skip_blank(at + 1) : NULL;
}

bool json_is(const char *value, const char *text)
{
	size_t length = strlen(text);
	return value && *value == '"' && !strncmp(value + 1, text, length) &&
	       value[length + 1] == '"';
}

static unsigned four_digits(const char *at)
{
	char digits[5] = {0};
	memcpy(digits, at, strnlen(at, 4));
	return (unsigned)strtoul(digits, NULL, 16);
}

/* Decodes the digits after \u and moves *at behind them. \uD83D\uDE00 is one character. */
static unsigned unicode(const char **at)
{
	unsigned c = four_digits(*at), low;
	*at += strnlen(*at, 4);
	if (c < 0xd800 || c >= 0xdc00 || (*at)[0] != '\\' || (*at)[1] != 'u') return c;
	low = four_digits(*at + 2);
	*at += 2 + strnlen(*at + 2, 4);
	return 0x10000 + ((c & 0x3ff) << 10 | (low & 0x3ff));
}

void json_decode(const char *at, struct text *out)
{
	static const char escapes[] = "b\bf\fn\nr\rt\t";
	text_add(out, "", 0);
	for (at++; *at && *at != '"';) {
		const char *escape;
		char bytes[4];
		size_t plain = strcspn(at, "\"\\");
		text_add(out, at, plain);
		at += plain;
		if (*at != '\\' || !at[1]) continue;
		at += 2;
		if (at[-1] == 'u') text_add(out, bytes, utf8_put(bytes, unicode(&at)));
		else if ((escape = strchr(escapes, at[-1]))) text_add(out, escape + 1, 1);
		else text_add(out, at - 1, 1);
	}
}

void json_add_uri(struct text *out, const char *path)
{
	static const char plain[] = "/-._~";
	text_puts(out, "\"file://");
	for (; *path; path++)
		if (isalnum((unsigned char)*path) || strchr(plain, *path)) text_add(out, path, 1);
		else text_printf(out, "%%%02X", (unsigned char)*path);
	text_puts(out, "\"");
}
