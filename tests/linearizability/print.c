/* SPDX-License-Identifier: MIT */
/* print: a history as text, one line per operation. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

static int by_begin(const void *a, const void *b)
{
	const struct check_op *x = a, *y = b;

	return (x->begin > y->begin) - (x->begin < y->begin);
}

static void print_op(FILE *to, const struct check_op *o)
{
	static const char *const kinds[] = {"send",     "receive", "close",
	                                    "shutdown", "flush",   "count"};
	static const char *const results[] = {"", " failed: closed", " refused", " not ready"};

	fprintf(to, "@%-6u -%6u  thread %-3d %s%s", (unsigned)o->begin, (unsigned)o->end, o->thread,
	        o->waits || o->kind > CHECK_RECEIVE ? ""
	        : o->drains                         ? "try "
	                                            : "at once ",
	        kinds[o->kind]);
	if (o->kind != CHECK_CLOSE && o->kind != CHECK_SHUTDOWN)
		fprintf(to, " %u", (unsigned)o->value);
	if (o->queued) fprintf(to, " (waits @%u)", (unsigned)o->queued);
	fprintf(to, "%s\n", o->end ? results[o->result] : " has not returned");
}

void check_print(FILE *to, const struct check_channel *c)
{
	struct check_op *sorted = malloc((c->count + 1) * sizeof(*sorted));

	if (!sorted) abort();
	if (c->count) memcpy(sorted, c->ops, c->count * sizeof(*sorted));
	qsort(sorted, c->count, sizeof(*sorted), by_begin);
	fprintf(to, "channel of capacity %u, %zu operations\n", (unsigned)c->capacity, c->count);
	for (size_t i = 0; i < c->count; i++) print_op(to, &sorted[i]);
	free(sorted);
}
