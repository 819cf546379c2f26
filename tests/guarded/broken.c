// SPDX-License-Identifier: MIT
// Both words in a unit that the grammar cannot read.
#include <conc.h>

monitor account { long balance; };
struct queue { conc_mutex lock; int n guarded (lock), at[3] guarded (lock); };
static int total guarded (lock) = 3;
void add(account * held a, long n) { a->balance += n; }
long sum(const account * held(read) a) { return a->balance; }
long none(const account * held() a) { return a->balance; }

int main(void) {
	mutex (total {
}
