/* SPDX-License-Identifier: MIT */
/*
 * The policy that follows a list of switches, and the record from which one is made.
 *
 *     0.12-1   thread 0 is left for thread 1 before its 12th step
 *     1/3-0    when thread 1 waits after its 3rd step, thread 0 goes on
 *
 * Threads are counted in the order of their creation, and steps are those of one thread, so a list
 * stays meaningful when a switch is taken out of it. Where it says nothing, a thread goes on until
 * it waits or ends, and then the ready one with the next number does. There is one processor, and
 * nothing else is left to chance: every number drawn is the highest.
 *
 * After conc_switches_until steps of all threads the list is at its end, and threads are drawn.
 *
 * A switch in the middle of an operation of libconc cannot be said in this way.
 */
#include "switches.h"

#include <stdio.h>
#include <string.h>

#include "debug.h"
#include "kernel/processor.h"
#include "policy.h"
#include "port/os.h"

#define S (&conc_schedule)

struct conc_story *conc_story;
const struct conc_switch *conc_switches;
uint32_t conc_switch_count;
uint32_t conc_switches_until = UINT32_MAX, conc_switches_way;

static uint32_t taken[CONC_SWITCHES]; /* by thread: steps */
static bool used[CONC_SWITCHES];
static uint32_t running;                 /* the thread that took the last step */
static bool preempted;                   /* it was left before that step */
static bool inside;                      /* it was left in an operation after that step */
static const struct conc_thread *chosen; /* to run after the yield that follows */
static uint64_t since;                   /* the step of the latest switch */
static struct conc_story_step *written;  /* the latest step of the story, whose value comes */

static uint32_t index_of(uint32_t thread)
{
	return thread < CONC_SWITCHES ? thread : CONC_SWITCHES - 1;
}

/* ---- Recording ---- */

static void story_switch(uint32_t to)
{
	struct conc_story *s = conc_story;

	if (s->count < CONC_SWITCHES)
		s->switches[s->count] =
		        (struct conc_switch){.from = running,
		                             .step = taken[index_of(running)] + inside,
		                             .to = to,
		                             .waits = !preempted && !inside,
		                             .inside = inside};
	s->count++;
}

static void story_name(uint32_t thread)
{
	const struct conc_thread *t = conc_lane_thread(S->current);

	if (thread >= CONC_STORY_THREADS || !t || *conc_story->threads[thread].name) return;
	conc_thread_describe(t, conc_story->threads[thread].name,
	                     sizeof conc_story->threads[thread].name);
	conc_story->threads[thread].function = S->current->function;
	conc_story->threads[thread].number = t->number;
}

void conc_schedule_named(const struct conc_thread *t)
{
	if (!conc_story || t->order >= CONC_STORY_THREADS) return;
	conc_thread_describe(t, conc_story->threads[t->order].name,
	                     sizeof conc_story->threads[t->order].name);
	conc_story->threads[t->order].function = NULL;
}

void conc_story_started(uint32_t thread)
{
	if (conc_story && thread < CONC_STORY_THREADS)
		conc_story->threads[thread].started = conc_story->steps;
}

/* Stores the value that is there now, as far as it is known. */
static void story_value(struct conc_story_step *step)
{
	uintptr_t address = conc_step_address(step->word), offset = address % 8;
	size_t size = conc_step_size(step->word);
	uint64_t word;

	step->known = size && offset + size <= 8 &&
	              conc_os_peek((const void *)(address - offset), &word, sizeof word);
	if (step->known) memcpy(&step->value, (const char *)&word + offset, size);
}

static const char *says; /* of the next step */

void conc_story_says(const char *what)
{
	says = what;
}

static void story_step(struct conc_story *s, const void *place, uintptr_t word)
{
	struct conc_story_step *step = &s->step[s->steps];

	*step = (struct conc_story_step){
	        .place = place, .word = word, .what = says, .thread = running, .number = s->steps};
	if (word & CONC_TOUCH_WRITES) written = step;
	else story_value(step);
}

void conc_story_goes_on(const void *place, uintptr_t word)
{
	uint32_t self = conc_lane_order(S->current);
	struct conc_story *s = conc_story;

	if (written) story_value(written);
	written = NULL;
	if (s && self != running) story_switch(self);
	running = self;
	preempted = inside = false;
	conc_schedule_taken++;
	if (!s) return;
	story_name(self);
	if (s->steps < CONC_STEPS) story_step(s, place, word);
	says = NULL;
	s->steps++;
}

void conc_story_note(const void *place, uintptr_t word)
{
	conc_story_goes_on(place, word);
	taken[index_of(running)]++;
}

/* As if before its next step. */
void conc_story_left_inside(void)
{
	inside = conc_lane_order(S->current) == running;
}

const char *conc_story_left(void)
{
	preempted = true;
	conc_schedule_taken--;
	written = NULL;
	if (!conc_story || conc_story->steps-- > CONC_STEPS) return NULL;
	return conc_story->step[conc_story->steps].what;
}

/* ---- Following a list ---- */

/* Is the list at its end? turn: which step is the next to be taken. */
static bool is_free(enum conc_turn turn)
{
	return turn == CONC_TURN_ACCESS ? conc_schedule_taken > conc_switches_until
	                                : conc_schedule_taken >= conc_switches_until;
}

/* Returns the switch that leaves the running thread here, or NULL. */
static const struct conc_switch *find(bool waits)
{
	for (uint32_t i = 0; i < conc_switch_count; i++) {
		const struct conc_switch *one = &conc_switches[i];
		if (!used[i] && one->from == running && one->step == taken[index_of(running)] &&
		    one->waits == waits) {
			used[i] = true;
			return one;
		}
	}
	return NULL;
}

bool conc_switches_waits(void)
{
	if (is_free(CONC_TURN_BLOCK)) return conc_policy_random() % 2;
	for (uint32_t i = 0; i < conc_switch_count; i++)
		if (!used[i] && conc_switches[i].from == running && conc_switches[i].waits &&
		    conc_switches[i].step == taken[index_of(running)])
			return true;
	return false;
}

/* Is a better choice than best: it is `wanted`, or comes sooner after the running thread? */
static bool is_nearer(uint32_t one, uint32_t best, uint32_t wanted)
{
	if (one == wanted || best == wanted) return one == wanted;
	return one - running - 1 < best - running - 1;
}

/* Returns a ready lane of libconc's own, which has something to do, or the one of the wanted
 * thread, or else of the next. */
static struct conc_lane *next_lane(uint32_t wanted, bool others)
{
	struct conc_lane *best = NULL;

	for (unsigned i = 0; i < S->count; i++) {
		struct conc_lane *lane = S->lanes[i];
		if (lane->state != CONC_LANE_READY || (others && lane == S->current)) continue;
		if (!conc_lane_of_program(lane)) return lane;
		if (!best || is_nearer(conc_lane_order(lane), conc_lane_order(best), wanted))
			best = lane;
	}
	return best;
}

static struct conc_thread *next_thread(const struct conc_processor *p, uint32_t wanted)
{
	struct conc_thread *best = NULL, *t;

	for (uint32_t i = 0; i < conc_queued_count(p); i++)
		if ((t = conc_queued(p, i)) && (!best || is_nearer(t->order, best->order, wanted)))
			best = t;
	return best;
}

/* A thread is left before one step in four. */
static struct conc_lane *choose_freely(enum conc_turn turn, bool may_yield, bool *yields)
{
	uint32_t wanted = (uint32_t)(conc_policy_random() % S->created);
	struct conc_lane *next;

	if (turn == CONC_TURN_ACCESS && conc_policy_random() % 4) return S->current;
	if (may_yield && (chosen = next_thread(conc_processor_tls, wanted)) &&
	    (chosen->order == wanted || conc_policy_random() % 2)) {
		*yields = true;
		return S->current;
	}
	chosen = NULL;
	next = next_lane(wanted, turn != CONC_TURN_BLOCK);
	return next || turn == CONC_TURN_BLOCK ? next : S->current;
}

static struct conc_lane *switches_choose(enum conc_turn turn, bool may_yield, bool *yields)
{
	bool starves = S->steps >= since + CONC_STARVING;
	const struct conc_switch *one = NULL;
	const struct conc_thread *t;
	struct conc_lane *next;
	uint32_t wanted;

	S->next_access = S->accesses;
	S->next_operation = S->operations + CONC_STARVING;
	if (is_free(turn)) return choose_freely(turn, may_yield, yields);
	if (turn == CONC_TURN_ACCESS && !starves) one = find(false);
	if (turn == CONC_TURN_BLOCK || turn == CONC_TURN_RELAX) one = find(true);
	if (turn != CONC_TURN_BLOCK && turn != CONC_TURN_RELAX && !starves && !one)
		return S->current;
	since = S->steps;
	wanted = one ? one->to : UINT32_MAX;
	if (may_yield && (t = next_thread(conc_processor_tls, wanted)) &&
	    (!one || t->order == wanted)) {
		chosen = t;
		*yields = true;
		return S->current;
	}
	next = next_lane(wanted, turn != CONC_TURN_BLOCK);
	if (!next) return turn == CONC_TURN_BLOCK ? NULL : S->current;
	if (turn == CONC_TURN_ACCESS && one && conc_lane_order(next) != wanted) return S->current;
	return next;
}

static void switches_order(struct conc_processor *p)
{
	bool freely = is_free(CONC_TURN_BLOCK);
	const struct conc_switch *one = chosen || freely ? NULL : find(true);
	const struct conc_thread *t = chosen;
	uint32_t wanted = one ? one->to : UINT32_MAX;

	chosen = NULL;
	if (!t && freely) wanted = (uint32_t)(conc_policy_random() % S->created);
	if (!t) t = next_thread(p, wanted);
	if (t) conc_queued_to_front(p, t);
}

static void switches_start(void)
{
	S->next_operation = S->next_access = 0;
	S->processors = 1;
	S->late = 0;
	S->no_chance = true;
	S->random ^= (uint64_t)conc_switches_way << 32;
}

const struct conc_policy conc_policy_switches = {
        .start = switches_start, .choose = switches_choose, .order = switches_order};

/* ---- As text ---- */

bool conc_switches_write(const struct conc_switch *list, uint32_t count, char *text, size_t size)
{
	size_t length = (size_t)snprintf(text, size, "%s", count ? "" : "none");

	for (uint32_t i = 0; i < count && length < size; i++)
		length += (size_t)snprintf(text + length, size - length, "%s%u%c%u-%u",
		                           i ? "+" : "", list[i].from, list[i].waits ? '/' : '.',
		                           list[i].step, list[i].to);
	return length < size;
}

bool conc_switches_read(const char *text, size_t length)
{
	static struct conc_switch list[CONC_SWITCHES];
	const char *end = text + length;

	conc_switches = list;
	if (length == 4 && !strncmp(text, "none", 4)) return true;
	for (;;) {
		struct conc_switch *one = &list[conc_switch_count];
		char way;
		int read = 0;

		if (conc_switch_count == CONC_SWITCHES ||
		    sscanf(text, "%10u%c%10u-%10u%n", &one->from, &way, &one->step, &one->to,
		           &read) != 4 ||
		    (way != '.' && way != '/') || text + read > end)
			return false;
		one->waits = way == '/';
		conc_switch_count++;
		text += read;
		if (text == end) return true;
		if (*text++ != '+') return false;
	}
}
