/* SPDX-License-Identifier: MIT */
/* Writes what a unit's functions do, for check_program.
 *
 *     long total;          o 0 total @5           object: flags, symbol, place
 *                          l 0 3 void add(long n)  a line of source 0, for messages
 *     void add(long n)     f 12 48 0 0 0 6 3 add  function: range, flags, half of a lock; where
 *     { total += n;        u 31 36 1 2 1 3 5 0 …  use: range, object, flags; where; locks; words
 *       more(&total);      y … more, k … more     what it may order; a call and its binding
 *       spawn sell(); }    t … 0110 sell          start: does it run at each moment?
 *
 * -fconc-summaries puts this text into the object file, in a section `.conc.summaries` that is
 * never loaded. A linker appends the sections of all objects that it takes, also of those in
 * archives, to each other, so the program has the summaries of its units and no others. concc reads
 * them after the link, and does once more, over all units, what shared.c does over one
 * (shared_program.c).
 *
 * A text is a line `conc.summaries VERSION LENGTH HASH` and LENGTH bytes. Each line is a record: a
 * letter, numbers, and one text at most, at the end. Offsets are those of the analysis text; the
 * program's are made different by adding the lengths of the units before. A call of a function that
 * may be another unit's has its name, which the program looks up. Only uses that a function makes
 * itself are written: what it calls is asked once all units are there. What needs the tree is
 * decided here: does a start run at a use, a call, another start (`moments`); does a pointer
 * change.
 *
 * Dropped: behaviours and handlers' calls of other units; automatic variables of a function whose
 * only starts are calls of other units; what may be left running by the calls of a function that
 * has very many (shared_unit.c).
 *
 * Rejected: to read the objects on the command line. That misses -l and linker scripts, and would
 * have to know which members of an archive the linker takes. A section that the linker excludes
 * from the program, for the same reason. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "shared.h"
#include "shared_text.h"
#include "types/variable.h"

struct writer {
	struct shared *shared;
	struct text out;
	int *sources; /* of each source of the analysis: its number, and 1 */
	int source_count;
	struct line {
		int source;
		uint32_t line;
	} * lines;
	size_t line_count, line_room;
};

/* A text of the author's, on one line, as messages show it. */
static void add_author(struct text *out, const char *bytes, size_t length)
{
	for (size_t i = 0, run; i < length; i += run) {
		run = strspn(bytes + i, " \t\r\n");
		if (run > length - i) run = length - i;
		bool folds = run && memchr(bytes + i, '\n', run);
		run += !run;
		text_add(out, folds ? " " : bytes + i, folds ? 1 : run);
	}
	text_puts(out, "\n");
}

/* ---- Where messages point ---- */

static int source_number(struct writer *writer, int source)
{
	const struct analysis *analysis = writer->shared->unit->analysis;
	if (source == NO_FILE) return -1;
	if (!writer->sources[source]) {
		const struct source *of = &analysis->sources[source];
		int includer = source_number(writer, of->includer);
		writer->sources[source] = ++writer->source_count;
		text_printf(&writer->out, "s %d %u ", includer, of->include_line);
		add_author(&writer->out, of->name, strlen(of->name));
	}
	return writer->sources[source] - 1;
}

static size_t line_number(struct writer *writer, const struct place *place)
{
	const struct analysis *analysis = writer->shared->unit->analysis;
	int source = source_number(writer, analysis_find_source(analysis, place->file));
	for (size_t i = writer->line_count; i-- > 0;)
		if (writer->lines[i].line == place->line && writer->lines[i].source == source)
			return i;
	*GROW(writer->lines, writer->line_count, writer->line_room) =
	        (struct line){source, place->line};
	text_printf(&writer->out, "l %d %u ", source, place->line);
	add_author(&writer->out, place->line_text ? place->line_text : "",
	           place->line_text ? place->line_length : 0);
	return writer->line_count - 1;
}

/* Returns " LINE COLUMN WIDTH"; heap copy. The line is written first. */
static char *spot(struct writer *writer, struct range range)
{
	const struct analysis *analysis = writer->shared->unit->analysis;
	struct place place = analysis_place(analysis, range.start);
	size_t line = line_number(writer, &place);
	bool shown = place.line_text && place.column && place.column <= place.line_length;
	return text_format(" %zu %u %zu", line, place.column,
	                   shown ? diagnostic_covered(analysis, range.start, range.end, &place)
	                         : 1);
}

/* ---- Objects ---- */

static const char *symbol_of(struct unit *unit, const struct shared_place *place, char **spelling)
{
	const struct clang *clang = unit->types->clang;
	*spelling = NULL;
	if (place->automatic || place->root < 0) return "-";
	TSNode name = unit_node_at(unit, (size_t)place->root, (size_t)place->root + 1);
	CXCursor variable = types_declaration(unit, name);
	if (clang->Cursor_isNull(variable) ||
	    clang->getCursorLinkage(variable) != CXLinkage_External)
		return "-";
	return *spelling = cursor_spelling(unit, variable);
}

static void write_places(struct writer *writer)
{
	struct shared *shared = writer->shared;
	for (size_t i = 1; i < shared->place_count; i++) {
		const struct shared_place *place = &shared->places[i];
		bool pointer = place->automatic && strchr(place->text, '*');
		char *spelling;
		const char *symbol = symbol_of(shared->unit, place, &spelling);
		text_printf(
		        &writer->out, "o %d %s %s\n",
		        (place->automatic ? OBJECT_AUTOMATIC : 0) |
		                (pointer && shared_changes(shared, (int)i) ? OBJECT_CHANGES : 0) |
		                (pointer && shared_is_own(shared, (int)i) ? OBJECT_OWN : 0),
		        symbol, place->text);
		free(spelling);
	}
	for (size_t i = 0; i < shared->said_count; i++)
		text_printf(&writer->out, "d %d\n", shared->said[i]);
}

static void write_marks(struct writer *writer, const struct lock_marks *marks)
{
	const unsigned held = LOCK_WRITING | LOCK_READING;
	size_t count = 0;
	for (size_t i = 0; i < marks->count; i++) count += (marks->list[i].how & held) != 0;
	text_printf(&writer->out, " %zu", count);
	for (size_t i = 0; i < marks->count; i++)
		if (marks->list[i].how & held)
			text_printf(&writer->out, " %d %u", marks->list[i].place,
			            marks->list[i].how & held);
}

static void write_binding(struct writer *writer, const struct binding *binding)
{
	int count = 0;
	for (int i = 0; i < PARAMETERS; i++) count += binding->pointed[i] != NO_PLACE;
	text_printf(&writer->out, " %d %d", binding->callee, count);
	for (int i = 0; i < PARAMETERS; i++)
		if (binding->pointed[i] != NO_PLACE)
			text_printf(&writer->out, " %d %d %d", i, binding->pointed[i],
			            binding->in_array[i]);
}

/* ---- Functions ---- */

/* Returns the symbol by which other units call it, on the heap, or null. */
static char *name_of(struct unit *unit, const struct function *function)
{
	const struct clang *clang = unit->types->clang;
	for (size_t i = 0; i < unit->kind_count; i++) {
		const struct kind *kind = &unit->kinds[i];
		if (kind->word == KIND_THREAD && !ts_node_is_null(kind->main_definition) &&
		    ts_node_eq(kind->main_definition, function->name))
			return kind->main_is_static ? NULL
			                            : text_format("conc_main_%s", kind->name);
	}
	if (node_is_behaviour(function->node) || function->is_program) return NULL;
	CXCursor declared = types_declaration(unit, function->name);
	return !clang->Cursor_isNull(declared) &&
	                       clang->getCursorLinkage(declared) == CXLinkage_External
	               ? cursor_spelling(unit, declared)
	               : NULL;
}

/* Does a place go through the parameter? Nobody asks for others. */
static bool is_followed(const struct shared *shared, long parameter)
{
	for (size_t i = 0; i < shared->place_count; i++)
		if (shared->places[i].root == parameter) return true;
	return false;
}

static void write_function(struct writer *writer, int index)
{
	struct shared *shared = writer->shared;
	const struct shared_function *function = &shared->functions[index];
	const struct function *from = &shared->graph.functions[index];
	struct range at = {node_start(from->name), node_end(from->name)};
	char *where = spot(writer, at), *name = name_of(shared->unit, from);
	text_printf(&writer->out, "f %zu %zu %d %d%s %s\n", function->whole.start,
	            function->whole.end,
	            (function->has_labels ? FUNCTION_LABELS : 0) |
	                    (function->tries ? FUNCTION_TRIES : 0) |
	                    (function->is_behaviour ? FUNCTION_BEHAVIOUR : 0),
	            (int)lock_half(&shared->live, index), where, name ? name : "");
	free(name);
	free(where);
	for (int i = 0; i < PARAMETERS; i++)
		if (function->parameters[i] >= 0 && is_followed(shared, function->parameters[i]))
			text_printf(&writer->out, "a %d %ld %d\n", i, function->parameters[i],
			            shared_parameter_changes(shared, index, i));
	for (size_t i = 0; i < function->condition_count; i++) {
		const struct shared_condition *condition = &function->conditions[i];
		text_printf(&writer->out, "c %zu %zu %zu %d\n", condition->at, condition->start,
		            condition->end,
		            (condition->loop ? CONDITION_LOOP : 0) |
		                    (condition->impure ? CONDITION_IMPURE : 0) |
		                    (condition->parameter ? CONDITION_PARAMETER : 0) |
		                    (condition->role ? CONDITION_ROLE : 0));
	}
	for (size_t i = 0; i < function->loop_count; i++)
		text_printf(&writer->out, "r %zu %zu\n", function->loops[i].start,
		            function->loops[i].end);
	for (size_t i = 0; i < function->sync_count; i++) {
		const struct sync *sync = &function->syncs[i];
		if (sync->started) continue; /* they are made of the starts */
		text_printf(&writer->out, "y %zu %zu %u %d %d", sync->start, sync->end,
		            sync->effects, sync->lock, sync->callee);
		write_marks(writer, &sync->held);
		text_printf(&writer->out, " %s\n", sync->outside ? sync->outside : "");
	}
}

static void write_use(struct writer *writer, const struct shared_use *use)
{
	char *where = spot(writer, use->node),
	     *said = shared_name_said(writer->shared->unit, use->tree);
	text_printf(&writer->out, "u %zu %zu %d %d%s", use->node.start, use->node.end, use->place,
	            (use->in_array ? USE_IN_ARRAY : 0) | (use->writes ? USE_WRITES : 0) |
	                    (use->atomic ? USE_ATOMIC : 0) | (use->ends ? USE_ENDS : 0),
	            where);
	write_marks(writer, &use->locks);
	text_puts(&writer->out, " ");
	add_author(&writer->out, said, strlen(said));
	free(said);
	free(where);
}

/* ---- Calls and starts ---- */

/* What a start of the function may run beside, in the order of their numbers. */
struct moments {
	TSNode *list;
	size_t count, room;
	size_t *numbers; /* as in struct live_nodes */
};

static void write_call(struct writer *writer, struct moments *moments,
                       const struct shared_call *call)
{
	*GROW(moments->list, moments->count, moments->room) = call->tree;
	text_printf(&writer->out, "k %zu %zu %d", call->node.start, call->node.end, call->separate);
	write_binding(writer, &call->binding);
	text_printf(&writer->out, " %s\n", call->outside ? call->outside : "");
}

static void write_calls(struct writer *writer, int index, struct moments *moments)
{
	struct shared *shared = writer->shared;
	const struct shared_function *function = &shared->functions[index];
	for (size_t i = 0; i < function->calls; i++)
		write_call(writer, moments, &shared->calls[function->first_call + i]);
	for (size_t i = 0; i < function->sync_count; i++) {
		const struct sync *sync = &function->syncs[i];
		if (!sync->outside) continue;
		struct shared_call call = {.node = {sync->start, sync->end},
		                           .tree = sync->node,
		                           .outside = sync->outside,
		                           .binding = shared_bind_call(shared, sync->node, -1)};
		write_call(writer, moments, &call);
	}
}

/* Returns a digit for each moment, on the heap: does the start run then? */
static char *digits_of(struct writer *writer, const struct shared_start *start,
                       const struct moments *moments)
{
	struct shared *shared = writer->shared;
	const struct live_nodes nodes = {moments->list, moments->count, moments->numbers};
	char *digits = live_follow(&shared->live, &start->start, &nodes);
	for (size_t i = 0; i < moments->count && (start->send || start->handler); i++)
		if (digits[i] == '1' && !shared_is_live(shared, start, moments->list[i]))
			digits[i] = '0';
	return digits;
}

static void write_start(struct writer *writer, const struct shared_start *start,
                        const struct moments *moments)
{
	char *where = spot(writer, start->node), *digits = digits_of(writer, start, moments);
	text_printf(&writer->out, "t %zu %zu %d %d%s", start->node.start, start->node.end,
	            (start->several ? START_SEVERAL : 0) | (start->call ? START_CALL : 0) |
	                    (start->send ? START_SEND : 0) | (start->handler ? START_HANDLER : 0) |
	                    (start->left ? START_LEFT : 0) | (start->locked ? START_LOCKED : 0),
	            start->actor, where);
	write_binding(writer, &start->binding);
	text_printf(&writer->out, " %s %s\n", digits, start->outside ? start->outside : "");
	free(digits);
	free(where);
}

static void add_start_moments(const struct shared_start *starts, size_t count, int index,
                              struct moments *moments)
{
	for (size_t i = 0; i < count; i++)
		if (starts[i].function == index && !starts[i].call)
			*GROW(moments->list, moments->count, moments->room) = starts[i].start.node;
}

/* Those that are moments first, in the same order. */
static void write_starts(struct writer *writer, const struct shared_start *starts, size_t count,
                         int index, bool calls, const struct moments *moments)
{
	for (size_t i = 0; i < count; i++)
		if (starts[i].function == index && starts[i].call == calls)
			write_start(writer, &starts[i], moments);
}

static bool has_starts(const struct shared *shared, int index)
{
	for (size_t i = 0; i < shared->start_count; i++)
		if (shared->starts[i].function == index) return true;
	for (size_t i = 0; i < shared->outer_count; i++)
		if (shared->outer[i].function == index) return true;
	return false;
}

static void write_body(struct writer *writer, int index)
{
	struct shared *shared = writer->shared;
	const struct shared_function *function = &shared->functions[index];
	struct moments moments = {0};
	for (size_t i = 0; i < function->own; i++) {
		const struct shared_use *use = &function->uses[i];
		if (shared_is_told(shared->unit, use)) continue;
		*GROW(moments.list, moments.count, moments.room) = use->at;
		write_use(writer, use);
	}
	write_calls(writer, index, &moments);
	add_start_moments(shared->starts, shared->start_count, index, &moments);
	add_start_moments(shared->outer, shared->outer_count, index, &moments);
	struct live_nodes nodes = {moments.list, moments.count, NULL};
	if (has_starts(shared, index)) live_locate(&shared->live, index, &nodes);
	moments.numbers = nodes.numbers;
	for (int calls = 0; calls < 2; calls++) {
		write_starts(writer, shared->starts, shared->start_count, index, calls, &moments);
		write_starts(writer, shared->outer, shared->outer_count, index, calls, &moments);
	}
	free(moments.list);
	free(moments.numbers);
}

void shared_write(struct shared *shared, struct text *out)
{
	const struct analysis *analysis = shared->unit->analysis;
	struct writer writer = {.shared = shared};
	struct text places = {0};
	writer.sources = memory_new((size_t)analysis->source_count + 1, sizeof *writer.sources);
	for (size_t i = 0; i < shared->function_count; i++) {
		write_function(&writer, (int)i);
		write_body(&writer, (int)i);
	}
	/* the places come first: binding calls has found more */
	struct text functions = writer.out;
	writer.out = places;
	text_printf(&writer.out, "n %zu %zu\n", analysis->length, shared->function_count);
	write_places(&writer);
	text_add(&writer.out, functions.bytes ? functions.bytes : "", functions.length);
	text_printf(out, "%s %d %zu %llx\n", SUMMARIES_NAME, SUMMARIES_VERSION, writer.out.length,
	            (unsigned long long)text_hash(writer.out.bytes, writer.out.length));
	text_add(out, writer.out.bytes, writer.out.length);
	text_free(&functions);
	text_free(&writer.out);
	free(writer.sources);
	free(writer.lines);
}
