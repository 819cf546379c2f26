/* SPDX-License-Identifier: MIT */
/* The analysis text has the expansion of a macro call. Writing it in place of the call keeps the
 * rest of the author's file as it is.
 *
 *     BEGIN(m) x++; END       →     { CONC_HOLD(1, conc_mutex, (m)); { x++; } }
 *
 * The nearest plain tokens on both sides tell where a call begins and ends. Between them the
 * author's file has the call (or several), and the analysis text has the expansion. One thing could
 * make a difference: the compiler expands the text again. A macro that names itself, such as
 * `#define f(x) f(x, 1)`, painted blue by the preprocessor, would be expanded once more. Such a
 * region is refused, and so is a region in which __COUNTER__ counts. */
#define _GNU_SOURCE
#include "expand.h"

#include <stdlib.h>
#include <string.h>

#include "base/edit.h"
#include "source/lexer.h"
#include "base/text.h"

enum { TOO_LONG = 100000 }; /* tokens */

/* ---- the limits of a region ---- */

static bool is_here(const struct region *region, const struct provenance *provenance, size_t token)
{
	return provenance_owner(provenance, token) == region->inclusion;
}

/* Goes left over this file's tokens that are not plain, then to the nearest token in place. */
static uint32_t find_start(struct region *region, struct provenance *provenance)
{
	while (region->first > 0 && is_here(region, provenance, region->first - 1) &&
	       !provenance_is_plain(provenance, region->first - 1))
		region->first--;
	size_t floor = provenance->inclusions->list[region->inclusion].begin;
	for (size_t i = region->first; i-- > 0 && provenance->analysis->tokens[i].offset >= floor;)
		if (is_here(region, provenance, i) && provenance_copies(provenance, i))
			return provenance_end(provenance, i);
	return 0;
}

static uint32_t find_end(struct region *region, struct provenance *provenance)
{
	size_t count = provenance->analysis->token_count;
	while (region->last < count && is_here(region, provenance, region->last) &&
	       !provenance_is_plain(provenance, region->last))
		region->last++;
	size_t ceiling = provenance->inclusions->list[region->inclusion].end;
	for (size_t i = region->last; i < count && provenance->analysis->tokens[i].offset < ceiling;
	     i++)
		if (is_here(region, provenance, i) && provenance_copies(provenance, i))
			return provenance->analysis->tokens[i].source_offset;
	return (uint32_t)provenance_file(provenance, region->inclusion)->source->length;
}

/* Can a text consist of complete macro calls and plain tokens? */
struct balance {
	int depth;
	bool broken;
};

/* The tokens in start..end of a text without directives. Balanced twice: with the parentheses that
 * did not come out (the parentheses of calls), and with all of them, since clang leaves some plain
 * ones unplaced. */
struct stretch {
	uint32_t start, end; /* of its first and last token */
	size_t tokens, out;  /* number of tokens; how many tokens came out of them */
	struct balance calls, all;
};

static void weigh(struct balance *balance, char c, bool came_out, bool counts)
{
	balance->broken |= !came_out && !balance->depth && !lexer_starts_word(c) && c != '(';
	balance->depth += counts && c == '(';
	balance->depth -= counts && c == ')';
	balance->broken |= balance->depth < 0;
}

static void measure(struct stretch *stretch, const struct file_map *file_map, uint32_t offset,
                    uint32_t stop)
{
	char c = file_map->source->text[offset];
	unsigned copies = file_map->copies[offset];
	stretch->start = stretch->tokens++ ? stretch->start : offset;
	stretch->end = stop;
	stretch->out += copies;
	weigh(&stretch->calls, c, copies, !copies);
	weigh(&stretch->all, c, copies, true);
}

static bool is_sound(const struct stretch *stretch)
{
	return (!stretch->calls.broken && !stretch->calls.depth) ||
	       (!stretch->all.broken && !stretch->all.depth);
}

static bool is_directive(const struct file_map *file_map, const char *before, const char *at)
{
	const char *text = file_map->source->text;
	return lexer_hash(at, text + file_map->source->length) && !file_map->copies[at - text] &&
	       (before == text || memchr(before, '\n', (size_t)(at - before)));
}

/* Returns the first stretch at or after start that has tokens. */
static struct stretch next_stretch(const struct file_map *file_map, uint32_t start, uint32_t end)
{
	const char *text = file_map->source->text, *stop = text + end, *before = text + start, *at;
	struct stretch stretch = {0};
	for (; (at = lexer_skip_space(before, stop)) < stop;) {
		if (!is_directive(file_map, before, at)) {
			before = lexer_token_end(at, stop);
			measure(&stretch, file_map, (uint32_t)(at - text),
			        (uint32_t)(before - text));
		} else if (stretch.tokens) {
			break;
		} else {
			before = lexer_line_end(at, stop);
		}
	}
	return stretch;
}

static bool spans(const struct file_map *file_map, const struct stretch *stretch, uint32_t first,
                  uint32_t last)
{
	const char *text = file_map->source->text;
	return 1 + text_newlines(text, text + stretch->start) <= first &&
	       last <= 1 + text_newlines(text, text + stretch->end);
}

/* Finds the stretch between directives from which the region came. If there are several (perhaps in
 * skipped groups), the lines of the output decide. */
static bool find_stretch(struct stretch *found, const struct region *region,
                         struct provenance *provenance, uint32_t start, uint32_t end)
{
	const struct file_map *file_map = provenance_file(provenance, region->inclusion);
	const struct token *tokens = provenance->analysis->tokens;
	struct stretch next = {.end = start};
	bool several = false;
	*found = next_stretch(file_map, start, end);
	if (found->tokens) several = next_stretch(file_map, found->end, end).tokens > 0;
	if (!several || file_map->calls.renumbered) return found->tokens > 0 && !several;
	uint32_t first = analysis_place(provenance->analysis, tokens[region->first].offset).line;
	uint32_t last = analysis_place(provenance->analysis, tokens[region->last - 1].offset).line;
	while ((next = next_stretch(file_map, next.end, end)).tokens)
		if (spans(file_map, &next, first, last)) {
			*found = next;
			return true;
		}
	return false;
}

static size_t tokens_in_place(const struct region *region, struct provenance *provenance,
                              bool *astray)
{
	size_t count = 0;
	for (size_t i = region->first; i < region->last; i++) {
		const struct token *token = &provenance->analysis->tokens[i];
		*astray |= !is_here(region, provenance, i);
		if (!provenance_copies(provenance, i)) continue;
		*astray |=
		        token->source_offset < region->start || token->source_offset >= region->end;
		count++;
	}
	return count;
}

static const char *try_to_close(struct region *region, struct provenance *provenance)
{
	region->inclusion = provenance_owner(provenance, region->first);
	if (!provenance_file(provenance, region->inclusion)->source)
		return "the file of a macro call cannot be read";
	uint32_t start = find_start(region, provenance), end = find_end(region, provenance);
	struct stretch stretch;
	if (region->last - region->first > TOO_LONG) return "a macro call is too long";
	if (start > end || !find_stretch(&stretch, region, provenance, start, end))
		return "a macro call is mixed with directives";
	region->start = stretch.start;
	region->end = stretch.end;
	bool astray = false;
	if (tokens_in_place(region, provenance, &astray) != stretch.out || astray ||
	    !is_sound(&stretch))
		return "a macro call cannot be told from what surrounds it";
	return NULL;
}

static void widen(struct region *region, const struct provenance *provenance, size_t left,
                  size_t right)
{
	while (left-- && region->first > 0 && is_here(region, provenance, region->first - 1))
		region->first--;
	while (right-- && region->last < provenance->analysis->token_count &&
	       is_here(region, provenance, region->last))
		region->last++;
}

/* If a plain token turns out to be inside a call, takes in more tokens, as few as possible. */
const char *region_close(struct region *region, struct provenance *provenance)
{
	enum { TRIES = 30 };
	struct region seed = *region;
	const char *why = try_to_close(region, provenance);
	for (size_t i = 1; why && i < TRIES; i++)
		for (size_t side = 1; side <= 3; side++) {
			*region = seed;
			widen(region, provenance, side & 1 ? i : 0, side & 2 ? i : 0);
			if (!try_to_close(region, provenance)) return NULL;
		}
	return why;
}

/* ---- its text ---- */

/* Finds the next #define at or after `at`. Returns its name, and sets the ends of the name and of
 * its logical line. Returns null if there is none. */
static const char *next_definition(const char *at, const char *end, const char **name_end,
                                   const char **stop)
{
	const char *name = lexer_definition(at, end);
	if (!name) return NULL;
	*name_end = lexer_token_end(name, end);
	*stop = lexer_line_end(*name_end, end);
	return name;
}

static bool expand_is_word(const char *at, const char *stop, const char *name, size_t length)
{
	return lexer_spells(at, stop, name, length) == stop;
}

/* Does the macro's text from at to stop contain its own name, and anything else? */
static bool names_itself(const char *at, const char *stop, const char *name, size_t length)
{
	bool found = false, other = false;
	for (const char *next; (at = lexer_skip_space(at, stop)) < stop; at = next) {
		next = lexer_token_end(at, stop);
		bool same = expand_is_word(at, next, name, length);
		found |= same;
		other |= !same;
	}
	return found && other;
}

/* Would the macro expand again? It came out unexpanded, and is one of the author's (whatever the
 * reason), or names itself. */
static bool is_spared(const struct provenance *provenance, const char *name, size_t length)
{
	for (int i = 0; i < provenance->analysis->source_count; i++) {
		const struct source *source = &provenance->analysis->sources[i];
		const char *at = source->text, *end = at ? at + source->length : NULL, *name_end,
		           *stop;
		for (; at && (at = next_definition(at, end, &name_end, &stop)); at = name_end)
			if (expand_is_word(at, name_end, name, length) &&
			    (!source->system || names_itself(name_end, stop, name, length)))
				return true;
	}
	return false;
}

/* `#define stdin stdin` names itself harmlessly: nothing else came out. */
static bool stands_alone(const struct provenance *provenance, size_t token)
{
	const struct token *tokens = provenance->analysis->tokens;
	return token > 0 && tokens[token - 1].in_place &&
	       token + 1 < provenance->analysis->token_count && tokens[token + 1].in_place;
}

static bool may_expand_again(const struct region *region, const struct provenance *provenance)
{
	for (size_t i = region->first; i < region->last; i++) {
		const struct token *token = &provenance->analysis->tokens[i];
		const char *name = provenance->analysis->text + token->offset;
		if (!token->in_place && lexer_starts_word(*name) && !stands_alone(provenance, i) &&
		    is_spared(provenance, name, token->length))
			return true;
	}
	return false;
}

/* A set of names. They point into texts that outlive it. */
struct names {
	struct name {
		const char *at;
		size_t length;
	} * list;
	size_t count, room;
};

static bool mentions(const char *at, const char *stop, const struct names *names)
{
	for (const char *next; (at = lexer_skip_space(at, stop)) < stop; at = next) {
		next = lexer_token_end(at, stop);
		for (size_t i = 0; i < names->count && lexer_starts_word(*at); i++)
			if (expand_is_word(at, next, names->list[i].at, names->list[i].length))
				return true;
	}
	return false;
}

static void add_name(struct names *names, const char *at, size_t length)
{
	*GROW(names->list, names->count, names->room) = (struct name){at, length};
}

/* Adds the macros whose bodies mention one of the names, and the macros that mention those. */
static void add_users(struct names *names, const struct analysis *analysis)
{
	size_t count;
	do {
		count = names->count;
		for (int i = 0; i < analysis->source_count; i++) {
			const struct source *source = &analysis->sources[i];
			const char *at = source->text, *end = at ? at + source->length : NULL,
			           *name_end, *stop;
			for (; at && (at = next_definition(at, end, &name_end, &stop));
			     at = name_end)
				if (mentions(name_end, stop, names) &&
				    !mentions(at, name_end, names))
					add_name(names, at, (size_t)(name_end - at));
		}
	} while (count != names->count);
}

/* Does the call use __COUNTER__? Written out, the expansion would not count, and later uses would
 * get its numbers. */
static bool counts(const struct region *region, const struct provenance *provenance)
{
	static const char counter[] = "__COUNTER__";
	const struct analysis *analysis = provenance->analysis;
	bool there = false;
	for (int i = 0; i < analysis->source_count; i++) {
		const struct source *source = &analysis->sources[i];
		there |= source->text && strstr(source->text, counter);
	}
	if (!there) return false;
	struct names names = {0};
	const char *text = provenance->files[region->inclusion].source->text;
	add_name(&names, counter, sizeof counter - 1);
	add_users(&names, analysis);
	there = mentions(text + region->start, text + region->end, &names);
	free(names.list);
	return there;
}

/* Writes `#pragma x "y"` as _Pragma("x \"y\""), any other directive as nothing. Returns its end. */
static const char *put_directive(struct text *out, const char *at, const char *end)
{
	const char *stop = text_line_end(at, end);
	if (stop - at > 8 && !memcmp(at, "#pragma ", 8)) {
		text_puts(out, " _Pragma(\"");
		for (at += 8; at < stop; at++)
			text_printf(out, *at == '"' || *at == '\\' ? "\\%c" : "%c", *at);
		text_puts(out, "\") ");
	}
	return stop;
}

/* A region's text while it is written. */
struct line {
	struct text out;
	struct spots *spots;
	const struct edited *edited;
	struct provenance *provenance;
	size_t start; /* of the region in the analysis text */
};

/* Returns the author's token at `at` of the edited text; SIZE_MAX if it is not the author's. */
static size_t token_of(const struct line *line, const char *at)
{
	const struct analysis *analysis = line->provenance->analysis;
	size_t offset = (size_t)(at - line->edited->text);
	size_t original = edited_to_original(line->edited, offset);
	const struct token *token = analysis_token_at(analysis, line->start + original);
	if (!token || token->offset != line->start + original ||
	    original_to_edited(line->edited, original) != offset)
		return SIZE_MAX;
	size_t index = (size_t)(token - analysis->tokens);
	return provenance_copies(line->provenance, index) ? index : SIZE_MAX;
}

static char *on_one_line(struct line *line)
{
	const char *at = line->edited->text, *end = at + line->edited->length;
	struct text *out = &line->out;
	struct spots *spots = line->spots;
	text_add(out, "", 0);
	while (at < end) {
		const char *stop = at + strspn(at, " \t\n\r\f\v");
		stop = stop > end ? end : stop;
		if (stop < end && *stop == '#' && stop > at && stop[-1] == '\n') {
			at = put_directive(out, stop, end);
			continue;
		}
		if (stop > at) text_puts(out, " ");
		if ((at = stop) == end) break;
		stop = lexer_comment(at, end);
		if (!stop)
			*GROW(spots->list, spots->count, spots->room) =
			        (struct spot){line->out.length, token_of(line, at)};
		stop = stop ? stop : lexer_token_end(at, end);
		text_add(out, at, (size_t)(stop - at));
		at = stop;
	}
	return out->bytes;
}

static size_t count_pragmas(const char *at, const char *end)
{
	size_t count = 0;
	while (at < end && (at = memmem(at, (size_t)(end - at), "pragma", 6))) {
		count++;
		at += 6;
	}
	return count;
}

/* A _Pragma at the edge of an expansion is outside its tokens and would be lost. The analysis text
 * then has a #pragma line that the author's text does not have. */
static bool loses_pragma(const struct region *region, const struct provenance *provenance)
{
	const struct analysis *analysis = provenance->analysis;
	const struct token *tokens = analysis->tokens;
	size_t first = region->first, last = region->last;
	const char *text = analysis->text, *own = provenance->files[region->inclusion].source->text;
	size_t made = 0, written = 0;
	if (first > 0)
		made += count_pragmas(text + tokens[first - 1].offset + tokens[first - 1].length,
		                      text + tokens[first].offset);
	if (last < analysis->token_count)
		made += count_pragmas(text + tokens[last - 1].offset + tokens[last - 1].length,
		                      text + tokens[last].offset);
	if (first > 0 && tokens[first - 1].in_place &&
	    tokens[first - 1].source_offset < region->start)
		written += count_pragmas(own + provenance_end(provenance, first - 1),
		                         own + region->start);
	if (last < analysis->token_count && tokens[last].in_place &&
	    tokens[last].source_offset > region->end)
		written += count_pragmas(own + region->end, own + tokens[last].source_offset);
	return made > written;
}

bool region_holds(const struct region *region, const struct provenance *provenance,
                  const struct edit *edit)
{
	const struct token *last = &provenance->analysis->tokens[region->last - 1];
	size_t start = provenance->analysis->tokens[region->first].offset,
	       end = last->offset + last->length;
	bool at_front = edit->start == start && edit->kind == EDIT_AFTER;
	bool at_back = edit->start == end && edit->kind == EDIT_BEFORE;
	return edit->start >= start && edit->end <= end && !at_front && !at_back;
}

char *region_text(const struct region *region, struct provenance *provenance,
                  const struct edits *edits, struct spots *spots)
{
	if (may_expand_again(region, provenance) || loses_pragma(region, provenance) ||
	    counts(region, provenance))
		return NULL;
	const struct token *first = &provenance->analysis->tokens[region->first];
	const struct token *last = &provenance->analysis->tokens[region->last - 1];
	struct edits inside = {.list = memory_new(edits->count, sizeof *inside.list)};
	for (size_t i = 0; i < edits->count; i++) {
		struct edit edit = edits->list[i];
		if (!region_holds(region, provenance, &edit)) continue;
		edit.start -= first->offset;
		edit.end -= first->offset;
		inside.list[inside.count++] = edit;
	}
	struct edited edited = edits_apply(&inside, provenance->analysis->text + first->offset,
	                                   last->offset + last->length - first->offset);
	spots->line = analysis_place(provenance->analysis, first->offset).line;
	char *text = on_one_line(&(struct line){.spots = spots,
	                                        .edited = &edited,
	                                        .provenance = provenance,
	                                        .start = first->offset});
	edited_free(&edited);
	free(inside.list);
	return text;
}
