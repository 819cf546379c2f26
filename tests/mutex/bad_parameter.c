// SPDX-License-Identifier: MIT
// A mutex parameter is a pointer to something lockable, and has a name.
#include <conc.h>
monitor account { long balance; };
void deposit(account mutex a, long n) { a.balance += n; }
void count(int * mutex n) { ++*n; }
void move(account ** mutex a) { (*a)->balance = 0; }
