// SPDX-License-Identifier: MIT
// A mutex parameter is a pointer.
#include <conc.h>
monitor account { long balance; };
void deposit(account mutex a, long n) { a.balance += n; }
void withdraw(account * mutex a, long n) { a->balance -= n; }
