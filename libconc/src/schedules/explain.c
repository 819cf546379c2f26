/* SPDX-License-Identifier: MIT */
/*
 * The run that failed is made again, and leaves a list of its switches. If a run by that list fails
 * too, switches are taken out of it as long as it does (delta debugging: Zeller, Hildebrandt, TSE
 * 2002): first halves, then quarters, down to single ones.
 *
 * Then the run is made up to one of its steps, and goes on from there in ways that are drawn. If
 * all of them fail, it is too late after that step. The first such step is found by halving.
 *
 * What is told are the steps at words that two threads touch and one of them writes, a row for each
 * line of the program, in columns by thread; of a long tale those next to a change of the thread.
 */
#define _GNU_SOURCE
#include "explain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lines.h"
#include "port/schedule.h"
#include "switches.h"

#define ROWS 10u   /* of a tale */
#define WAYS 30u   /* to go on from a step: if all of them fail, it is too late there */
#define COLUMNS 6u /* more threads are written line by line */
#define WIDE 100u  /* characters */

static bool (*run)(bool *more, bool any);
static bool more;
static bool any; /* another failure than the seed's will do */

static bool fails_by(const struct conc_switch *list, uint32_t count)
{
	conc_switches = list;
	conc_switch_count = count;
	return more && run(&more, any);
}

/* ---- Small ---- */

/* Stores list without the entries from `from` to `to` of those of that way. Returns how many. */
static uint32_t without(const struct conc_switch *list, uint32_t count, bool waits, uint32_t from,
                        uint32_t to, struct conc_switch *left)
{
	uint32_t n = 0, kept = 0;

	for (uint32_t i = 0; i < count; i++) {
		bool counts = list[i].waits == waits;
		if (!counts || n < from || n >= to) left[kept++] = list[i];
		n += counts;
	}
	return kept;
}

static uint32_t how_many(const struct conc_switch *list, uint32_t count, bool waits)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < count; i++) n += list[i].waits == waits;
	return n;
}

/* Takes switches of that way out of the list. Returns its new length. */
static uint32_t reduce(struct conc_switch *list, uint32_t count, bool waits)
{
	static struct conc_switch some[CONC_SWITCHES];
	uint32_t size = how_many(list, count, waits), rest;

	while (size > 0 && more) {
		uint32_t from = 0, all = how_many(list, count, waits);
		while (from < all) {
			rest = without(list, count, waits, from, from + size, some);
			if (fails_by(some, rest)) {
				memcpy(list, some, rest * sizeof *list);
				count = rest;
				all = how_many(list, count, waits);
			} else {
				from += size;
			}
		}
		size = size > 1 && size < all ? (size + 1) / 2 : size / 2;
	}
	return count;
}

/* Lets a switch go at once where the next one goes. Returns the list's new length. */
static uint32_t merge(struct conc_switch *list, uint32_t count)
{
	static struct conc_switch some[CONC_SWITCHES];

	for (uint32_t i = 0; i + 1 < count && more;) {
		memcpy(some, list, (i + 1) * sizeof *list);
		memcpy(some + i + 1, list + i + 2, (count - i - 2) * sizeof *list);
		some[i].to = list[i + 1].to;
		if (fails_by(some, count - 1)) memcpy(list, some, --count * sizeof *list);
		else i++;
	}
	return count;
}

/* ---- Too late ---- */

static bool fails_after(const struct conc_switch *list, uint32_t count, uint32_t steps)
{
	bool fails = true;

	conc_switches_until = steps;
	any = true;
	for (uint32_t way = 1; way <= WAYS && fails; way++) {
		conc_switches_way = way;
		fails = fails_by(list, count);
	}
	any = false;
	conc_switches_until = UINT32_MAX;
	conc_switches_way = 0;
	return fails;
}

/* Returns after how many of the steps the run fails in whatever way it goes on: after fewer, too,
 * if the time is over. */
static uint32_t too_late(const struct conc_switch *list, uint32_t count, uint32_t steps)
{
	uint32_t low = 0, high = steps;

	while (low < high && more) {
		uint32_t middle = low + (high - low) / 2;
		bool fails = fails_after(list, count, middle);
		if (fails) high = middle;
		else if (more) low = middle + 1;
	}
	return high;
}

/* ---- Told ---- */

struct row {
	uint32_t thread, number; /* of the step */
	const char *line;
	const char *text; /* "file:line reads variable" */
	uintptr_t word;
	bool shown;
	bool gap; /* rows before it are left out */
};

static struct row rows[CONC_STEPS];
static uint32_t row_count;

static int by_word(const struct conc_story_step *x, const struct conc_story_step *y)
{
	uintptr_t one = conc_step_word(x->word), other = conc_step_word(y->word);

	return (one > other) - (one < other);
}

static int by_word_and_number(const void *a, const void *b)
{
	const struct conc_story_step *x = a, *y = b;
	int word = by_word(x, y);

	return word ? word : (x->number > y->number) - (x->number < y->number);
}

static uint32_t started(const struct conc_story *story, uint32_t thread)
{
	return thread < CONC_STORY_THREADS ? story->threads[thread].started : 0;
}

/* Is there a write, and an access of another thread that comes before or could have done so? Steps
 * are those of one word, in their order. */
static bool is_shared(const struct conc_story *story, const struct conc_story_step *steps,
                      size_t count)
{
	uint32_t first = steps[0].thread, others_started = UINT32_MAX;

	for (size_t i = 1; i < count; i++)
		if (steps[i].thread != first && started(story, steps[i].thread) < others_started)
			others_started = started(story, steps[i].thread);
	for (size_t i = 0, others = 0; i < count; i++) {
		others += steps[i].thread != first;
		if (steps[i].word & CONC_TOUCH_WRITES &&
		    (others || steps[i].number >= others_started))
			return true;
	}
	return false;
}

/* Stores the words that are shared, ascending. Returns how many. */
static size_t shared_words(const struct conc_story *story, uint32_t steps, uintptr_t *words)
{
	static struct conc_story_step sorted[CONC_STEPS];
	size_t count = 0;

	memcpy(sorted, story->step, steps * sizeof *sorted);
	qsort(sorted, steps, sizeof *sorted, by_word_and_number);
	for (uint32_t i = 0, end; i < steps; i = end) {
		for (end = i; end < steps && by_word(&sorted[i], &sorted[end]) == 0; end++)
			;
		if (conc_step_word(sorted[i].word) && is_shared(story, &sorted[i], end - i))
			words[count++] = conc_step_word(sorted[i].word);
	}
	return count;
}

static int by_value(const void *a, const void *b)
{
	uintptr_t x = *(const uintptr_t *)a, y = *(const uintptr_t *)b;

	return (x > y) - (x < y);
}

static int by_place(const void *a, const void *b)
{
	return by_value(&((const struct conc_line *)a)->place,
	                &((const struct conc_line *)b)->place);
}

/* Writes the value as an integer; none if it may be a float's, a double's or a pointer's, or, of
 * one or two bytes, negative by one type and positive by another. */
static const char *value_of(const struct conc_story_step *step, char text[static 32])
{
	static const long limits[9] = {
	        [1] = 1L << 7, [2] = 1L << 15, [4] = 1L << 23, [8] = 1L << 32};
	size_t size = conc_step_size(step->word);
	long value = size == 4 ? (int32_t)step->value : (int64_t)step->value;

	if (!step->known || value >= limits[size] || value <= -limits[size]) return NULL;
	snprintf(text, 32, "%ld", value);
	return text;
}

/* The length of what without the preposition that it ends with, such as "sends" of "sends to". */
static size_t alone(const char *what)
{
	const char *last = strrchr(what, ' ');
	bool preposition = last && (!strcmp(last, " to") || !strcmp(last, " at") ||
	                            !strcmp(last, " for") || !strcmp(last, " from"));

	return preposition ? (size_t)(last - what) : strlen(what);
}

/* Returns what a step at that line does. */
static const char *describe(const char *line, const struct conc_story_step *step)
{
	static const char *const does[16] = {
	        [CONC_TOUCH_READS] = "reads",  [CONC_TOUCH_WRITES] = "writes",
	        [CONC_TOUCH_SYNC] = "loads",   [CONC_TOUCH_CHANGES] = "changes",
	        [CONC_TOUCH_LOCKS] = "locks",  [CONC_TOUCH_UNLOCKS] = "unlocks",
	        [CONC_TOUCH_AWAITS] = "joins", [CONC_TOUCH_USES] = "uses",
	};
	const char *what = step->what   ? step->what
	                   : step->word ? does[conc_step_touch(step->word)]
	                                : NULL;
	const char *slash = strrchr(line, '/'), *value;
	uintptr_t word = step->word;
	char digits[32], within[32] = "", *name, *text;
	size_t offset;

	name = conc_symbol_of(conc_step_address(word), &offset);
	value = step->what ? NULL : value_of(step, digits);
	if (name) name[strcspn(name, "@")] = 0; /* its version in a library */
	if (name && offset) snprintf(within, sizeof within, "+%zu", offset);
	if (!what) what = "";
	if (asprintf(&text, "%s%s%.*s%s%s%s%s%s", slash ? slash + 1 : line, *what ? " " : "",
	             (int)(name ? strlen(what) : alone(what)), what, name ? " " : "",
	             name ? name : "", within,
	             !value ? ""
	             : name ? " = "
	                    : " ",
	             value ? value : "") < 0)
		text = NULL;
	free(name);
	return text ? text : "?";
}

/* Makes a row of each step at one of the words, or of each step if there are none. The step by
 * which it is too late has a row in any case. */
static void make_rows(const struct conc_story *story, uint32_t late)
{
	uint32_t steps = story->steps < CONC_STEPS ? story->steps : CONC_STEPS;
	static struct conc_line lines[CONC_STEPS];
	static uintptr_t words[CONC_STEPS];
	static bool shown[CONC_STEPS];
	size_t shared = shared_words(story, steps, words), places = 0, kept = 0;

	for (uint32_t i = 0; i < steps; i++) {
		const struct conc_story_step *step = &story->step[i];
		uintptr_t word = conc_step_word(step->word);
		shown[i] = !shared || bsearch(&word, words, shared, sizeof *words, by_value) ||
		           (step->number + 1 == late && (step->word || step->what));
		if (shown[i]) lines[places++].place = step->place;
	}
	qsort(lines, places, sizeof *lines, by_place);
	for (size_t i = 0; i < places; i++)
		if (!kept || lines[kept - 1].place != lines[i].place) lines[kept++] = lines[i];
	conc_lines_find(lines, kept);
	row_count = 0;
	for (uint32_t i = 0; i < steps; i++) {
		const struct row *last = row_count ? &rows[row_count - 1] : NULL;
		struct conc_line key = {story->step[i].place, NULL}, *found;
		const char *text;
		if (!shown[i]) continue;
		found = bsearch(&key, lines, kept, sizeof *lines, by_place);
		if (!found || !found->line || strstr(found->line, "libconc/")) continue;
		text = describe(found->line, &story->step[i]);
		if (last && last->thread == story->step[i].thread && !strcmp(last->text, text))
			continue;
		rows[row_count++] = (struct row){.thread = story->step[i].thread,
		                                 .number = story->step[i].number,
		                                 .line = found->line,
		                                 .text = text,
		                                 .word = story->step[i].word};
	}
}

/* Returns the row by which it is too late, row_count if it is at once. */
static uint32_t last_chance(uint32_t late)
{
	uint32_t i = row_count;

	while (i > 0 && rows[i - 1].number >= late) i--;
	return i ? i - 1 : row_count;
}

/* The end of the section that begins with row i, if no row of another thread is in it; else 0. */
static uint32_t section_end(uint32_t i)
{
	for (uint32_t j = i + 1; j < row_count && rows[j].thread == rows[i].thread; j++)
		if (conc_step_word(rows[j].word) == conc_step_word(rows[i].word) &&
		    conc_step_touch(rows[j].word) == CONC_TOUCH_UNLOCKS)
			return j;
	return 0;
}

static void keep_shown(void)
{
	uint32_t kept = 0;
	bool gap = false;

	for (uint32_t i = 0; i < row_count; i++) {
		gap |= !rows[i].shown || rows[i].gap;
		if (!rows[i].shown) continue;
		rows[kept] = rows[i];
		rows[kept++].gap = gap;
		gap = false;
	}
	row_count = kept;
}

/* Leaves out the locks of sections that no other thread was in, then rows between others of the
 * same thread, and then those at the beginning. The rows around the line at which it is too late
 * stay. */
static void shorten(uint32_t late)
{
	uint32_t chance = last_chance(late), end, rest;

	if (row_count <= ROWS) return;
	for (uint32_t i = 0; i < row_count; i++) rows[i].shown = true;
	for (uint32_t i = 0; i < row_count; i++)
		if (conc_step_touch(rows[i].word) == CONC_TOUCH_LOCKS && i != chance &&
		    i != chance + 1 && (end = section_end(i)) && end != chance && end != chance + 1)
			rows[i].shown = rows[end].shown = false;
	keep_shown();
	if (row_count <= ROWS) return;
	chance = last_chance(late);
	for (uint32_t i = 0; i < row_count; i++)
		rows[i].shown = i == 0 || i == row_count - 1 || i == chance || i == chance + 1 ||
		                rows[i - 1].thread != rows[i].thread ||
		                rows[i + 1].thread != rows[i].thread;
	keep_shown();
	if (row_count <= ROWS) return;
	chance = last_chance(late);
	rest = row_count - ROWS;
	for (uint32_t i = 0; i < row_count; i++) {
		bool stays = i == chance || i == chance + 1;
		rows[i].shown = stays || rest == 0;
		if (!stays && rest) rest--;
	}
	keep_shown();
}

static const char *name_of(struct conc_story *story, uint32_t thread)
{
	if (thread == 0) return "main";
	if (thread >= CONC_STORY_THREADS) return "?";
	if (story->threads[thread].function)
		snprintf(story->threads[thread].name, sizeof story->threads[thread].name, "%s %u",
		         conc_function_of(story->threads[thread].function),
		         story->threads[thread].number);
	story->threads[thread].function = NULL;
	return story->threads[thread].name;
}

/* Before the row `next`, or behind the last one. */
static void tell_between(uint32_t next, uint32_t chance)
{
	if (next == (chance + 1) % (row_count + 1))
		fprintf(stderr, "conc:   too late: all %u ways to go on from here fail\n", WAYS);
	if (next < row_count && rows[next].gap) fputs("conc:   …\n", stderr);
}

/* late: after how many steps it is too late */
static void tell(struct conc_story *story, uint32_t late)
{
	uint32_t columns[COLUMNS], count = 0, chance, k;
	size_t width = 0, names = 0;

	make_rows(story, late);
	shorten(late);
	chance = last_chance(late);
	for (uint32_t i = 0; i < row_count; i++) {
		for (k = 0; k < count && k < COLUMNS && columns[k] != rows[i].thread;) k++;
		if (k == count && count++ < COLUMNS) columns[k] = rows[i].thread;
		if (strlen(rows[i].text) + 2 > width) width = strlen(rows[i].text) + 2;
		if (strlen(name_of(story, rows[i].thread)) + 2 > names)
			names = strlen(name_of(story, rows[i].thread)) + 2;
	}
	if (names > width) width = names;
	if (!count) return;
	if (count > COLUMNS || count * width > WIDE) {
		for (uint32_t i = 0; i < row_count; i++) {
			tell_between(i, chance);
			fprintf(stderr, "conc:   %-*s%s\n", (int)names,
			        name_of(story, rows[i].thread), rows[i].text);
		}
		if (late < story->steps) tell_between(row_count, chance);
		return;
	}
	fprintf(stderr, "conc:   ");
	for (k = 0; k < count; k++)
		fprintf(stderr, k + 1 < count ? "%-*s" : "%.*s\n",
		        k + 1 < count ? (int)width : 1000, name_of(story, columns[k]));
	for (uint32_t i = 0; i < row_count; i++) {
		tell_between(i, chance);
		for (k = 0; columns[k] != rows[i].thread;) k++;
		fprintf(stderr, "conc:   %*s%s\n", (int)(k * width), "", rows[i].text);
	}
	if (late < story->steps) tell_between(row_count, chance);
}

static struct conc_told all_told[ROWS];
static uint32_t last_step;

const struct conc_told *conc_schedule_told(size_t *count)
{
	*count = row_count;
	return all_told;
}

uint32_t conc_schedule_too_late(void)
{
	return last_step;
}

bool conc_schedule_explain(bool (*fails)(bool *more, bool any), void *memory, char *text,
                           size_t size)
{
	static struct conc_switch list[CONC_SWITCHES];
	struct conc_story *story = memory;
	uint32_t count, before, left, late;
	bool again;

	run = fails;
	more = true;
	conc_story = story;
	if (!fails_by(NULL, 0) || story->count > CONC_SWITCHES) return false;
	conc_story = NULL;
	count = story->count;
	memcpy(list, story->switches, count * sizeof *list);
	again = fails_by(list, count);
	/* an operation in which a thread is left may come before the switch, or after it */
	for (uint32_t i = 0; i < count && !again; i++) {
		if (!list[i].inside) continue;
		list[i].step--;
		again = fails_by(list, count);
	}
	if (fails_by(list, 0)) count = 0;
	else if (!again) return false;
	do {
		before = count;
		count = reduce(list, count, false);
		count = reduce(list, count, true);
		count = merge(list, count);
	} while (count < before && more);
	conc_story = story;
	story->count = story->steps = 0;
	more = true;
	if (!fails_by(list, count) || !conc_switches_write(list, count, text, size)) return false;
	conc_story = NULL;
	late = story->steps < CONC_STEPS ? too_late(list, count, story->steps) : CONC_STEPS;
	last_step = late ? late : 1;
	left = how_many(list, count, false);
	fprintf(stderr, left ? "conc: %u switch%s %s enough:\n" : "conc: no switch is needed:\n",
	        left, left == 1 ? "" : "es", left == 1 ? "is" : "are");
	tell(story, late);
	if (late >= story->steps)
		fputs(more ? "conc:   (before the last step, some way to go on did not fail)\n"
		           : "conc:   (no time was left to find the step that decides)\n",
		      stderr);
	for (uint32_t i = 0; i < row_count; i++)
		all_told[i] = (struct conc_told){name_of(story, rows[i].thread), rows[i].line,
		                                 rows[i].text};
	conc_switches = NULL;
	return true;
}
