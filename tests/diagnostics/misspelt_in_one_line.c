// SPDX-License-Identifier: MIT
// Nothing is said of a type that is right.
#include <conc.h>
#include <stdio.h>
monitor account { long balance; int x; };
static void f(account * mutex a) { a->balance++; }
int main(void) { account a; f(&a); printf("%d\n", a.balance); spwan f(&a); wait_until (timeout(1ms)) { } }
