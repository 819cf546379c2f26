/* SPDX-License-Identifier: MIT */
/* Summaries, from the called functions up. A function that calls itself, however many calls
 * between, does not get what that call would add: it has its own uses.
 *
 * What is before and after a node goes by the order of the text, and by the outermost loop around
 * it. That is more than the flow graph would say, and a check would rather miss a mistake. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "shared.h"

enum { MOST_USES = 512 }; /* of a function */

void lock_mark(struct lock_marks *marks, int place, unsigned how)
{
	if (place == NO_PLACE) return;
	for (size_t i = 0; i < marks->count; i++)
		if (marks->list[i].place == place) {
			marks->list[i].how |= how;
			return;
		}
	*GROW(marks->list, marks->count, marks->room) = (struct lock_mark){place, how};
}

/* ---- Before and after ---- */

static bool is_within(struct range range, size_t start, size_t end)
{
	return start <= range.start && range.end <= end;
}

static struct range loop_around(const struct shared *shared, int index, struct range at)
{
	const struct shared_function *function = &shared->functions[index];
	if (function->has_labels) return function->whole;
	for (size_t i = 0; i < function->loop_count; i++)
		if (is_within(at, function->loops[i].start, function->loops[i].end))
			return function->loops[i];
	return (struct range){at.end, at.start}; /* none */
}

void shared_decided(struct shared *shared, int index, struct range at, struct shared_use *use)
{
	const struct shared_function *function = &shared->functions[index];
	struct range loop = loop_around(shared, index, at);
	size_t last = loop.start < loop.end ? loop.end : at.end;
	for (size_t i = 0; i < function->condition_count; i++) {
		const struct shared_condition *condition = &function->conditions[i];
		use->conditional |= condition->impure && condition->at < last;
		use->role |= condition->role && is_within(at, condition->start, condition->end);
	}
}

static bool is_at(struct range range, const struct sync *sync)
{
	return range.start == sync->start && range.end == sync->end;
}

static unsigned effects_of(const struct shared *shared, const struct sync *sync)
{
	unsigned called = sync->callee < 0 ? 0 : shared->functions[sync->callee].effects;
	return sync->effects | (sync->started ? called & SYNC_ENDS : called);
}

static void mark_touched(const struct shared *shared, const struct sync *sync, unsigned how,
                         struct shared_use *use)
{
	lock_mark(&use->locks, sync->lock, how);
	if (sync->callee < 0 || sync->started) return;
	const struct shared_function *callee = &shared->functions[sync->callee];
	for (size_t i = 0; i < callee->lock_count; i++)
		lock_mark(&use->locks, callee->locks[i], how);
}

void shared_surround(struct shared *shared, int index, struct range at, size_t from,
                     struct shared_use *use)
{
	const struct shared_function *function = &shared->functions[index];
	struct range loop = loop_around(shared, index, at);
	bool in_loop = loop.start < loop.end;
	size_t first = in_loop ? loop.start : at.start, last = in_loop ? loop.end : at.end;
	for (size_t i = 0; i < function->sync_count; i++) {
		const struct sync *sync = &function->syncs[i];
		unsigned effects = effects_of(shared, sync);
		if (!in_loop && is_at(at, sync)) continue;
		if (sync->start < last && sync->end > from) {
			use->effects |= effects & (SYNC_TAKES | SYNC_SEES | SYNC_FEEDS | SYNC_ENDS);
			use->conditional |= (effects & SYNC_WAITS) != 0;
			mark_touched(shared, sync, LOCK_BEFORE, use);
		}
		if (sync->end > first) {
			use->effects |= effects & (SYNC_GIVES | SYNC_DRAINS);
			mark_touched(shared, sync, LOCK_AFTER, use);
		}
	}
}

/* ---- What a call does ---- */

/* May what it has read from memory decide how its caller goes on? */
static bool sees(const struct shared_function *function)
{
	for (size_t i = 0; i < function->condition_count; i++)
		if (function->conditions[i].impure) return true;
	return false;
}

static bool touch(struct shared_function *function, int lock)
{
	for (size_t i = 0; i < function->lock_count; i++)
		if (function->locks[i] == lock) return false;
	*GROW(function->locks, function->lock_count, function->lock_room) = lock;
	return true;
}

static bool gather_effects(struct shared *shared, struct shared_function *function)
{
	unsigned before = function->effects;
	bool more = false;
	for (size_t i = 0; i < function->sync_count; i++) {
		const struct sync *sync = &function->syncs[i];
		unsigned effects = effects_of(shared, sync);
		if (effects & SYNC_STOPS) effects |= SYNC_TAKES | SYNC_ENDS;
		function->effects |= effects & SYNC_ALL;
		if (sync->lock != NO_PLACE)
			more |= touch(function,
			              shared->places[sync->lock].automatic ? ANY_LOCK : sync->lock);
		if (sync->callee < 0 || sync->started) continue;
		const struct shared_function *callee = &shared->functions[sync->callee];
		for (size_t l = 0; l < callee->lock_count; l++)
			more |= touch(function, callee->locks[l]);
	}
	return more || function->effects != before;
}

/* ---- Uses through calls ---- */

void shared_around_start(struct shared *shared, int index, struct range at, size_t from,
                         struct shared_use *use)
{
	shared_decided(shared, index, at, use);
	shared_surround(shared, index, at, from, use);
}

void shared_around_call(struct shared *shared, int index, struct range call, size_t from,
                        struct shared_use *use)
{
	const struct shared_function *function = &shared->functions[index];
	shared_around_start(shared, index, call, from, use);
	for (size_t i = 0; i < function->sync_count; i++) {
		const struct sync *sync = &function->syncs[i];
		if (!is_at(call, sync)) continue;
		for (size_t l = 0; l < sync->held.count; l++)
			lock_mark(&use->locks, sync->held.list[l].place, sync->held.list[l].how);
	}
}

bool shared_seen(struct shared *shared, const struct binding *binding, const struct shared_use *use,
                 struct shared_use *seen)
{
	bool in_array = use->in_array;
	int place = shared_translate(shared, binding, use->place, &in_array);
	if (place == NO_PLACE) return false;
	*seen = *use;
	seen->place = place;
	seen->in_array = in_array;
	if (use->actor >= 0) {
		seen->actor = shared_translate(shared, binding, use->actor, &seen->one_of_actors);
		if (seen->actor == NO_PLACE) seen->actor = UNKNOWN_PLACE;
	}
	seen->locks = (struct lock_marks){0};
	for (size_t i = 0; i < use->locks.count; i++)
		lock_mark(&seen->locks,
		          shared_translate_lock(shared, binding, use->locks.list[i].place),
		          use->locks.list[i].how);
	return true;
}

void shared_mark_actor(const struct shared_start *start, struct shared_use *use)
{
	if (!start->send && !start->handler) return;
	use->effects |= SYNC_SEES; /* members that earlier messages have set */
	if (use->left || use->actor != NO_PLACE) return; /* another thread, or actor, does it */
	use->actor = start->actor == NO_PLACE ? UNKNOWN_PLACE : start->actor;
	use->one_of_actors = start->several;
}

static bool same_locks(const struct lock_marks *a, const struct lock_marks *b)
{
	if (a->count != b->count) return false;
	for (size_t i = 0; i < a->count; i++)
		if (a->list[i].place != b->list[i].place || a->list[i].how != b->list[i].how)
			return false;
	return true;
}

static bool is_known(const struct shared_function *function, const struct shared_use *use)
{
	for (size_t i = function->own; i < function->count; i++) {
		const struct shared_use *other = &function->uses[i];
		if (other->place == use->place && other->actor == use->actor &&
		    other->node.start == use->node.start && other->node.end == use->node.end &&
		    other->left == use->left && other->effects == use->effects &&
		    other->conditional == use->conditional && other->role == use->role &&
		    other->in_array == use->in_array && same_locks(&other->locks, &use->locks))
			return true;
	}
	return false;
}

static void add_seen(struct shared_function *function, struct shared_use *use)
{
	if (function->count >= MOST_USES || is_known(function, use)) free(use->locks.list);
	else *GROW(function->uses, function->count, function->room) = *use;
}

static void inherit_call(struct shared *shared, int index, const struct shared_call *call)
{
	const struct shared_function *callee = &shared->functions[call->callee];
	for (size_t i = 0; i < callee->count; i++) {
		struct shared_use seen;
		if (!shared_seen(shared, &call->binding, &callee->uses[i], &seen)) continue;
		shared_around_call(shared, index, call->node, 0, &seen);
		add_seen(&shared->functions[index], &seen);
	}
}

static void inherit_start(struct shared *shared, const struct shared_start *start)
{
	int index = start->function;
	const struct shared_function *callee = &shared->functions[start->binding.callee];
	for (size_t i = 0; i < callee->count; i++) {
		struct shared_use seen;
		if (!shared_seen(shared, &start->binding, &callee->uses[i], &seen)) continue;
		shared_mark_actor(start, &seen);
		seen.left = start->left;
		if (start->locked) lock_mark(&seen.locks, ANY_LOCK, LOCK_WRITING);
		seen.start = start->node;
		shared_around_start(shared, index, start->node, 0, &seen);
		add_seen(&shared->functions[index], &seen);
	}
}

static void summarise(struct shared *shared, int index)
{
	struct shared_function *function = &shared->functions[index];
	if (function->entered || function->done) return;
	function->entered = true;
	for (size_t i = 0; i < function->calls; i++) {
		const struct shared_call *call = &shared->calls[function->first_call + i];
		if (call->separate || call->callee < 0) continue;
		summarise(shared, call->callee);
		if (shared->functions[call->callee].done) inherit_call(shared, index, call);
	}
	for (size_t i = 0; i < shared->start_count; i++) {
		const struct shared_start *start = &shared->starts[i];
		if (start->function != index || start->call || start->binding.callee < 0) continue;
		summarise(shared, start->binding.callee);
		if (shared->functions[start->binding.callee].done) inherit_start(shared, start);
	}
	function->done = true;
	function->entered = false;
}

/* ---- All of them ---- */

/* A thread may wait for the end of another one that it has been given. */
static void add_started(struct shared *shared)
{
	for (size_t i = 0; i < shared->start_count; i++) {
		const struct shared_start *start = &shared->starts[i];
		struct shared_function *function = &shared->functions[start->function];
		if (start->call || start->binding.callee < 0) continue;
		*GROW(function->syncs, function->sync_count, function->sync_room) =
		        (struct sync){.start = start->node.start,
		                      .end = start->node.end,
		                      .lock = NO_PLACE,
		                      .callee = start->binding.callee,
		                      .started = true,
		                      .node = start->start.node};
	}
}

static void mark_any_lock(struct shared_function *function)
{
	for (size_t i = 0; i < function->own; i++)
		lock_mark(&function->uses[i].locks, ANY_LOCK, LOCK_WRITING);
	for (size_t i = 0; i < function->sync_count; i++)
		lock_mark(&function->syncs[i].held, ANY_LOCK, LOCK_WRITING);
}

static void mark_actor(struct shared *shared, int index)
{
	if (shared->functions[index].in_actor) return;
	shared->functions[index].in_actor = true;
	const struct shared_function *function = &shared->functions[index];
	for (size_t i = 0; i < function->calls; i++) {
		int callee = shared->calls[function->first_call + i].callee;
		if (callee >= 0) mark_actor(shared, callee);
	}
}

/* What a parameter decides, memory may: callers have it from there. */
static void judge_parameters(struct shared_function *function)
{
	for (size_t i = 0; i < function->condition_count; i++)
		function->conditions[i].impure |=
		        function->conditions[i].parameter && function->is_called;
}

void shared_summarise(struct shared *shared)
{
	size_t count = shared->function_count;
	for (size_t i = 0; i < shared->call_count; i++)
		if (shared->calls[i].callee >= 0)
			shared->functions[shared->calls[i].callee].is_called = true;
	for (size_t i = 0; i < count; i++) {
		struct shared_function *function = &shared->functions[i];
		if (function->is_behaviour) mark_actor(shared, (int)i);
		judge_parameters(function);
		if (function->needed && sees(function)) function->effects = SYNC_WAITS;
	}
	add_started(shared);
	for (bool more = true; more;) {
		more = false;
		for (size_t i = 0; i < count; i++)
			more |= gather_effects(shared, &shared->functions[i]);
	}
	for (size_t i = 0; i < count; i++) {
		struct shared_function *function = &shared->functions[i];
		if (function->tries) mark_any_lock(function);
		for (size_t u = 0; u < function->own; u++)
			shared_around_start(shared, (int)i, function->uses[u].node, 0,
			                    &function->uses[u]);
	}
	for (size_t i = 0; i < count; i++)
		if (shared->functions[i].needed) summarise(shared, (int)i);
}
