// SPDX-License-Identifier: MIT
// The calls of functions with held parameters.
// flags: -Werror=conc-guarded
#include <conc.h>

monitor account { long balance; };
void add(account * held a, long n);
static long sum(const account * held(read) a) { return a->balance; }
static void lines(conc_mutex * held m, int n) { (void)m, (void)n; }

void taken(account * mutex a, account *b) { add(a, sum(a)); mutex (b) add(b, 1); }
void passed_on(account * held a) { add(a, 1); }
long read_only(account * mutex(read) a) { add(a, 1); return sum(a); }
void not_taken(account *a) { add(a, 1); }
void own_is_not_enough(void) { account a = {}; add(&a, 1); lines(&(conc_mutex){}, 1); }
void writes(account * held(read) a) { a->balance++; }
