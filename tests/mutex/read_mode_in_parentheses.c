// SPDX-License-Identifier: MIT
// The mode of a mutex parameter, wrongly spelt, in units that the grammar cannot read.
#include <conc.h>
monitor account { long balance; };

long no_mode(account * mutex() a) { return a->balance; }
long bare(account * mutex read a) { return a->balance; }
long two(account * mutex(read, write) a, account * mutex(read) b) { return a->balance + b->balance; }
