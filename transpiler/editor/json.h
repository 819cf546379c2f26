/* SPDX-License-Identifier: MIT */
/* Reading JSON in place. A value is a pointer to its first byte. */
#ifndef CONCC_JSON_H
#define CONCC_JSON_H

#include <stdbool.h>

#include "base/text.h"

const char *json_skip_blank(const char *at);
/* Behind the string, or the value, that begins at at. */
const char *json_skip_string(const char *at);
const char *json_skip_value(const char *at);

/* Returns the value of a member of the object; null if it has none. */
const char *json_member(const char *object, const char *name);
/* Return the first element of an array, and the one after an element; null if there is none. */
const char *json_first(const char *array);
const char *json_next(const char *element);
bool json_is(const char *value, const char *text); /* is it this string? */
/* Appends the text of a string, without its escapes. */
void json_decode(const char *at, struct text *out);

/* Appends "file:///a%20b.c", in quotes, for a path. */
void json_add_uri(struct text *out, const char *path);

#endif
