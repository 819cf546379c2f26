/* SPDX-License-Identifier: MIT */
/* CONC_SCHEDULE, and the start of a program built with -fconc-schedules.
 *
 *   CONC_SCHEDULE = word [, word]…
 *   seed:N  or  explore:N [,from:N] [,jobs:N] [,limit:TIME] [,status:N] [,output:FILE]
 *   policy:walk|pct|pos|surw|directed|mixed,  switches:LIST,  stop:N,  depth:N,  gap:N,  length:N,
 * first:N, late:TIME,  steps:N, strict,  races:off,  racy:NAMES,  leaks:off,  apart,  report:FILE,
 * keep:FOLDER, trace:FILE      TIME: a number with ns, us, ms or s
 */
#define _GNU_SOURCE
#include "lane.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "debug.h"
#include "report_file.h"
#include "switches.h"

struct conc_schedule_options conc_schedule_options = {
        .from = 1,
        .first = UINT64_MAX,
        .late = 20000000,
        .steps = 1000000000,
        .limit = UINT64_C(20000000000),
        .replays = "",
        .preemptions = UINT64_MAX,
        .races = true,
};

#define O (&conc_schedule_options)

static uint64_t stop; /* before that step, in gdb */

static const char usage[] =
        "conc: CONC_SCHEDULE is seed:N, or explore:N with from:N jobs:N limit:TIME status:N "
        "output:FILE\n"
        "conc: report:FILE keep:FOLDER apart; a seed has first:N trace:FILE switches:LIST stop:N;\n"
        "conc: and both, behind a comma each: policy:walk|pct|pos|surw|directed|mixed depth:1..16 "
        "gap:N "
        "length:N\n"
        "conc: late:TIME steps:N strict races:off racy:NAME+NAME leaks:off operations "
        "verified\n";

static _Noreturn void refuse(const char *word, size_t length, const char *why)
{
	fprintf(stderr, "conc: CONC_SCHEDULE: '%.*s' %s\n%s", (int)length, word, why, usage);
	exit(2);
}

/* ---- Values ---- */

/* Reads a whole number or, with is_time, one with a unit. */
static bool read_value(const char *text, bool is_time, uint64_t *value)
{
	static const struct {
		const char *unit;
		uint64_t nanoseconds;
	} units[] = {{"ns", 1}, {"us", 1000}, {"ms", 1000000}, {"s", 1000000000}};
	size_t length;
	char *end;

	if (*text < '0' || *text > '9') return false;
	errno = 0;
	*value = strtoull(text, &end, 10);
	if (errno) return false;
	length = strcspn(end, ",");
	for (size_t i = 0; is_time && i < sizeof units / sizeof *units; i++)
		if (strlen(units[i].unit) == length && !strncmp(end, units[i].unit, length))
			return !__builtin_mul_overflow(*value, units[i].nanoseconds, value);
	return length == 0 && (!is_time || *value == 0);
}

static bool read_policy(const char *text, size_t length)
{
	static const char *const names[] = {"mixed", "walk", "pct", "pos", "surw", "directed"};

	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		if (strlen(names[i]) == length && !strncmp(names[i], text, length)) {
			O->policy = (enum conc_schedule_policy)i;
			return true;
		}
	return false;
}

/* ---- Words ---- */

static const struct number {
	const char *name;
	uint64_t *value;
	uint64_t least, most;
	bool is_time, replays;
} numbers[] = {
        {"seed:", &conc_schedule_options.seed, 0, UINT64_MAX, false, false},
        {"explore:", &conc_schedule_options.count, 1, UINT32_MAX, false, false},
        {"from:", &conc_schedule_options.from, 0, UINT64_MAX - UINT32_MAX, false, false},
        {"jobs:", &conc_schedule_options.jobs, 1, 1024, false, false},
        {"limit:", &conc_schedule_options.limit, 1, UINT64_MAX / 4, true, false},
        {"depth:", &conc_schedule_options.depth, 1, 16, false, true},
        {"gap:", &conc_schedule_options.gap, 1, 1000000000, false, true},
        {"stop:", &stop, 1, UINT32_MAX - 1, false, false},
        {"first:", &conc_schedule_options.first, 0, UINT64_MAX - 1, false, false},
        {"length:", &conc_schedule_options.length, 1, UINT32_MAX, false, true},
        {"late:", &conc_schedule_options.late, 0, UINT64_MAX / 4, true, true},
        {"steps:", &conc_schedule_options.steps, 1, UINT64_MAX / 4, false, true},
};

/* Adds the word to those that a replay needs, too. */
static void replay_too(const char *word, size_t length)
{
	char *all;

	if (asprintf(&all, "%s,%.*s", O->replays, (int)length, word) > 0) O->replays = all;
}

static bool read_number_word(const char *word, size_t length)
{
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		const struct number *n = &numbers[i];
		size_t prefix = strlen(n->name);
		if (strncmp(word, n->name, prefix)) continue;
		if (!read_value(word + prefix, n->is_time, n->value))
			refuse(word, length,
			       n->is_time ? "has no time such as 20ms" : "has no number");
		if (*n->value < n->least || *n->value > n->most)
			refuse(word, length, "is out of range");
		if (n->replays) replay_too(word, length);
		return true;
	}
	return false;
}

static void read_word(const char *word, size_t length)
{
	enum conc_schedule_mode mode = CONC_SCHEDULE_OFF;
	uint64_t status;

	if (!strncmp(word, "seed:", 5)) mode = CONC_SCHEDULE_SEED;
	if (!strncmp(word, "explore:", 8)) mode = CONC_SCHEDULE_EXPLORE;
	if (mode && O->mode)
		refuse(word, length, "comes second: it is one seed or one exploration");
	if (mode) O->mode = mode;
	if (read_number_word(word, length)) return;
	if (!strncmp(word, "policy:", 7)) {
		if (!read_policy(word + 7, length - 7))
			refuse(word, length,
			       "names no policy: walk, pct, pos, surw, directed or mixed");
		replay_too(word, length);
	} else if (!strncmp(word, "status:", 7)) {
		if (!read_value(word + 7, false, &status) || status > 255)
			refuse(word, length, "has no exit status from 0 to 255");
		O->status = (int)status;
	} else if (!strncmp(word, "output:", 7)) {
		O->output = strndup(word + 7, length - 7);
	} else if (!strncmp(word, "switches:", 9)) {
		if (!conc_switches_read(word + 9, length - 9))
			refuse(word, length, "has no switches such as 0.12-1+1/3-0, or none");
		O->operations = true;
	} else if (!strncmp(word, "keep:", 5)) {
		O->keep = strndup(word + 5, length - 5);
	} else if (!strncmp(word, "report:", 7)) {
		O->report = strndup(word + 7, length - 7);
		if (!O->report || !conc_report_is_known(O->report))
			refuse(word, length, "has no file that ends in .xml or .sarif");
	} else if (!strncmp(word, "trace:", 6)) {
		O->trace = strndup(word + 6, length - 6);
	} else if (length == 6 && !strncmp(word, "strict", 6)) {
		O->strict = true;
		replay_too(word, length);
	} else if (length == 9 && !strncmp(word, "races:off", 9)) {
		O->races = false;
		replay_too(word, length);
	} else if (!strncmp(word, "racy:", 5)) {
		if (length == 5) refuse(word, length, "names no variable or function");
		O->racy = strndup(word + 5, length - 5);
		replay_too(word, length);
	} else if (length == 9 && !strncmp(word, "leaks:off", 9)) {
		O->no_leaks = true;
		replay_too(word, length);
	} else if (length == 10 && !strncmp(word, "operations", 10)) {
		O->operations = true;
		replay_too(word, length);
	} else if (length == 8 && !strncmp(word, "verified", 8)) {
		O->operations = O->verified = true;
		replay_too(word, length);
	} else if (!strncmp(word, "verify", 6) && (length == 6 || word[6] == ':')) {
		if (length > 6 && !read_value(word + 7, false, &O->preemptions))
			refuse(word, length, "has no number");
		if (O->mode) refuse(word, length, "comes second: it is an exploration of its own");
		O->mode = CONC_SCHEDULE_EXPLORE;
		O->verify = true;
		O->count = 1;
		read_word("verified", 8);
	} else if (length == 5 && !strncmp(word, "apart", 5)) {
		O->apart = true;
	} else {
		refuse(word, length, "is not known");
	}
}

bool conc_schedule_leaks(void)
{
	return !O->no_leaks;
}

/* Reads text. If it is malformed, ends the process with a message and status 2. */
static void read_options(const char *text)
{
	const char *word = text;

	for (;;) {
		size_t length = strcspn(word, ",");
		read_word(word, length);
		if (!word[length]) break;
		word += length + 1;
	}
	if (!O->mode) refuse(text, strlen(text), "says neither seed:N nor explore:N");
	if (O->trace && O->mode == CONC_SCHEDULE_EXPLORE)
		refuse(text, strlen(text), "traces an exploration: a trace is of one seed");
	if (stop && !conc_switches)
		refuse(text, strlen(text), "stops at a step, which needs switches:LIST");
	if (O->first != UINT64_MAX && O->mode == CONC_SCHEDULE_EXPLORE)
		refuse(text, strlen(text), "has a first seed, which is from:N in an exploration");
	if ((O->report || O->keep) && O->mode == CONC_SCHEDULE_SEED)
		refuse(text, strlen(text), "reports one seed: a report is of an exploration");
	if ((O->output || O->status) && O->mode == CONC_SCHEDULE_SEED)
		refuse(text, strlen(text), "says what is right, which only an exploration asks");
}

/* Runs before all other constructors of the program, since the seed orders their steps, too.
 * Programs that this program starts are not part of its schedule. */
__attribute__((constructor(101))) static void begin(int count, char **arguments)
{
	const char *text = getenv("CONC_SCHEDULE");

	if (!text || !*text) return;
	read_options(text);
	if (stop) {
		conc_schedule_stop_at = (uint32_t)stop;
		conc_schedule_debug(count, arguments);
	}
	if (O->mode == CONC_SCHEDULE_EXPLORE) conc_schedule_explore(count, arguments);
	else if (O->first != UINT64_MAX) conc_schedule_first();
	unsetenv("CONC_SCHEDULE");
	unsetenv("CONC_SCHEDULE_AGAIN");
	if (O->trace) conc_trace_start(O->trace);
	atexit(conc_schedule_end);
	at_quick_exit(conc_schedule_end);
	conc_schedule_begin(O->seed);
}
