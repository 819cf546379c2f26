// SPDX-License-Identifier: MIT
// Of one declaration, each declarator has its own lock, or none.
// flags: -Werror=conc-guarded
#include <conc.h>

struct ring { conc_mutex lock, other; int used guarded (lock), oldest guarded (other), plain; };
static conc_mutex lock;
static int first guarded (lock), *second guarded (lock), third guarded (lock) = 3, plain;

int used(struct ring *r) { mutex (r->other) return r->used; }
int oldest(struct ring *r) { mutex (r->lock) return r->oldest; }
int all(struct ring *r) { mutex (r->lock, r->other) return r->used + r->oldest + r->plain; }
int variables(void) { return first + *second + third + plain; }
