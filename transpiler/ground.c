/* SPDX-License-Identifier: MIT */
/* Inclusions are surveyed one by one and only where edits fall: most headers never are. */
#include "ground.h"

#include <stdlib.h>
#include <string.h>

#include "text.h"

void ground_init(struct ground *ground, const struct analysis *analysis,
                 const struct inclusions *inclusions)
{
	*ground = (struct ground){.analysis = analysis, .inclusions = inclusions};
	ground->plots = memory_new(inclusions->count, sizeof *ground->plots);
	ground->surveyed = memory_new(inclusions->count, sizeof *ground->surveyed);
}

void ground_fini(struct ground *ground)
{
	for (size_t i = 0; i < ground->inclusions->count; i++) {
		free(ground->plots[i].copies);
		macro_calls_fini(&ground->plots[i].calls);
	}
	free(ground->plots);
	free(ground->surveyed);
}

int ground_owner(const struct ground *ground, size_t token)
{
	return inclusions_at(ground->inclusions, ground->analysis->tokens[token].offset);
}

uint32_t ground_end(const struct ground *ground, size_t token)
{
	return ground->analysis->tokens[token].source_offset +
	       ground->analysis->tokens[token].source_length;
}

static size_t first_token(const struct ground *ground, size_t offset)
{
	const struct token *token = analysis_token_at(ground->analysis, offset);
	return token ? (size_t)(token - ground->analysis->tokens) : ground->analysis->token_count;
}

static void count_copies(struct ground *ground, struct plot *plot, int inclusion)
{
	const struct inclusion *which = &ground->inclusions->list[inclusion];
	plot->copies = memory_new(plot->source->length + 1, 1);
	for (size_t i = first_token(ground, which->begin); i < ground->analysis->token_count; i++) {
		const struct token *token = &ground->analysis->tokens[i];
		if (token->offset >= which->end) break;
		if (token->in_place && token->file == plot->file &&
		    ground_owner(ground, i) == inclusion)
			plot->copies[token->source_offset] +=
			        plot->copies[token->source_offset] < 255;
	}
}

/* A string that is spelled at the closing parenthesis of a call: gcc's place for what # makes. */
static void find_strings(struct ground *ground, struct plot *plot, int inclusion)
{
	const struct inclusion *which = &ground->inclusions->list[inclusion];
	for (size_t i = first_token(ground, which->begin); i < ground->analysis->token_count; i++) {
		const struct token *token = &ground->analysis->tokens[i];
		if (token->offset >= which->end) break;
		if (token->in_place || token->file != plot->file ||
		    ground->analysis->text[token->offset] != '"')
			continue;
		for (size_t k = 0; k < plot->calls.count; k++)
			if (plot->calls.list[k].line == token->line &&
			    plot->calls.list[k].column == token->column)
				plot->calls.list[k].becomes_string = true;
	}
}

static void survey(struct ground *ground, int inclusion)
{
	const struct analysis *analysis = ground->analysis;
	struct plot *plot = &ground->plots[inclusion];
	ground->surveyed[inclusion] = true;
	for (int i = 0; i < analysis->source_count; i++)
		if (!strcmp(analysis->sources[i].name, ground->inclusions->list[inclusion].name))
			plot->file = i;
	plot->source = &analysis->sources[plot->file];
	if (!plot->source->text) {
		plot->source = NULL;
		return;
	}
	count_copies(ground, plot, inclusion);
	macro_calls_find(&plot->calls, plot->source->text, plot->source->length, plot->copies);
	find_strings(ground, plot, inclusion);
}

const struct plot *ground_plot(struct ground *ground, int inclusion)
{
	if (!ground->surveyed[inclusion]) survey(ground, inclusion);
	return &ground->plots[inclusion];
}

unsigned ground_copies(struct ground *ground, size_t token)
{
	const struct token *which = &ground->analysis->tokens[token];
	if (!which->in_place) return 0;
	const struct plot *plot = ground_plot(ground, ground_owner(ground, token));
	return plot->source && plot->file == which->file ? plot->copies[which->source_offset] : 0;
}

bool ground_is_plain(struct ground *ground, size_t token)
{
	if (ground_copies(ground, token) != 1) return false;
	const struct plot *plot = ground_plot(ground, ground_owner(ground, token));
	return !macro_calls_at(&plot->calls, ground->analysis->tokens[token].source_offset);
}
