/* SPDX-License-Identifier: MIT */
/* Warns about data that two threads may use at once, one of them writing, without a common lock,
 * atomic operations, or an order between them.
 *
 *     static long sold;
 *     void sell(void) { sold++; }         'sold' is changed by several threads at once
 *     … spawn sell(), b = spawn sell();
 *
 * A function that starts a thread is asked what runs beside that: its own code as long as the
 * thread may run (live.h), and what else it starts. Their uses of the same object (shared.h) are in
 * conflict if nothing keeps them apart. Something may keep them apart if
 *   - both hold the same lock, and one of them holds it for writing;
 *   - one gives something after its use that the other one takes before its own: a channel, a
 *     future, a barrier …; or sees, if what it has seen decides whether it goes on: an atomic
 *     variable, what a lock protects;
 *   - a parameter decides in both whether they do it: the thread with number 0.
 *
 * Rejected: a lock as an edge in any case. Whoever comes first, the other one comes after it; only
 * a condition makes it wait.
 *
 * The idea is RacerD's: summaries of functions with locks and ownership, and a report only for two
 * uses that are both known. RacerD takes any two public methods for concurrent; here both starts
 * are seen. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "base/text.h"
#include "shared.h"

/* What runs beside a start: own code of the function, a call, or another start. */
struct beside {
	struct range node;
	const struct shared_start *start; /* or null */
	struct binding binding;           /* of a call or a start */
};

/* All of one start. */
struct besides {
	/* of each use of the function's own, once it is asked for */
	enum besides_own { NOT_ASKED, IS_BESIDE, IS_NOT_BESIDE } * own;
	struct beside *list;
	size_t count, room;
};

/* ---- Do they conflict? ---- */

static bool covers(const struct shared *shared, const struct shared_use *whole,
                   const struct shared_use *part)
{
	const char *outer = shared->places[whole->place].text,
	           *inner = shared->places[part->place].text;
	size_t length = strlen(outer);
	if (whole->in_array || strncmp(outer, inner, length) != 0) return false;
	if (whole->ends) return !inner[length] || strchr(".[", inner[length]);
	return inner[length] == '.' || (!inner[length] && !part->in_array);
}

/* Do both belong to behaviours of one actor, as far as one can see? They run one after another. */
static bool same_actor(struct shared *shared, const struct shared_use *a,
                       const struct shared_use *b)
{
	if (a->actor == NO_PLACE || b->actor == NO_PLACE) return false;
	if (!shared_is_own(shared, a->actor) || !shared_is_own(shared, b->actor)) return true;
	return a->actor == b->actor && !(a->one_of_actors && b->one_of_actors);
}

static bool conflict(struct shared *shared, const struct shared_use *a, const struct shared_use *b)
{
	return (a->writes || b->writes) && !(a->atomic && b->atomic) && !same_actor(shared, a, b) &&
	       (covers(shared, a, b) || covers(shared, b, a));
}

static bool same_lock(const struct shared_use *a, const struct shared_use *b)
{
	const unsigned held = LOCK_WRITING | LOCK_READING;
	for (size_t i = 0; i < a->locks.count; i++)
		for (size_t k = 0; k < b->locks.count; k++) {
			const struct lock_mark *x = &a->locks.list[i], *y = &b->locks.list[k];
			bool any = x->place == ANY_LOCK || y->place == ANY_LOCK;
			if ((x->how & held) && (y->how & held) &&
			    (any || (x->place == y->place && ((x->how | y->how) & LOCK_WRITING))))
				return true;
		}
	return false;
}

static bool lock_orders(const struct shared_use *first, const struct shared_use *second)
{
	for (size_t i = 0; i < first->locks.count && second->conditional; i++)
		for (size_t k = 0; k < second->locks.count; k++) {
			const struct lock_mark *x = &first->locks.list[i],
			                       *y = &second->locks.list[k];
			if ((x->how & LOCK_AFTER) && (y->how & LOCK_BEFORE) &&
			    (x->place == y->place || x->place == ANY_LOCK || y->place == ANY_LOCK))
				return true;
		}
	return false;
}

/* May the first one come before the second one by some synchronisation? */
static bool orders(const struct shared_use *first, const struct shared_use *second)
{
	bool takes = second->effects & SYNC_TAKES ||
	             (second->effects & SYNC_SEES && second->conditional);
	return (first->effects & SYNC_GIVES && takes) ||
	       (first->effects & SYNC_DRAINS && second->effects & SYNC_FEEDS) ||
	       lock_orders(first, second);
}

static bool kept_apart(const struct shared_use *a, const struct shared_use *b, bool same_function)
{
	bool chosen = a->effects & SYNC_SEES && a->conditional && b->effects & SYNC_SEES &&
	              b->conditional;
	return same_lock(a, b) || orders(a, b) || orders(b, a) || chosen || (a->role && b->role) ||
	       ((a->role || b->role) && !same_function) || (b->effects & SYNC_ENDS);
}

/* ---- Is it one object? ---- */

static bool in_loop(const struct shared_function *function, size_t offset)
{
	for (size_t i = 0; i < function->loop_count; i++)
		if (function->loops[i].start <= offset && offset < function->loops[i].end)
			return true;
	return function->has_labels;
}

/* An automatic variable is another one in each round of a loop. */
static bool is_one_object(struct shared *shared, const struct shared_start *start, int place,
                          const struct beside *beside)
{
	const struct shared_place *of = &shared->places[place];
	if (!of->automatic) return true;
	if (strchr(of->text, '*') && shared_changes(shared, place)) return false;
	return !in_loop(&shared->functions[start->function], (size_t)of->root) ||
	       (beside->start != start && start->node.end <= beside->node.start);
}

/* Is each of the two under a condition of its own? Then perhaps never both. */
static bool are_alternatives(const struct shared *shared, const struct shared_start *start,
                             struct range beside)
{
	const struct shared_function *function = &shared->functions[start->function];
	struct range node = start->node;
	bool first = false, second = false;
	for (size_t i = 0; i < function->condition_count; i++) {
		const struct shared_condition *condition = &function->conditions[i];
		bool a = condition->start <= node.start && node.end <= condition->end,
		     b = condition->start <= beside.start && beside.end <= condition->end;
		if (condition->loop) continue;
		first |= a && !b;
		second |= b && !a;
	}
	return first && second;
}

/* ---- Reports ---- */

int shared_spot_compare(const void *a, const void *b)
{
	const struct range *x = &((const struct shared_spot *)a)->range,
	                   *y = &((const struct shared_spot *)b)->range;
	if (x->start != y->start) return x->start < y->start ? -1 : 1;
	return (x->end > y->end) - (x->end < y->end);
}

static struct range shown(const struct shared *shared, struct range range)
{
	const struct shared_spot key = {range, 0}, *spot = NULL;
	if (!shared->spots) return range;
	spot = bsearch(&key, shared->spots, shared->spot_count, sizeof key, shared_spot_compare);
	return spot ? (struct range){spot->offset, spot->offset + 1} : (struct range){0, 0};
}

static void say(const struct shared *shared, enum severity severity, struct range range,
                const char *format, ...) __attribute__((format(printf, 4, 5)));

static void say(const struct shared *shared, enum severity severity, struct range range,
                const char *format, ...)
{
	struct text text = {0};
	va_list list;
	va_start(list, format);
	text_vprintf(&text, format, list);
	va_end(list);
	range = shown(shared, range);
	diagnose(shared->diagnostics, severity, severity == SEVERITY_WARNING ? "conc-shared" : NULL,
	         range.start, range.end, "%s", text.bytes);
	text_free(&text);
}

static void note_start(const struct shared *shared, const struct shared_start *start,
                       const struct shared_use *use, bool several, bool second)
{
	struct range at = start->call && use->start.end ? use->start : start->node;
	say(shared, SEVERITY_NOTE, at, "%s%s",
	    start->send      ? "this message is handled meanwhile"
	    : start->handler ? "a handler runs this call meanwhile"
	    : second         ? "another thread is started here"
	                     : "a thread is started here",
	    several ? ", more than once" : "");
}

char *shared_name_said(const struct unit *unit, TSNode node)
{
	TSNode argument = node_field(node, "operand"); /* delete p; */
	if (node_is(node, NODE_call_expression) && node_arguments(node, &argument, 1) &&
	    node_takes_address(argument))
		argument = node_field(argument, "argument"); /* __atomic_add_fetch(&n, …) */
	return node_text(unit, ts_node_is_null(argument) ? node : argument);
}

bool shared_is_told(const struct unit *unit, const struct shared_use *use)
{
	return unit && diagnostics_warned(unit->diagnostics, "conc-escape", use->node.start);
}

static void report(struct shared *shared, const struct shared_start *start,
                   const struct shared_use *a, const struct beside *beside,
                   const struct shared_use *b)
{
	struct unit *unit = shared->unit;
	const struct shared_use *first = a->writes ? a : b, *second = a->writes ? b : a;
	bool same = a->node.start == b->node.start && a->node.end == b->node.end;
	for (size_t i = 0; i < shared->said_count; i++)
		if (shared->said[i] == first->place) return;
	if (shared_is_told(unit, a) || shared_is_told(unit, b)) return;
	*GROW(shared->said, shared->said_count, shared->said_room) = first->place;
	char *said = first->said ? NULL : shared_name_said(unit, first->tree);
	say(shared, SEVERITY_WARNING, first->node, "'%s' is %s %s", said ? said : first->said,
	    first->ends ? "deleted" : "changed",
	    same ? "by several threads at once" : "while another thread may use it");
	free(said);
	if (!same)
		say(shared, SEVERITY_NOTE, second->node, "the other thread %s it here",
		    second->ends     ? "deletes"
		    : second->writes ? "changes"
		                     : "reads");
	note_start(shared, start, a, beside->start == start, false);
	if (beside->start && beside->start != start)
		note_start(shared, beside->start, b, false, true);
	say(shared, SEVERITY_NOTE, first->node,
	    first->ends ? "wait for the other thread before it is deleted"
	                : "put each use under one 'mutex' ('guarded' checks that), make it "
	                  "'_Atomic', or give each thread its own");
}

/* ---- Pairs ---- */

static void compare(struct shared *shared, const struct shared_start *start,
                    const struct shared_use *a, const struct beside *beside,
                    const struct shared_use *b)
{
	if (!are_alternatives(shared, start, beside->node) &&
	    !kept_apart(a, b,
	                beside->start && beside->start->binding.callee == start->binding.callee) &&
	    is_one_object(shared, start, a->place, beside) &&
	    is_one_object(shared, start, b->place, beside))
		report(shared, start, a, beside, b);
}

static bool first_finishes(const struct shared *shared, const struct shared_start *start)
{
	const struct shared_function *function = &shared->functions[start->function];
	bool ended = false;
	for (size_t i = 0; i < function->sync_count; i++) {
		const struct sync *sync = &function->syncs[i];
		unsigned effects = sync->effects;
		if (sync->callee >= 0 && !sync->started)
			effects |= shared->functions[sync->callee].effects;
		if (sync->end <= start->node.start) continue;
		if (ended && effects & SYNC_GIVES) return true;
		ended |= (effects & (SYNC_FINISHES | SYNC_STOPS | SYNC_ENDS)) != 0;
	}
	return false;
}

/* Returns where the thread may begin. A call that leaves one running may also have waited for it.
 */
static size_t beginning(const struct shared_start *start)
{
	return start->call ? start->node.start : start->node.end;
}

/* Compares a use of the start with those of a function that is called or started beside it. */
static void compare_with(struct shared *shared, const struct shared_start *start,
                         const struct shared_use *use, const struct beside *beside)
{
	const struct binding *binding = &beside->binding;
	const struct shared_function *callee = &shared->functions[binding->callee];
	int index = start->function;
	size_t from = beginning(start);
	for (size_t i = 0; i < callee->count; i++) {
		struct shared_use seen, first = *use;
		if (!shared_seen(shared, binding, &callee->uses[i], &seen)) continue;
		if (beside->start) shared_mark_actor(beside->start, &seen);
		if (conflict(shared, use, &seen)) {
			if (beside->start) {
				shared_around_start(shared, index, beside->node, from, &seen);
				if (first_finishes(shared, start)) first.effects |= SYNC_GIVES;
			} else {
				shared_around_call(shared, index, beside->node, from, &seen);
			}
			compare(shared, start, &first, beside, &seen);
		}
		free(seen.locks.list);
	}
}

static void compare_own(struct shared *shared, const struct shared_start *start,
                        const struct shared_use *use, const struct besides *besides)
{
	int index = start->function;
	const struct shared_function *function = &shared->functions[index];
	for (size_t i = 0; i < function->own; i++) {
		struct shared_use own = function->uses[i];
		struct beside beside = {.node = own.node};
		if (!conflict(shared, use, &own)) continue;
		if (besides->own[i] == NOT_ASKED)
			besides->own[i] = shared_is_beside(shared, start, i, own.at)
			                          ? IS_BESIDE
			                          : IS_NOT_BESIDE;
		if (besides->own[i] == IS_NOT_BESIDE) continue;
		own.effects = 0;
		own.locks = (struct lock_marks){0};
		for (size_t l = 0; l < function->uses[i].locks.count; l++) {
			const struct lock_mark *mark = &function->uses[i].locks.list[l];
			lock_mark(&own.locks, mark->place,
			          mark->how & (LOCK_READING | LOCK_WRITING));
		}
		shared_surround(shared, index, own.node, beginning(start), &own);
		compare(shared, start, use, &beside, &own);
		free(own.locks.list);
	}
}

static bool are_concurrent(struct shared *shared, const struct shared_start *start,
                           const struct shared_start *other)
{
	if (other->call) return false;
	if (start == other && start->several && !start->send) return true;
	return shared_is_beside(shared, start, other->number, other->start.node);
}

static void find_besides(struct shared *shared, const struct shared_start *start,
                         struct besides *besides)
{
	int index = start->function;
	const struct shared_function *function = &shared->functions[index];
	besides->own = memory_new(function->own + 1, sizeof *besides->own);
	for (size_t i = 0; i < function->calls; i++) {
		const struct shared_call *call = &shared->calls[function->first_call + i];
		bool same =
		        call->node.start == start->node.start && call->node.end == start->node.end;
		if (call->separate || call->callee < 0 || same ||
		    !shared_is_beside(shared, start, call->number, call->tree))
			continue;
		*GROW(besides->list, besides->count, besides->room) =
		        (struct beside){call->node, NULL, call->binding};
	}
	for (size_t i = 0; i < shared->start_count; i++) {
		const struct shared_start *other = &shared->starts[i];
		if (other->function == index && other->binding.callee >= 0 &&
		    are_concurrent(shared, start, other))
			*GROW(besides->list, besides->count, besides->room) =
			        (struct beside){other->node, other, other->binding};
	}
}

static void compare_use(struct shared *shared, const struct shared_start *start,
                        const struct shared_use *use, const struct besides *besides)
{
	if (use->actor != NO_PLACE && shared->functions[start->function].in_actor &&
	    !shared_is_own(shared, use->actor))
		return; /* perhaps it is the actor that does this, too */
	compare_own(shared, start, use, besides);
	for (size_t i = 0; i < besides->count; i++)
		compare_with(shared, start, use, &besides->list[i]);
}

static void check_start(struct shared *shared, const struct shared_start *start)
{
	const struct shared_function *callee = &shared->functions[start->binding.callee];
	struct besides besides = {0};
	find_besides(shared, start, &besides);
	for (size_t i = 0; i < callee->count; i++) {
		struct shared_use seen;
		if ((start->call && !callee->uses[i].left) ||
		    !shared_seen(shared, &start->binding, &callee->uses[i], &seen))
			continue;
		shared_mark_actor(start, &seen);
		shared_decided(shared, start->function, start->node, &seen);
		compare_use(shared, start, &seen, &besides);
		free(seen.locks.list);
	}
	free(besides.own);
	free(besides.list);
}

/* ---- The unit ---- */

static bool starts_something(const struct unit *unit)
{
	for (size_t i = 0; i < unit->kind_count; i++)
		if (unit->kinds[i].word == KIND_THREAD) return true;
	for (size_t i = 0; i < unit->construct_count; i++)
		if (unit->constructs[i].kind == NODE_spawn_expression) return true;
	return unit->send_count > 0 || unit->separate_use_count > 0;
}

static void free_functions(struct shared *shared)
{
	for (size_t i = 0; i < shared->function_count; i++) {
		struct shared_function *function = &shared->functions[i];
		for (size_t u = 0; u < function->count; u++) free(function->uses[u].locks.list);
		for (size_t s = 0; s < function->sync_count; s++) {
			free(function->syncs[s].held.list);
			free(function->syncs[s].outside);
		}
		free(function->uses);
		free(function->syncs);
		free(function->conditions);
		free(function->values);
		free(function->loops);
		free(function->locks);
	}
	free(shared->functions);
}

void shared_free(struct shared *shared)
{
	for (size_t i = 0; i < shared->place_count; i++) free(shared->places[i].text);
	free_functions(shared);
	for (size_t i = 0; i < shared->outer_count; i++) free((char *)shared->outer[i].outside);
	free(shared->outer);
	free(shared->calls);
	free(shared->places);
	free(shared->slots);
	free(shared->starts);
	free(shared->said);
	free(shared->guards.list);
}

void shared_compare(struct shared *shared)
{
	for (size_t i = 0; i < shared->start_count; i++)
		if (shared->starts[i].binding.callee >= 0) check_start(shared, &shared->starts[i]);
}

void check_shared(struct unit *unit, struct text *summaries)
{
	struct shared shared = {
	        .unit = unit, .diagnostics = unit->diagnostics, .whole = summaries != NULL};
	if (!summaries && !starts_something(unit)) return;
	call_graph_build(unit, &shared.graph);
	live_build(unit, &shared.graph, &shared.live);
	guards_collect(unit, &shared.guards);
	shared_read_unit(&shared);
	shared_summarise(&shared);
	shared_compare(&shared);
	if (summaries) shared_write(&shared, summaries);
	live_free(&shared.live);
	call_graph_free(&shared.graph);
	shared_free(&shared);
}
