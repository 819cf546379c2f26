#line 1 "long_word_alone.c"
// SPDX-License-Identifier: MIT
// The words that are always dialect declare a kind alone, too.
#include <conc.h>

typedef struct worker worker;
typedef struct account account;
struct pair {
	account *from, *to;
};
struct account { long balance; struct conc_owner_lock conc_owner; };
struct worker { struct pair pair; struct conc_thread_object conc_thread; }; void conc_main_worker(worker *self); CONC_THREAD_TYPE(worker, conc_main_worker);
void conc_main_worker(worker *self)
{
	{ CONC_HOLD2(6, conc_owner_lock, CONC_MONITOR(self->pair.from), CONC_MONITOR(self->pair.to)); self->pair.to->balance++; }
}
