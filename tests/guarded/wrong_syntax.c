// SPDX-License-Identifier: MIT
// What the grammar cannot read.
#include <conc.h>

monitor account { long balance; };
void parameter(int n guarded (m));
void no_star(account held a) {}
void before(held account *a) {}
void behind(account *a held) {}
