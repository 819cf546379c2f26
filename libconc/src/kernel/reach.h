/* SPDX-License-Identifier: MIT */
/* What can be reached from the memory that somebody can still read: the search of leaks.c. The
 * program stands still from conc_reach_begin to conc_reach_end. */
#ifndef CONC_SRC_REACH_H
#define CONC_SRC_REACH_H

#include "thread.h"

/* What the search tells leaks.c: memory in [from, to) is reached; somebody can reach a handle of t.
 */
void conc_leaks_reached(uintptr_t from, uintptr_t to);
void conc_leaks_reached_handle(struct conc_thread *t);

/* Memory in [from, to). */
struct conc_reach_part {
	const void *from, *to;
};

/* Lists the memory. has_main: main is a user thread of this libconc. own: parts that say nothing
 * about the program. False: there is no room, or no list. conc_reach_end undoes it in any case. */
bool conc_reach_begin(bool has_main, const struct conc_reach_part *own, unsigned own_count);
void conc_reach_end(void);

/* Returns so many bytes, all zero, until conc_reach_end; NULL if there is no room. */
void *conc_reach_room(size_t bytes);

/* Says that t's frames begin at low, and that no other thread runs on top of them. */
void conc_reach_frames(const struct conc_thread *t, uintptr_t low);

/* These only note what is reached; conc_reach_search then follows it, to the end. */
void conc_reach_pointer(const void *pointer);
void conc_reach_words(const void *from, const void *to);
void conc_reach_stack_of(const struct conc_thread *t);
void conc_reach_roots(void); /* all memory but stacks, blocks of malloc, and libconc's own */
void conc_reach_search(void);

#endif
