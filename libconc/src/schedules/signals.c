/* SPDX-License-Identifier: MIT */
/* Signals of conditions that found nobody waiting: for the report of a thread that waits for ever.
 *
 * A condition is one word, and another one may come to lie where it was. The program writes that
 * word only to initialise it. So a note holds as long as the detector of races knows of no other
 * access to it, and the memory is not freed. A note may give way to that of another condition. */
#include "lines.h"
#include "race.h"

enum { NOTES = 256 };

static struct note {
	const void *condition; /* NULL: none */
	const void *place;     /* of the signal */
	uint64_t written;      /* the program's latest access to the condition */
	const char *line;      /* once it was looked up */
} notes[NOTES];
static bool any; /* there has been a note */

static uint64_t latest_access(const void *condition)
{
	uintptr_t address = (uintptr_t)condition;
	const struct conc_race_line *line = conc_race_line_find(address);

	return line ? line->words[address / 8 % CONC_WORDS].key : 0;
}

static struct note *note_of(const void *condition)
{
	return &notes[(uintptr_t)condition / 8 % NOTES];
}

void conc_schedule_signalled(const void *condition, bool heard, const void *place)
{
	struct note *note = note_of(condition);

	if (!conc_edge_on || !conc_race_simulated()) return;
	any |= !heard;
	if (!heard) *note = (struct note){condition, place, latest_access(condition), NULL};
	else if (note->condition == condition) note->condition = NULL;
}

void conc_signals_freed(const void *start, size_t size)
{
	uintptr_t from = (uintptr_t)start;

	for (size_t i = 0; any && i < size / 8 && i < NOTES; i++) {
		struct note *note = note_of((const void *)(from + 8 * i));

		if ((uintptr_t)note->condition - from < size) note->condition = NULL;
	}
}

bool conc_schedule_lost_signal(const void *condition, const char **where)
{
	struct note *note = note_of(condition);
	struct conc_line line = {note->place, NULL};

	if (!conc_edge_on || !condition || note->condition != condition ||
	    note->written != latest_access(condition))
		return false;
	if (!note->line) {
		conc_lines_find(&line, 1);
		note->line = line.line;
	}
	*where = note->line;
	return true;
}
