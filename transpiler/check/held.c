/* SPDX-License-Identifier: MIT */
/* Mutex statements, clauses and parameters hold their locks from one end to the other. Functions
 * that lock and unlock are asked for on all paths. */
#include "held.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "place.h"

TSNode lock_qualifier(TSNode parameter_name)
{
	for (TSNode at = node_parent(parameter_name); !ts_node_is_null(at); at = node_parent(at)) {
		TSNode mutex = node_child_of_type(at, "mutex_qualifier"),
		       held = node_child_of_type(at, "held_qualifier");
		if (!ts_node_is_null(mutex)) return mutex;
		if (!ts_node_is_null(held)) return held;
		if (node_is(at, NODE_parameter_declaration)) break;
	}
	return (TSNode){0};
}

/* ---- Statements and parameters ---- */

/* conc_reading(&lock) */
static TSNode read_operand(const struct unit *unit, TSNode operand)
{
	TSNode call = node_inner(operand), argument;
	if (node_is(call, NODE_call_expression) &&
	    node_text_is(&unit->syntax, node_field(call, "function"), "conc_reading") &&
	    node_arguments(call, &argument, 1) == 1)
		return argument;
	return (TSNode){0};
}

TSNode lock_operand(const struct unit *unit, TSNode operand, bool *reading)
{
	TSNode read = read_operand(unit, operand);
	*reading = !ts_node_is_null(read);
	return *reading ? read : operand;
}

/* Is it an element of the same array by another index, which may have the same value? Numbers have
 * different ones. */
static bool is_like(const char *a, const char *b)
{
	bool may_be = false;
	for (;;) {
		size_t x = strcspn(a, "["), y = strcspn(b, "[");
		if (x != y || memcmp(a, b, x) != 0) return false;
		a += x, b += y;
		if (!*a || !*b) return may_be && !*a && !*b;
		x = strcspn(a, "]"), y = strcspn(b, "]");
		if (x != y || memcmp(a, b, x) != 0) {
			if (strspn(a + 1, "0123456789") == x - 1 &&
			    strspn(b + 1, "0123456789") == y - 1)
				return false;
			may_be = true;
		}
		a += x, b += y;
	}
}

/* Is every index a number? */
static bool is_fixed(const char *place)
{
	for (const char *at = strchr(place, '['); at; at = strchr(at + 1, '['))
		if (strspn(at + 1, "0123456789") != strcspn(at + 1, "]")) return false;
	return true;
}

static enum held by_operand(struct unit *unit, TSNode operand, TSNode body, const char *place)
{
	bool reading;
	char *locked = place_of_operand(unit, lock_operand(unit, operand, &reading));
	bool same = strcmp(locked, place) == 0,
	     unknown = place_root(locked) < 0 || (is_fixed(locked) && is_like(locked, place));
	enum held held = !same && !unknown                              ? HELD_NOT
	                 : unknown || place_changes(unit, locked, body) ? HELD_UNSURE
	                 : reading                                      ? HELD_READING
	                                                                : HELD_WRITING;
	free(locked);
	return held;
}

static enum held by_statement(struct unit *unit, TSNode statement, TSNode at, const char *place)
{
	enum { ENOUGH = 32 };
	TSNode body = node_field(statement, "body"), operands[ENOUGH];
	enum held held = HELD_NOT;
	if (!node_is_inside(at, body)) return held;
	if (node_is(statement, NODE_wait_clause))
		return by_operand(unit, node_field(statement, "condition"), body, place);
	int count = node_fields(statement, "operand", operands, ENOUGH);
	for (int i = 0; i < count && i < ENOUGH; i++) {
		enum held by = by_operand(unit, operands[i], body, place);
		if (by > held) held = by;
	}
	return held;
}

static enum held by_parameter(const struct function *function, const char *place)
{
	int index = function_parameter_at(function, place_root(place));
	if (index < 0) return HELD_NOT;
	TSNode name = function_parameter(function, index), qualifier = lock_qualifier(name);
	char *pointed = text_format("@%zu*", node_start(name));
	bool same = strcmp(pointed, place) == 0;
	free(pointed);
	if (!same || ts_node_is_null(qualifier)) return HELD_NOT;
	return ts_node_is_null(node_field(qualifier, "mode")) ? HELD_WRITING : HELD_READING;
}

/* ---- Functions that lock ---- */

static const struct {
	const char *lock, *unlock, *try;
	enum held held;
} pairs[] = {
        {"conc_mutex_lock", "conc_mutex_unlock", "conc_mutex_try_lock", HELD_WRITING},
        {"conc_owner_lock_lock", "conc_owner_lock_unlock", "conc_owner_lock_try_lock",
         HELD_WRITING},
        {"conc_spin_lock_lock", "conc_spin_lock_unlock", "conc_spin_lock_try_lock", HELD_WRITING},
        {"conc_rw_lock_lock", "conc_rw_lock_unlock", "conc_rw_lock_try_lock", HELD_WRITING},
        {"conc_rw_lock_read_lock", "conc_rw_lock_read_unlock", "conc_rw_lock_try_read_lock",
         HELD_READING},
        {"conc_semaphore_wait", "conc_semaphore_post", "conc_semaphore_try_wait", HELD_WRITING},
        {"conc_semaphore_lock", "conc_semaphore_unlock", "conc_semaphore_try_lock", HELD_WRITING},
        {"pthread_mutex_lock", "pthread_mutex_unlock", "pthread_mutex_trylock", HELD_WRITING},
        {"pthread_spin_lock", "pthread_spin_unlock", "pthread_spin_trylock", HELD_WRITING},
        {"pthread_rwlock_wrlock", "pthread_rwlock_unlock", "pthread_rwlock_trywrlock",
         HELD_WRITING},
        {"pthread_rwlock_rdlock", "pthread_rwlock_unlock", "pthread_rwlock_tryrdlock",
         HELD_READING},
        {"mtx_lock", "mtx_unlock", "mtx_trylock", HELD_WRITING},
        {"sem_wait", "sem_post", "sem_trywait", HELD_WRITING},
        {"flockfile", "funlockfile", "ftrylockfile", HELD_WRITING},
};
enum { PAIR_COUNT = sizeof pairs / sizeof *pairs };

/* conc_mutex_try_lock, conc_mutex_lock_for: they may fail. */
static bool is_try(const struct unit *unit, TSNode function, int pair)
{
	char *limited = text_format("%s_for", pairs[pair].lock);
	bool found = node_text_is(&unit->syntax, function, pairs[pair].try) ||
	             node_text_is(&unit->syntax, function, limited);
	free(limited);
	return found;
}

enum lock_call lock_call(const struct unit *unit, TSNode call)
{
	TSNode function = node_field(call, "function");
	if (!node_is(function, NODE_identifier)) return LOCK_CALL_NONE;
	for (int i = 0; i < PAIR_COUNT; i++) {
		if (node_text_is(&unit->syntax, function, pairs[i].lock)) return LOCK_CALL_LOCKS;
		if (node_text_is(&unit->syntax, function, pairs[i].unlock))
			return LOCK_CALL_UNLOCKS;
		if (is_try(unit, function, i)) return LOCK_CALL_TRIES;
	}
	return LOCK_CALL_NONE;
}

/* A lock, and the functions of one row above. */
struct locking {
	struct unit *unit;
	const char *place;
	int pair;
};

static bool calls(struct locking *locking, TSNode event, const char *function)
{
	TSNode argument;
	if (!node_is(event, NODE_call_expression) ||
	    !node_text_is(&locking->unit->syntax, node_field(event, "function"), function) ||
	    node_arguments(event, &argument, 1) < 1)
		return false;
	char *place = place_of_operand(locking->unit, argument);
	bool same = strcmp(place, locking->place) == 0;
	free(place);
	return same;
}

static enum flow_effect effect(void *data, TSNode event)
{
	struct locking *locking = data;
	if (calls(locking, event, pairs[locking->pair].lock)) return FLOW_SETS;
	if (calls(locking, event, pairs[locking->pair].unlock)) return FLOW_CLEARS;
	return FLOW_KEEPS;
}

/* ---- Functions of the program's own that lock ---- */

struct halves {
	struct live *live;
	bool locks[PAIR_COUNT], unlocks[PAIR_COUNT];
	bool calls_lock, calls_unlock; /* calls functions of the unit that do half */
};

static void note_half(TSNode node, void *data)
{
	struct halves *halves = data;
	struct unit *unit = halves->live->unit;
	TSNode function = node_field(node, "function");
	if (!node_is(node, NODE_call_expression)) return;
	for (int i = 0; i < PAIR_COUNT; i++) {
		halves->locks[i] |= node_text_is(&unit->syntax, function, pairs[i].lock);
		halves->unlocks[i] |= node_text_is(&unit->syntax, function, pairs[i].unlock);
	}
	int callee = call_graph_named(unit, halves->live->graph, function);
	if (callee < 0 || node_is(node_parent(node), NODE_spawn_expression)) return;
	enum lock_call half = lock_half(halves->live, callee);
	halves->calls_lock |= half == LOCK_CALL_LOCKS;
	halves->calls_unlock |= half == LOCK_CALL_UNLOCKS;
}

enum lock_call lock_half(struct live *live, int function)
{
	struct halves halves = {.live = live};
	if (!live->halves)
		live->halves = memory_new(live->graph->function_count, sizeof *live->halves);
	signed char *known = &live->halves[function]; /* and 1 */
	if (*known) return (enum lock_call)(*known - 1);
	*known = LOCK_CALL_NONE + 1;
	node_each(live->graph->functions[function].node, note_half, &halves);
	bool locks = halves.calls_lock, unlocks = halves.calls_unlock;
	for (int i = 0; i < PAIR_COUNT; i++) {
		locks |= halves.locks[i] && !halves.unlocks[i];
		unlocks |= halves.unlocks[i] && !halves.locks[i];
	}
	if (locks != unlocks) *known = (locks ? LOCK_CALL_LOCKS : LOCK_CALL_UNLOCKS) + 1;
	return (enum lock_call)(*known - 1);
}

/* pool_lock(p), lockAll(): of another unit, or by means that are not in the table. */
static bool is_named_lock(const struct unit *unit, TSNode function)
{
	if (!node_is(function, NODE_identifier)) return false;
	char *name = node_text(unit, function);
	bool found = text_starts(name, "lock") || strstr(name, "_lock") || strstr(name, "Lock") ||
	             strstr(name, "acquire");
	free(name);
	return found;
}

/* ---- Locks by calls ---- */

struct mention {
	struct live *live;
	const char *place;
	bool found[PAIR_COUNT];
	/* a lock is tried, or taken by another function, or it has no path, or another index */
	bool unsure;
};

static bool in_loop(TSNode node)
{
	static const char *const loops[] = {"for_statement", "while_statement", "do_statement",
	                                    NULL};
	while (!ts_node_is_null(node) && !node_type_in(node, loops)) node = node_parent(node);
	return !ts_node_is_null(node);
}

static void note_mention(TSNode node, void *data)
{
	struct mention *mention = data;
	struct unit *unit = mention->live->unit;
	TSNode function = node_field(node, "function"), argument;
	if (!node_is(node, NODE_call_expression)) return;
	for (int i = 0; i < PAIR_COUNT; i++) {
		bool locks = node_text_is(&unit->syntax, function, pairs[i].lock);
		mention->found[i] |= locks;
		mention->unsure |= is_try(unit, function, i);
		if (!locks || node_arguments(node, &argument, 1) < 1) continue;
		char *place = place_of_operand(unit, argument);
		mention->unsure |= place_root(place) < 0 || (is_like(place, mention->place) &&
		                                             (is_fixed(place) || in_loop(node)));
		free(place);
	}
	if (lock_call(unit, node) || node_is(node_parent(node), NODE_spawn_expression)) return;
	int callee = call_graph_named(unit, mention->live->graph, function);
	mention->unsure |= is_named_lock(unit, function) ||
	                   (callee >= 0 && lock_half(mention->live, callee) == LOCK_CALL_LOCKS);
}

static enum held by_call(struct live *live, int function, const char *place, TSNode at)
{
	struct mention mention = {.live = live, .place = place};
	enum held held = HELD_NOT;
	node_each(live->graph->functions[function].node, note_mention, &mention);
	for (int i = 0; i < PAIR_COUNT; i++) {
		struct locking locking = {.unit = live->unit, .place = place, .pair = i};
		struct flow_question question = {.effect = effect, .data = &locking};
		if (!mention.found[i]) continue;
		live_ask(live, function, &question, at);
		if (question.holds && pairs[i].held > held) held = pairs[i].held;
		else if (!ts_node_is_null(question.set) && held == HELD_NOT) held = HELD_UNSURE;
	}
	return held == HELD_NOT && mention.unsure ? HELD_UNSURE : held;
}

enum held lock_held(struct live *live, int function, const char *place, TSNode at)
{
	const struct function *around = &live->graph->functions[function];
	enum held held = by_parameter(around, place);
	for (size_t i = 0; i < live->locking_count; i++) {
		TSNode statement = live->locking[i];
		if (!node_is_inside(at, statement) ||
		    call_graph_at(live->graph, statement) != function)
			continue;
		enum held by = by_statement(live->unit, statement, at, place);
		if (by > held) held = by;
	}
	if (held >= HELD_READING) return held;
	enum held called = by_call(live, function, place, at);
	return called > held ? called : held;
}
