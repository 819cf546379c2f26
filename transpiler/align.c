/* SPDX-License-Identifier: MIT */
#include "align.h"

#include <stdlib.h>

#include "analysis.h"
#include "text.h"

struct align {
	struct analysis *analysis;
};

struct align *align_new(struct analysis *analysis)
{
	struct align *align = memory_new(1, sizeof *align);
	align->analysis = analysis;
	return align;
}

bool align_definition(struct align *align, const char *at, const char *end)
{
	(void)align;
	return end - at > 8 && (at[1] == 'd' || at[1] == 'u');
}

void align_token(struct align *align, size_t token, int file, int owner, uint32_t line)
{
	struct token *t = &align->analysis->tokens[token];
	(void)owner;
	t->file = file;
	t->line = line;
}

void align_finish(struct align *align)
{
	free(align);
}
