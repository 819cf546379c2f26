// SPDX-License-Identifier: MIT
// A mutex parameter is a pointer to something lockable.
#include <conc.h>
monitor account { long balance; };
void count(int * mutex n) { ++*n; }
void move(account ** mutex a) { (*a)->balance = 0; }
