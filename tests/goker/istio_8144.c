// SPDX-License-Identifier: MIT
// After istio#8144: a cache calls back from the thread that evicts, and the test looks at the count.
#include <conc.h>
#include "../race/race.h"

static conc_mutex m;
static int entries;
ORDERED(_Atomic) int callbacks;

static void evict(void)
{
	for (bool evicted = false; !evicted; conc_yield()) {
		mutex (m) evicted = entries > 0;
		if (evicted) callbacks++;
	}
}

int main(void)
{
	task(void) evicter = spawn evict();
	mutex (m) entries++;
	int seen = callbacks;
	join(evicter);
	return seen > 1;
}
