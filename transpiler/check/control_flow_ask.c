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
