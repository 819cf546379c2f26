// SPDX-License-Identifier: MIT
#include <stdio.h>
/* No conc.h, so no dialect: every byte stays. */
int mutex(int thread) { return thread; }

int main(void) { int spawn = 10; return mutex(spawn)-10; }
