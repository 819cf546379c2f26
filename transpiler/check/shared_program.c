/* SPDX-License-Identifier: MIT */
/* Reads the summaries of a program's units (shared_write.c), binds calls and starts across units,
 * and compares what may run at once as in one unit.
 *
 * A function of another unit is found by its symbol, and so is a variable. A symbol that two units
 * define in different places (weak ones) is nobody's. What is not found may synchronise in any way,
 * as in one unit. What a unit has warned of is not said again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "check.h"
#include "shared.h"
#include "shared_text.h"
#include "source/analysis.h"
#include "source/diagnostic.h"
#include "source/preprocess.h"

struct name {
	const char *text;
	int function;
	int source;
	uint32_t line;
};

struct program {
	struct shared shared;
	struct analysis analysis;
	const char *trouble;
	char *at;          /* of the record */
	size_t base, next; /* what is added to offsets: of this unit, of the next one */
	int first_function, functions;
	int *places; /* of the unit, by number */
	size_t place_count, place_room;
	int *sources;
	size_t source_count, source_room;
	struct program_line {
		int source;
		uint32_t line;
		size_t offset, length; /* in the source's text */
	} * lines;
	size_t line_count, line_room, first_line;
	struct text *texts; /* of the sources: the lines that are known */
	size_t text_count, text_room, analysis_room;
	struct spot {
		struct range range;
		size_t line, column, width;
	} * spots;
	size_t spot_count, spot_room;
	const char **variables; /* a hash table, by symbol */
	size_t variable_count, variable_room;
	struct name *names;
	size_t name_count, name_room;
	size_t starts; /* of the function, that are moments */
};

/* ---- Records ---- */

static void fail(struct program *program)
{
	program->trouble = "is damaged";
	program->at = "";
}

static long number(struct program *program)
{
	char *end;
	long value = strtol(program->at, &end, 10);
	if (end == program->at) fail(program);
	else program->at = end;
	return program->trouble ? 0 : value;
}

/* Returns a number that is at least `least` and below `end`. */
static long number_in(struct program *program, long least, long end)
{
	long value = number(program);
	if (value >= least && value < end) return value;
	fail(program);
	return least;
}

static char *rest(struct program *program)
{
	return *program->at == ' ' ? program->at + 1 : program->at;
}

static char *word(struct program *program)
{
	char *start = rest(program), *end = start + strcspn(start, " ");
	program->at = end;
	if (*end) *end = '\0', program->at = end + 1;
	return start;
}

/* ---- Places ---- */

static struct range range(struct program *program)
{
	size_t start = program->base +
	               (size_t)number_in(program, 0, (long)(program->next - program->base)),
	       end = program->base +
	             (size_t)number_in(program, 0, (long)(program->next - program->base));
	return (struct range){start, end};
}

/* least: UNKNOWN_PLACE, NO_PLACE or ANY_LOCK */
static int place(struct program *program, int least)
{
	long local = number_in(program, least, (long)program->place_count + 1);
	return local <= ANY_LOCK ? (int)local : program->places[local - 1];
}

/* Returns the slot of a symbol. */
static size_t variable_at(const struct program *program, const char *symbol)
{
	size_t at = (size_t)text_hash(symbol, strlen(symbol)) % program->variable_room;
	while (program->variables[at] && strcmp(program->variables[at], symbol) != 0)
		at = (at + 1) % program->variable_room;
	return at;
}

/* Variables of the same symbol have one number, beyond all offsets. */
static size_t root_of(struct program *program, const char *symbol, size_t offset)
{
	const size_t beyond = (size_t)1 << 60;
	if (strcmp(symbol, "-") == 0) return program->base + offset;
	size_t at = variable_at(program, symbol);
	program->variable_count += !program->variables[at];
	program->variables[at] = symbol;
	return beyond + at;
}

static void read_place(struct program *program)
{
	struct shared *shared = &program->shared;
	long flags = number(program);
	bool in_array = false, automatic = flags & OBJECT_AUTOMATIC;
	const char *symbol = word(program), *text = program->at;
	char *end;
	size_t offset = *text == '@' ? strtoul(text + 1, &end, 10) : 0;
	int added = NO_PLACE;
	if (*text == '@' && end != text + 1)
		added = shared_place_at(
		        shared, text_format("@%zu%s", root_of(program, symbol, offset), end),
		        automatic, &in_array);
	if (added == NO_PLACE || in_array) {
		fail(program);
		return;
	}
	shared->places[added].changes = (flags & OBJECT_CHANGES) != 0;
	shared->places[added].own = (flags & OBJECT_OWN) != 0;
	*GROW(program->places, program->place_count, program->place_room) = added;
}

/* ---- Where messages point ---- */

static void read_source(struct program *program)
{
	struct analysis *analysis = &program->analysis;
	long includer = number_in(program, -1, (long)program->source_count);
	uint32_t line = (uint32_t)number(program);
	const char *name = rest(program);
	int known = analysis_find_source(analysis, name);
	if (known == NO_FILE) {
		size_t count = (size_t)analysis->source_count;
		*GROW(analysis->sources, count, program->analysis_room) = (struct source){
		        .name = text_copy(name, strlen(name)),
		        .includer = includer < 0 ? NO_FILE : program->sources[includer],
		        .include_line = line};
		known = analysis->source_count++;
		(void)GROW(program->texts, program->text_count, program->text_room);
	}
	*GROW(program->sources, program->source_count, program->source_room) = known;
}

static void read_line(struct program *program)
{
	long source = number_in(program, 0, (long)program->source_count);
	uint32_t line = (uint32_t)number(program);
	if (program->trouble) return;
	const char *bytes = rest(program);
	int of = program->sources[source];
	struct text *text = &program->texts[of];
	*GROW(program->lines, program->line_count, program->line_room) =
	        (struct program_line){of, line, text->length, strlen(bytes)};
	text_printf(text, "%s\n", bytes);
}

static struct spot spot(struct program *program, struct range range)
{
	struct spot spot = {.range = range};
	spot.line =
	        program->first_line +
	        (size_t)number_in(program, 0, (long)(program->line_count - program->first_line));
	spot.column = (size_t)number(program);
	spot.width = (size_t)number(program);
	return spot;
}

static void add_spot(struct program *program, struct range range)
{
	struct spot added = spot(program, range);
	*GROW(program->spots, program->spot_count, program->spot_room) = added;
}

static int compare_spots(const void *a, const void *b)
{
	const struct spot *x = a, *y = b;
	const struct shared_spot left = {x->range, 0}, right = {y->range, 0};
	return shared_spot_compare(&left, &right);
}

/* Makes an analysis text with a token for each spot. */
static void make_analysis(struct program *program)
{
	struct analysis *analysis = &program->analysis;
	struct text text = {0};
	struct shared_spot *spots = memory_new(program->spot_count + 1, sizeof *spots);
	if (program->spot_count)
		qsort(program->spots, program->spot_count, sizeof *program->spots, compare_spots);
	analysis->tokens = memory_new(program->spot_count + 1, sizeof *analysis->tokens);
	for (size_t i = 0; i < program->spot_count; i++) {
		const struct spot *at = &program->spots[i];
		const struct program_line *line = &program->lines[at->line];
		size_t before = at->column ? at->column - 1 : 0;
		text_marker(&text, line->line, analysis->sources[line->source].name);
		spots[i] = (struct shared_spot){at->range, text.length};
		analysis->tokens[i] = (struct token){
		        .offset = text.length,
		        .length = 1,
		        .file = line->source,
		        .line = line->line,
		        .column = (uint32_t)at->column,
		        .source_offset =
		                line->offset + (before < line->length ? before : line->length),
		        .source_length = (uint32_t)at->width,
		        .in_place = true};
		text_puts(&text, "x\n");
	}
	for (int i = 0; i < analysis->source_count; i++) {
		analysis->sources[i].text = program->texts[i].bytes;
		analysis->sources[i].length = program->texts[i].length;
	}
	analysis->text = text.bytes ? text.bytes : text_copy("", 0);
	analysis->length = text.length;
	analysis->token_count = program->spot_count;
	program->shared.spots = spots;
	program->shared.spot_count = program->spot_count;
}

/* ---- Functions ---- */

static struct shared_function *function_of(struct program *program)
{
	return &program->shared.functions[program->shared.function_count - 1];
}

static int callee(struct program *program)
{
	long local = number_in(program, -1, program->functions);
	return local < 0 ? -1 : program->first_function + (int)local;
}

static void read_marks(struct program *program, struct lock_marks *marks)
{
	for (long count = number(program); count > 0 && !program->trouble; count--) {
		int lock = place(program, ANY_LOCK);
		lock_mark(marks, lock, (unsigned)number_in(program, 0, LOCK_BEFORE));
	}
}

static struct binding read_binding(struct program *program)
{
	struct binding binding = shared_bind(NULL, callee(program), NULL, 0);
	for (long count = number(program); count > 0 && !program->trouble; count--) {
		long index = number_in(program, 0, PARAMETERS);
		binding.pointed[index] = place(program, NO_PLACE);
		binding.in_array[index] = number(program) != 0;
	}
	return binding;
}

static const char *outside(struct program *program)
{
	const char *name = rest(program);
	return *name ? name : NULL;
}

static void read_function(struct program *program)
{
	struct shared *shared = &program->shared;
	struct shared_function *function =
	        GROW(shared->functions, shared->function_count, shared->function_room);
	function->whole = range(program);
	long flags = number(program);
	function->has_labels = flags & FUNCTION_LABELS;
	function->tries = flags & FUNCTION_TRIES;
	function->is_behaviour = flags & FUNCTION_BEHAVIOUR;
	function->half = (enum lock_call)number_in(program, LOCK_CALL_NONE, LOCK_CALL_TRIES + 1);
	function->needed = true;
	function->first_call = shared->call_count;
	for (int i = 0; i < PARAMETERS; i++) {
		function->parameters[i] = -1;
		function->changes[i] = 1;
	}
	struct spot where = spot(program, function->whole);
	program->starts = 0;
	function->name = outside(program);
	if (program->trouble || !function->name) return;
	*GROW(program->names, program->name_count, program->name_room) =
	        (struct name){function->name, (int)shared->function_count - 1,
	                      program->lines[where.line].source, program->lines[where.line].line};
}

static void read_parameter(struct program *program, struct shared_function *function)
{
	long index = number_in(program, 0, PARAMETERS);
	function->parameters[index] = (long)program->base + number(program);
	function->changes[index] = number(program) != 0;
}

static void read_condition(struct program *program, struct shared_function *function)
{
	struct shared_condition *condition =
	        GROW(function->conditions, function->condition_count, function->condition_room);
	condition->at = program->base + (size_t)number(program);
	struct range decided = range(program);
	condition->start = decided.start;
	condition->end = decided.end;
	long flags = number(program);
	condition->loop = flags & CONDITION_LOOP;
	condition->impure = flags & CONDITION_IMPURE;
	condition->parameter = flags & CONDITION_PARAMETER;
	condition->role = flags & CONDITION_ROLE;
}

static void read_sync(struct program *program, struct shared_function *function)
{
	struct sync *sync = GROW(function->syncs, function->sync_count, function->sync_room);
	struct range at = range(program);
	sync->start = at.start;
	sync->end = at.end;
	sync->effects = (unsigned)number(program);
	sync->lock = place(program, NO_PLACE);
	sync->callee = callee(program);
	read_marks(program, &sync->held);
	const char *name = outside(program);
	if (name) sync->outside = text_copy(name, strlen(name));
}

static void read_use(struct program *program, struct shared_function *function)
{
	struct shared_use *use = GROW(function->uses, function->count, function->room);
	function->own = function->count;
	use->node = range(program);
	use->place = place(program, ANY_LOCK);
	if (use->place == ANY_LOCK) fail(program);
	long flags = number(program);
	use->in_array = flags & USE_IN_ARRAY;
	use->writes = flags & USE_WRITES;
	use->atomic = flags & USE_ATOMIC;
	use->ends = flags & USE_ENDS;
	use->actor = NO_PLACE;
	add_spot(program, use->node);
	read_marks(program, &use->locks);
	use->said = rest(program);
}

static void read_call(struct program *program, struct shared_function *function)
{
	struct shared *shared = &program->shared;
	struct shared_call *call = GROW(shared->calls, shared->call_count, shared->call_room);
	call->number = function->own + function->calls++;
	call->node = range(program);
	call->separate = number(program) != 0;
	call->caller = (int)shared->function_count - 1;
	call->binding = read_binding(program);
	call->callee = call->binding.callee;
	call->outside = outside(program);
}

static void read_start(struct program *program, struct shared_function *function)
{
	struct shared *shared = &program->shared;
	struct shared_start *start = GROW(shared->starts, shared->start_count, shared->start_room);
	start->node = range(program);
	long flags = number(program);
	start->several = flags & START_SEVERAL;
	start->call = flags & START_CALL;
	start->send = flags & START_SEND;
	start->handler = flags & START_HANDLER;
	start->left = flags & START_LEFT;
	start->locked = flags & START_LOCKED;
	start->actor = place(program, UNKNOWN_PLACE);
	start->function = (int)shared->function_count - 1;
	add_spot(program, start->node);
	start->binding = read_binding(program);
	start->number = function->own + function->calls + program->starts;
	program->starts += !start->call;
	start->beside = word(program);
	start->outside = *program->at ? program->at : NULL;
}

/* Has each start a digit for each moment of its function? */
static void check_moments(struct program *program, size_t first_start)
{
	const struct shared *shared = &program->shared;
	for (size_t i = first_start; i < shared->start_count && !program->trouble; i++) {
		const struct shared_start *start = &shared->starts[i];
		const struct shared_function *function = &shared->functions[start->function];
		size_t moments = function->own + function->calls;
		for (size_t k = first_start; k < shared->start_count; k++)
			moments += shared->starts[k].function == start->function &&
			           !shared->starts[k].call;
		if (strlen(start->beside) < moments) fail(program);
	}
}

static void read_record(struct program *program, char letter)
{
	struct shared *shared = &program->shared;
	bool in_function = (int)shared->function_count > program->first_function;
	struct shared_function *function = in_function ? function_of(program) : NULL;
	if (letter == 'o') read_place(program);
	else if (letter == 's') read_source(program);
	else if (letter == 'l') read_line(program);
	else if (letter == 'f') read_function(program);
	else if (letter == 'd')
		*GROW(shared->said, shared->said_count, shared->said_room) =
		        place(program, ANY_LOCK);
	else if (!function) fail(program);
	else if (letter == 'a') read_parameter(program, function);
	else if (letter == 'c') read_condition(program, function);
	else if (letter == 'r')
		*GROW(function->loops, function->loop_count, function->loop_room) = range(program);
	else if (letter == 'y') read_sync(program, function);
	else if (letter == 'u') read_use(program, function);
	else if (letter == 'k') read_call(program, function);
	else if (letter == 't') read_start(program, function);
	else fail(program);
}

/* Reads the records of one unit, which ends at `end`. */
static void read_unit(struct program *program, char *text, const char *end)
{
	size_t first_start = program->shared.start_count;
	program->base = program->next;
	program->place_count = program->source_count = 0;
	program->first_line = program->line_count;
	program->first_function = (int)program->shared.function_count;
	program->functions = 0;
	for (char *line = text, *next; line < end && !program->trouble; line = next) {
		next = line + strcspn(line, "\n") + 1;
		next[-1] = '\0';
		program->at = line + 1;
		if (line != text) {
			read_record(program, *line);
			continue;
		}
		if (*line != 'n') fail(program);
		program->next = program->base + 1 + (size_t)number_in(program, 0, (long)1 << 40);
		program->functions = (int)number_in(program, 0, 1 << 30);
	}
	if ((int)program->shared.function_count != program->first_function + program->functions)
		fail(program);
	check_moments(program, first_start);
}

static void read_units(struct program *program, char *text, size_t length)
{
	char *end = text + length;
	while (text < end && !program->trouble) {
		int version, used = 0;
		size_t size;
		unsigned long long hash;
		if (!*text) { /* a linker may align the section */
			text++;
			continue;
		}
		if (sscanf(text, SUMMARIES_NAME " %d%n", &version, &used) != 1) {
			fail(program);
		} else if (version != SUMMARIES_VERSION) {
			program->trouble = "was written by another version of concc";
		} else if (sscanf(text + used, "%zu %llx%n", &size, &hash, &used) != 2 ||
		           !(text = strchr(text, '\n')) || size > (size_t)(end - ++text) || !size ||
		           text[size - 1] != '\n' || text_hash(text, size) != hash) {
			fail(program);
		} else {
			read_unit(program, text, text + size);
			text += size;
		}
	}
}

/* ---- Across units ---- */

static int compare_names(const void *a, const void *b)
{
	return strcmp(((const struct name *)a)->text, ((const struct name *)b)->text);
}

/* Returns the function with a symbol; -1: none, or several. */
static int find(const struct program *program, const char *symbol)
{
	const struct name key = {.text = symbol}, *end = program->names + program->name_count;
	const struct name *found = program->name_count
	                                   ? bsearch(&key, program->names, program->name_count,
	                                             sizeof key, compare_names)
	                                   : NULL;
	if (!found) return -1;
	while (found > program->names && strcmp(found[-1].text, symbol) == 0) found--;
	for (const struct name *other = found; other < end && strcmp(other->text, symbol) == 0;
	     other++)
		if (other->source != found->source || other->line != found->line) return -1;
	return found->function;
}

static void bind_units(struct program *program)
{
	struct shared *shared = &program->shared;
	if (program->name_count)
		qsort(program->names, program->name_count, sizeof *program->names, compare_names);
	for (size_t f = 0; f < shared->function_count; f++) {
		struct shared_function *function = &shared->functions[f];
		for (size_t i = 0; i < function->sync_count; i++) {
			struct sync *sync = &function->syncs[i];
			if (sync->outside) sync->callee = find(program, sync->outside);
			if (sync->outside && sync->callee >= 0) sync->effects = 0;
		}
	}
	for (size_t i = 0; i < shared->call_count; i++) {
		struct shared_call *call = &shared->calls[i];
		if (call->outside) call->binding.callee = find(program, call->outside);
		call->callee = call->binding.callee;
	}
	for (size_t i = 0; i < shared->start_count; i++) {
		struct shared_start *start = &shared->starts[i];
		if (start->outside) start->binding.callee = find(program, start->outside);
	}
}

/* Does it only lock, or only unlock, now that what it calls is known? Then its callers have a lock,
 * nobody knows which one. */
static bool find_half(struct shared *shared, struct shared_function *function)
{
	bool locks = function->half == LOCK_CALL_LOCKS, tries = function->tries,
	     unlocks = function->half == LOCK_CALL_UNLOCKS;
	for (size_t i = 0; i < function->sync_count; i++) {
		const struct sync *sync = &function->syncs[i];
		if (sync->callee < 0) continue;
		enum lock_call half = shared->functions[sync->callee].half;
		locks |= half == LOCK_CALL_LOCKS;
		unlocks |= half == LOCK_CALL_UNLOCKS;
		function->tries |= half != LOCK_CALL_NONE;
	}
	enum lock_call before = function->half;
	function->half = locks == unlocks ? LOCK_CALL_NONE
	                 : locks          ? LOCK_CALL_LOCKS
	                                  : LOCK_CALL_UNLOCKS;
	return function->half != before || function->tries != tries;
}

static void find_halves(struct shared *shared)
{
	enum { ROUNDS = 16 };
	bool more = true;
	for (int round = 0; more && round < ROUNDS; round++) {
		more = false;
		for (size_t f = 0; f < shared->function_count; f++)
			more |= find_half(shared, &shared->functions[f]);
	}
	for (size_t i = 0; i < shared->start_count; i++)
		shared->starts[i].locked |= shared->functions[shared->starts[i].function].tries;
}

/* A call is a start if its callee leaves something running. */
static void drop_calls(struct shared *shared)
{
	bool *leaves = memory_new(shared->function_count + 1, sizeof *leaves), more = true;
	while (more) {
		more = false;
		for (size_t i = 0; i < shared->start_count; i++) {
			const struct shared_start *start = &shared->starts[i];
			int to = start->binding.callee;
			if (to < 0 || !start->left || leaves[start->function] ||
			    (start->call && !leaves[to]))
				continue;
			leaves[start->function] = more = true;
		}
	}
	for (size_t i = 0; i < shared->start_count; i++) {
		struct shared_start *start = &shared->starts[i];
		if (start->call && start->binding.callee >= 0 && !leaves[start->binding.callee])
			start->binding.callee = -1;
	}
	free(leaves);
}

static void program_free(struct program *program)
{
	struct analysis *analysis = &program->analysis;
	if (!analysis->text)
		for (size_t i = 0; i < program->text_count; i++) text_free(&program->texts[i]);
	analysis_free(analysis);
	free((void *)program->shared.spots);
	shared_free(&program->shared);
	free(program->places);
	free(program->sources);
	free(program->lines);
	free(program->texts);
	free(program->spots);
	free(program->variables);
	free(program->names);
}

int check_program(char *text, size_t length, const struct diagnostic_options *options,
                  const char **trouble)
{
	struct program program = {0};
	struct shared *shared = &program.shared;
	int errors = 0;
	program.variable_room = length / 4 + 16; /* a record of an object is longer */
	program.variables = memory_new(program.variable_room, sizeof *program.variables);
	*GROW(shared->places, shared->place_count, shared->place_room) =
	        (struct shared_place){text_copy("?", 1), -1, false, 0, 0};
	read_units(&program, text, length);
	*trouble = program.trouble;
	if (!program.trouble && program.analysis.source_count) {
		bind_units(&program);
		find_halves(shared);
		drop_calls(shared);
		make_analysis(&program);
		shared->diagnostics = diagnostics_new(&program.analysis, options);
		shared_summarise(shared);
		shared_compare(shared);
		diagnostics_print(shared->diagnostics);
		errors = diagnostics_error_count(shared->diagnostics);
		diagnostics_free(shared->diagnostics);
	}
	program_free(&program);
	return errors;
}
