/* SPDX-License-Identifier: MIT */
/* No text of the author's can express what becomes of a construct in a macro that names itself: a unit that
 * includes this is compiled from its preprocessed text. */
#ifndef FALLBACK_H
#define FALLBACK_H
#include "../real/dialect.h"

static inline long fallback_value(long value) { return value; }
#define fallback_value(t) fallback_value(join(t))
static inline long fallback_join(long value)
{
	task(long) t = spawn real_lowered(value);
	return fallback_value(t);
}
#undef fallback_value

#endif
