/* SPDX-License-Identifier: MIT */
/* C++ in the same process: what its runtime keeps of a kernel thread is here the user thread's.
 *
 * The exceptions that are being handled or thrown hang on a structure that __cxa_get_globals
 * yields (Itanium C++ ABI 2.2.2). A processor knows the one of its kernel thread, cxx; null where
 * the program has no C++. Who leaves a stack takes the contents along on that stack, leaves zeros,
 * and puts them back when it goes on, on whichever kernel thread that is.
 */
#ifndef CONC_SRC_CXX_H
#define CONC_SRC_CXX_H

struct conc_cxx_globals {
	void *caught;      /* exceptions that are being handled, the latest first */
	unsigned uncaught; /* thrown and not caught yet */
};

/* Of the calling kernel thread; null in a program without C++. */
extern struct conc_cxx_globals *__cxa_get_globals(void) __attribute__((weak));

/* When the runtime starts. */
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
