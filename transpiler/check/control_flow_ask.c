/* SPDX-License-Identifier: MIT */
/* Finds what holds at a place on all paths, by a search backwards from there. A path succeeds at an
 * event that sets it; it fails at an event that clears it, or at the entry. It holds if no path
 * fails.
 *
 * This is the greatest fixed point of the forward analysis, for one fact at one place. Setting and
 * clearing do not depend on what held before, so paths can be examined one by one. The search ends
 * after a few blocks in most cases, and it knows the events that decide.
 *
 * A group's branches all run, in an unknown order, and interleaved (for a * (b, c) gcc evaluates b,
 * a, c):
 * - inside a branch, an event of a sibling that sets does not count; if one clears, nothing holds;
 * - after the join, a fact holds if a single branch sets it (on all paths through it), unless a
 *   sibling clears it; a branch that clears must set again itself, and be the only one that
 *   clears. */
#include "control_flow.h"

#include <stdlib.h>

#include "base/text.h"

struct search {
	struct flow_question *question;
	bool *seen; /* blocks searched from their ends */
	int *queue;
	size_t head, tail;
	int within; /* the branch that the search does not leave, or FLOW_NONE */
	bool failed;
};

static void search_init(struct search *search, struct flow_question *question, int within)
{
	size_t count = question->flow->block_count;
	*search = (struct search){.question = question, .within = within};
	search->seen = memory_new(count, sizeof *search->seen);
	search->queue = memory_new(count, sizeof *search->queue);
}

static void search_add(struct search *search, int block)
{
	if (search->seen[block]) return;
	search->seen[block] = true;
	search->queue[search->tail++] = block;
}

static void search_cleared(struct search *search, TSNode event, bool unordered)
{
	struct flow_question *question = search->question;
	search->failed = true;
	if (!ts_node_is_null(question->cleared)) return;
	question->cleared = event;
	question->unordered = unordered;
}

/* Returns the last event anywhere in the branch that has the effect, or the null node. */
static TSNode find_in(const struct flow_question *question, const struct flow_branch *branch,
                      enum flow_effect effect)
{
	for (int i = branch->end; i-- > branch->first;) {
		const struct flow_block *block = &question->flow->blocks[i];
		for (size_t j = block->reached ? block->event_count : 0; j-- > 0;)
			if (question->effect(question->data, block->events[j]) == effect)
				return block->events[j];
	}
	return (TSNode){0};
}

static bool flow_run(struct search *search);

/* True if every path through the branch sets it, and does not clear it again. */
static bool branch_sets(struct search *outer, int branch)
{
	struct flow_question *question = outer->question, saved = *question;
	struct search search;
	search_init(&search, question, branch);
	search_add(&search, question->flow->branches[branch].last);
	bool sets = flow_run(&search);
	free(search.seen);
	free(search.queue);
	if (!sets) *question = saved;
	return sets;
}

static void pass_group(struct search *search, const struct flow_group *group)
{
	const struct flow *flow = search->question->flow;
	int clearing = FLOW_NONE, last = group->first_branch + group->branch_count;
	for (int i = group->first_branch; i < last; i++) {
		TSNode cleared = find_in(search->question, &flow->branches[i], FLOW_CLEARS);
		if (ts_node_is_null(cleared)) continue;
		if (clearing != FLOW_NONE) {
			search_cleared(search, cleared, false);
			return;
		}
		clearing = i;
	}
	if (clearing != FLOW_NONE) {
		search_add(search, flow->branches[clearing].last);
		return;
	}
	for (int i = group->first_branch; i < last; i++)
		if (branch_sets(search, i)) return;
	search_add(search, group->before);
}

/* True if a sibling of the branch may clear it. Notes an event of a sibling that sets it. */
static bool sibling_clears(struct search *search, int branch)
{
	struct flow_question *question = search->question;
	const struct flow *flow = question->flow;
	const struct flow_group *group = &flow->groups[flow->branches[branch].group];
	for (int i = group->first_branch; i < group->first_branch + group->branch_count; i++) {
		if (i == branch) continue;
		TSNode cleared = find_in(question, &flow->branches[i], FLOW_CLEARS);
		if (!ts_node_is_null(cleared)) {
			search_cleared(search, cleared, true);
			return true;
		}
		if (ts_node_is_null(question->beside))
			question->beside = find_in(question, &flow->branches[i], FLOW_SETS);
	}
	return false;
}

/* True if the block is in a branch with a sibling that clears. */
static bool is_disturbed(struct search *search, int block)
{
	const struct flow *flow = search->question->flow;
	for (int i = 0; i < (int)flow->branch_count; i++)
		if (flow->branches[i].first <= block && block < flow->branches[i].end &&
		    sibling_clears(search, i))
			return true;
	return false;
}

/* Continues backwards from before the event with that index. */
static void flow_pass(struct search *search, int number, size_t index)
{
	struct flow_question *question = search->question;
	const struct flow_block *block = &question->flow->blocks[number];
	while (index-- > 0) {
		enum flow_effect effect = question->effect(question->data, block->events[index]);
		if (effect == FLOW_CLEARS) search_cleared(search, block->events[index], false);
		if (effect == FLOW_SETS) {
			question->sets++;
			if (ts_node_is_null(question->set) ||
			    ts_node_eq(question->set, question->at))
				question->set = block->events[index];
		}
		if (effect != FLOW_KEEPS) return;
	}
	if (number == 0) {
		search->failed = question->from_entry = true;
	} else if (block->branch != FLOW_NONE) {
		const struct flow_branch *branch = &question->flow->branches[block->branch];
		if (block->branch == search->within) search->failed = true;
		else if (!sibling_clears(search, block->branch))
			search_add(search, question->flow->groups[branch->group].before);
	} else if (block->group != FLOW_NONE) {
		pass_group(search, &question->flow->groups[block->group]);
	} else {
		for (size_t i = 0; i < block->predecessor_count; i++)
			search_add(search, block->predecessors[i]);
	}
}

static bool flow_run(struct search *search)
{
	while (search->head < search->tail) {
		int block = search->queue[search->head++];
		flow_pass(search, block, search->question->flow->blocks[block].event_count);
	}
	return !search->failed;
}

void flow_ask(struct flow_question *question, TSNode at)
{
	const struct flow *flow = question->flow;
	struct search search;
	size_t number = 0, index = 0;
	question->holds = question->unordered = question->from_entry = false;
	question->set = question->cleared = question->beside = (TSNode){0};
	question->at = at;
	question->sets = 0;
	while (number < flow->block_count) {
		const struct flow_block *block = &flow->blocks[number];
		for (index = 0; index < block->event_count; index++)
			if (ts_node_eq(block->events[index], at)) break;
		if (index < block->event_count) break;
		number++;
	}
	if (number == flow->block_count) return;
	search_init(&search, question, FLOW_NONE);
	if (!is_disturbed(&search, (int)number)) {
		flow_pass(&search, (int)number, index);
		question->holds = flow_run(&search);
	}
	free(search.seen);
	free(search.queue);
}

/* ---- Forwards ---- */

size_t flow_events(const struct flow *flow)
{
	size_t count = 0;
	for (size_t i = 0; i < flow->block_count; i++) count += flow->blocks[i].event_count;
	return count;
}

size_t flow_number(const struct flow *flow, TSNode event)
{
	size_t number = 0;
	for (size_t i = 0; i < flow->block_count; i++)
		for (size_t k = 0; k < flow->blocks[i].event_count; k++, number++)
			if (ts_node_eq(flow->blocks[i].events[k], event)) return number;
	return (size_t)-1;
}

void flow_around(const struct flow *flow, size_t from, size_t *first, size_t *end)
{
	size_t *numbers = memory_new(flow->block_count + 1, sizeof *numbers);
	*first = *end = 0;
	for (size_t i = 0; i < flow->block_count; i++)
		numbers[i + 1] = numbers[i] + flow->blocks[i].event_count;
	for (size_t i = 0; i < flow->group_count; i++) {
		const struct flow_group *group = &flow->groups[i];
		const struct flow_branch *branch = &flow->branches[group->first_branch];
		size_t begin = numbers[branch->first],
		       behind = numbers[branch[group->branch_count - 1].end];
		if (begin > from || from >= behind || behind - begin <= *end - *first) continue;
		*first = begin;
		*end = behind;
	}
	free(numbers);
}

/* The edges, by the block that they leave. */
struct edges {
	int *to;
	size_t *first; /* of each block, and the end of the last one */
};

static void edges_build(const struct flow *flow, struct edges *edges)
{
	size_t count = 0;
	for (size_t i = 0; i < flow->block_count; i++)
		count += flow->blocks[i].predecessor_count + 1;
	edges->to = memory_new(count, sizeof *edges->to);
	edges->first = memory_new(flow->block_count + 2, sizeof *edges->first);
	size_t *ends = edges->first + 1; /* first counts, then where the next edge goes */
	for (int fill = 0; fill < 2; fill++) {
		for (size_t i = 0; i < flow->block_count; i++) {
			const struct flow_block *block = &flow->blocks[i];
			size_t edge_count = block->predecessor_count;
			bool branch = block->branch != FLOW_NONE;
			for (size_t k = 0; k < edge_count + branch; k++) {
				int from =
				        k < edge_count
				                ? block->predecessors[k]
				                : flow->groups[flow->branches[block->branch].group]
				                          .before;
				if (fill) edges->to[ends[from]++] = (int)i;
				else ends[from + 1]++;
			}
		}
		for (size_t i = 0; !fill && i < flow->block_count; i++) ends[i + 1] += ends[i];
	}
}

/* Marks the events of a block from an index on. Returns false at one that sets it. */
static bool follow_block(const struct flow_question *question, int number, size_t index,
                         size_t first, bool *reached)
{
	const struct flow_block *block = &question->flow->blocks[number];
	for (; index < block->event_count; index++) {
		reached[first + index] = true;
		if (question->effect(question->data, block->events[index]) == FLOW_SETS)
			return false;
	}
	return true;
}

/* All branches of a group run before its join: does one of them set it, perhaps? What is before the
 * start in its own branch does not count. */
static bool join_sets(const struct flow_question *question, int join, int start)
{
	const struct flow *flow = question->flow;
	if (flow->blocks[join].group == FLOW_NONE) return false;
	const struct flow_group *group = &flow->groups[flow->blocks[join].group];
	for (int i = group->first_branch; i < group->first_branch + group->branch_count; i++) {
		const struct flow_branch *branch = &flow->branches[i];
		if (branch->first <= start && start < branch->end) continue;
		if (!ts_node_is_null(find_in(question, branch, FLOW_SETS))) return true;
	}
	return false;
}

void flow_follow(const struct flow_question *question, size_t from, bool *reached)
{
	const struct flow *flow = question->flow;
	struct edges edges;
	size_t *first = memory_new(flow->block_count + 1, sizeof *first), head = 0, tail = 0;
	bool *seen = memory_new(flow->block_count + 1, sizeof *seen);
	int *queue = memory_new(flow->block_count + 1, sizeof *queue), start = 0;
	edges_build(flow, &edges);
	for (size_t i = 0; i < flow->block_count; i++) {
		first[i + 1] = first[i] + flow->blocks[i].event_count;
		if (first[i] <= from && from < first[i + 1]) start = (int)i;
	}
	bool more = follow_block(question, start, from + 1 - first[start], first[start], reached);
	for (int block = start; more || head < tail; more = false) {
		if (!more) {
			block = queue[head++];
			if (!follow_block(question, block, 0, first[block], reached)) continue;
		}
		for (size_t i = edges.first[block]; i < edges.first[block + 1]; i++) {
			int to = edges.to[i];
			if (!seen[to] && !join_sets(question, to, start)) queue[tail++] = to;
			seen[to] = true;
		}
	}
	free(edges.to);
	free(edges.first);
	free(first);
	free(seen);
	free(queue);
}
