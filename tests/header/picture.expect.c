#line 1 "picture.c"
// SPDX-License-Identifier: MIT
#include <conc.h>
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpedantic"
#line 3
# 1 "picture.h" 1
#pragma clang diagnostic pop
#endif
#line 1 "picture.h"
// SPDX-License-Identifier: MIT
#ifndef PICTURE_H
#define PICTURE_H

typedef struct account account; struct account { long balance; struct conc_owner_lock conc_owner; };

static inline long get(account * a) { CONC_HOLD(2, conc_owner_lock, CONC_MONITOR(a)); return a->balance; }

#endif
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpedantic"
# 4 "picture.c" 2
#pragma clang diagnostic pop
#endif
#line 4 "picture.c"
#include "picture.h"
#include <stddef.h>

long f(account *a);

long f(account *a)
{
	return get(a);
}
