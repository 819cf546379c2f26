// SPDX-License-Identifier: MIT
// Words in wrong places, and locks that are none.
#include <conc.h>

monitor account { long balance; };
struct queue { conc_mutex lock; int n guarded (lok), count; int k guarded (count); };
static int total guarded (total_lock);
int function(void) guarded (m);
void both(account * held mutex a) {}
void mode(account * held(write) a) {}
void no_lock(int * held n) {}
void unnamed(account * held(read)) {}
void promised(account * held a);
void promised(account *a) { (void)a; }
account * held everywhere;
