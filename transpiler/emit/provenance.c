/* SPDX-License-Identifier: MIT */
/* Inclusions are surveyed one by one, and only if edits fall into them: most headers never are. */
#include "provenance.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

void provenance_init(struct provenance *provenance, const struct analysis *analysis,
                     const struct inclusions *inclusions)
{
	*provenance = (struct provenance){.analysis = analysis, .inclusions = inclusions};
	provenance->files = memory_new(inclusions->count, sizeof *provenance->files);
	provenance->surveyed = memory_new(inclusions->count, sizeof *provenance->surveyed);
}

void provenance_fini(struct provenance *provenance)
{
	for (size_t i = 0; i < provenance->inclusions->count; i++) {
		free(provenance->files[i].copies);
		macro_calls_fini(&provenance->files[i].calls);
	}
	free(provenance->files);
	free(provenance->surveyed);
}

int provenance_owner(const struct provenance *provenance, size_t token)
{
	return inclusions_at(provenance->inclusions, provenance->analysis->tokens[token].offset);
}

uint32_t provenance_end(const struct provenance *provenance, size_t token)
{
	return provenance->analysis->tokens[token].source_offset +
	       provenance->analysis->tokens[token].source_length;
}

static void count_copies(struct provenance *provenance, struct file_map *file_map, int inclusion)
{
	const struct inclusion *which = &provenance->inclusions->list[inclusion];
	file_map->copies = memory_new(file_map->source->length + 1, 1);
	for (size_t i = analysis_index_at(provenance->analysis, which->begin);
	     i < provenance->analysis->token_count; i++) {
		const struct token *token = &provenance->analysis->tokens[i];
		if (token->offset >= which->end) break;
		if (token->in_place && token->file == file_map->file &&
		    provenance_owner(provenance, i) == inclusion)
			file_map->copies[token->source_offset] +=
			        file_map->copies[token->source_offset] < 255;
	}
}

/* gcc places the string that # makes at the closing parenthesis of the call. */
static void find_strings(struct provenance *provenance, struct file_map *file_map, int inclusion)
{
	const struct inclusion *which = &provenance->inclusions->list[inclusion];
	for (size_t i = analysis_index_at(provenance->analysis, which->begin);
	     i < provenance->analysis->token_count; i++) {
		const struct token *token = &provenance->analysis->tokens[i];
		if (token->offset >= which->end) break;
		if (token->in_place || token->file != file_map->file ||
		    provenance->analysis->text[token->offset] != '"')
			continue;
		for (size_t k = 0; k < file_map->calls.count; k++)
			if (file_map->calls.list[k].line == token->line &&
			    file_map->calls.list[k].column == token->column)
				file_map->calls.list[k].becomes_string = true;
	}
}

const struct file_map *provenance_file(struct provenance *provenance, int inclusion)
{
	const struct analysis *analysis = provenance->analysis;
	struct file_map *file_map = &provenance->files[inclusion];
	if (provenance->surveyed[inclusion]) return file_map;
	provenance->surveyed[inclusion] = true;
	int file = analysis_find_source(analysis, provenance->inclusions->list[inclusion].name);
	file_map->file = file == NO_FILE ? 0 : file;
	const struct source *source = &analysis->sources[file_map->file];
	if (!source->text) return file_map;
	file_map->source = source;
	count_copies(provenance, file_map, inclusion);
	macro_calls_find(&file_map->calls, source->text, source->length, file_map->copies);
	find_strings(provenance, file_map, inclusion);
	return file_map;
}

bool provenance_is_in_call(struct provenance *provenance, int inclusion, uint32_t offset)
{
	const struct file_map *file_map = provenance_file(provenance, inclusion);
	const struct macro_call *call = macro_calls_at(&file_map->calls, offset);
	return call && call->start < offset;
}

void our_call_follow(struct our_call *call, const char *at, const char *stop, bool ours)
{
	if (*at == '(') call->depth += call->depth || call->at_name;
	else if (*at == ')') call->depth -= call->depth > 0;
	call->at_name =
	        stop - at > 5 && (!memcmp(at, "CONC_", 5) || (!ours && !memcmp(at, "conc_", 5)));
}

unsigned provenance_copies(struct provenance *provenance, size_t token)
{
	const struct token *which = &provenance->analysis->tokens[token];
	if (!which->in_place) return 0;
	const struct file_map *file_map =
	        provenance_file(provenance, provenance_owner(provenance, token));
	return file_map->source && file_map->file == which->file
	               ? file_map->copies[which->source_offset]
	               : 0;
}

bool provenance_is_plain(struct provenance *provenance, size_t token)
{
	if (provenance_copies(provenance, token) != 1) return false;
	const struct file_map *file_map =
	        provenance_file(provenance, provenance_owner(provenance, token));
	return !macro_calls_at(&file_map->calls, provenance->analysis->tokens[token].source_offset);
}
