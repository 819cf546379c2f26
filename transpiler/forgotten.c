/* SPDX-License-Identifier: MIT */
/* A unit that does not include conc.h is plain C, and the compiler's errors about the dialect in it
 * do not tell why. Asked only when it may matter: the source is looked at for what is never C, and
 * the answer is printed when the compiler has failed. */
#include <stdlib.h>
#include <string.h>

#include "job.h"
#include "lexer.h"
#include "scope.h"
#include "source.h"

static bool is_word(const char *at, const char *end, const char *const *list)
{
	for (; *list; list++)
		if (scope_word_is(at, (size_t)(end - at), *list)) return true;
	return false;
}

/* "monitor NAME {", "waituntil (", "spawn NAME(": at the first token. */
static bool is_dialect(const char *word, const char *stop, const char *end)
{
	static const char *const kinds[] = {"monitor", "thread", "actor", "message", NULL};
	size_t length = (size_t)(stop - word);
	const char *next = lexer_skip_space(stop, end);
	if (next == end) return false;
	if (scope_word_is(word, length, "waituntil")) return *next == '(';
	if (!lexer_starts_word(*next)) return false;
	const char *after = lexer_skip_space(lexer_token_end(next, end), end);
	if (after == end) return false;
	return (is_word(word, stop, kinds) && *after == '{') ||
	       (scope_word_is(word, length, "spawn") && *after == '(');
}

static const char *skip_line(const char *at, const char *end)
{
	while (at < end && *at != '\n') at += lexer_splice(at, end) ? 2 : 1;
	return at;
}

/* The first such word of a text, or null. */
static const char *find(const char *text, const char *end)
{
	for (const char *at = text; (at = lexer_skip_space(at, end)) < end;) {
		const char *stop = lexer_token_end(at, end);
		if (*at == '#') stop = skip_line(at, end);
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
	char *text = source_read(job->input->text, &length);
	const char *word = text ? find(text, text + length) : NULL;
	unsigned line = 1;
	for (const char *at = text; word && at < word; at++) line += *at == '\n';
	if (word && say)
		diagnose_plain(SEVERITY_NOTE,
		               "%s:%u: '%.*s' is a word of the dialect only in a unit with "
		               "'#include <conc.h>'",
		               job_name(job->input), line,
		               (int)(lexer_token_end(word, text + length) - word), word);
	free(text);
	return word != NULL;
}
