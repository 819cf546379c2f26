/* SPDX-License-Identifier: MIT */
/* A unit that does not include conc.h is plain C, and the compiler's errors about dialect in it do
 * not tell why. So the source is searched for words that are never C there, and a note is printed
 * after the compiler has failed. */
#include "job.h"

#include <stdlib.h>
#include <string.h>

#include "source/lexer.h"
#include "tree/word_shadowing.h"
#include "source/source.h"

/* Does "monitor NAME {", "waituntil (" or "spawn NAME(" begin at the token `word`? */
static bool is_dialect(const char *word, const char *stop, const char *end)
{
	size_t length = (size_t)(stop - word);
	const char *next = lexer_skip_space(stop, end);
	if (next == end) return false;
	if (word_is(word, length, "waituntil")) return *next == '(';
	if (!lexer_starts_word(*next)) return false;
	const char *after = lexer_skip_space(lexer_token_end(next, end), end);
	if (after == end) return false;
	return ((word_is(word, length, "monitor") || word_is(word, length, "thread") ||
	         word_is(word, length, "actor") || word_is(word, length, "message")) &&
	        *after == '{') ||
	       (word_is(word, length, "spawn") && *after == '(');
}

static const char *forgotten_find(const char *text, const char *end)
{
	for (const char *at = text; (at = lexer_skip_space(at, end)) < end;) {
		const char *stop = lexer_token_end(at, end);
		if (*at == '#')
			for (stop = at; stop < end && *stop != '\n';)
				stop += lexer_splice(stop, end) ? 2 : 1;
		else if (lexer_starts_word(*at) && is_dialect(at, stop, end)) return at;
		at = stop;
	}
	return NULL;
}

bool job_forgot_header(const struct job *job, bool say)
{
	size_t length = 0;
	bool c = job->input->language && !strcmp(job->input->language, "c");
	if (job->fate != FATE_LEFT || !c || !strcmp(job->input->text, "-")) return false;
	if (job->preprocessor_status) return false; /* it may have failed before the header */
	char *text = source_read(job->input->text, &length);
	const char *word = text ? forgotten_find(text, text + length) : NULL;
	if (word && say)
		diagnose_plain(SEVERITY_NOTE,
		               "%s:%zu: '%.*s' is a word of the dialect only in a unit with "
		               "'#include <conc.h>'",
		               job_name(job->input), 1 + text_newlines(text, word),
		               (int)(lexer_token_end(word, text + length) - word), word);
	free(text);
	return word != NULL;
}
