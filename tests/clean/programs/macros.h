/* SPDX-License-Identifier: MIT */
#ifndef MACROS_H
#define MACROS_H

#include <conc.h>

#define NEVER_USED 1

monitor account { long balance; };
thread clerk { account *a; };
actor teller { long n; };
message visit { long by; };

static const int limit_that_nobody_uses = 7;
static inline long get(account * mutex a) { return a->balance; }
static inline void deposit(account * mutex a, long n) { a->balance += n; }
static inline void nobody_calls_this(account * mutex a, channel(int) *c) { c << (int)a->balance; }
receive (teller *self, visit *m);
static inline void nor_this(teller *t) { t | (visit){ 1 }; }
void main(clerk *self);
void elsewhere(account * mutex a);

#endif
