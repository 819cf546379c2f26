/* SPDX-License-Identifier: MIT */
/* C++ in the same process: what its runtime keeps per kernel thread is kept per user thread here.
 *
 * __cxa_get_globals (Itanium C++ ABI 2.2.2) returns the structure that holds the exceptions being
 * thrown or handled. A processor keeps the pointer for its kernel thread in cxx; null in a program
 * without C++. A thread that leaves its stack saves the contents on it, leaves zeros, and puts the
 * contents back when it goes on, on whichever kernel thread that is.
 */
#ifndef CONC_SRC_CXX_H
#define CONC_SRC_CXX_H

struct conc_cxx_globals {
	void *caught;      /* exceptions being handled, the latest first */
	unsigned uncaught; /* thrown and not caught yet */
};

/* Returns the calling kernel thread's structure. Null in a program without C++. */
extern struct conc_cxx_globals *__cxa_get_globals(void) __attribute__((weak));

/* Called when the runtime starts. */
void conc_cxx_init(void);

static inline struct conc_cxx_globals conc_cxx_take(struct conc_cxx_globals *globals)
{
	struct conc_cxx_globals taken = {0};

	if (globals) {
		taken = *globals;
		*globals = (struct conc_cxx_globals){0};
	}
	return taken;
}

static inline void conc_cxx_put(struct conc_cxx_globals *globals, struct conc_cxx_globals taken)
{
	if (globals) *globals = taken;
}

#endif
