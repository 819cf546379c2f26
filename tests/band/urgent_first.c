// SPDX-License-Identifier: MIT
// schedules: no (bands have no effect under a seed)
// An urgent thread that becomes ready runs before those that were ready already. On a busy machine another kernel thread
// may take some of them: then the order is tried again.
#include <conc.h>
#include <stdio.h>

enum { NORMAL = 10, TRIES = 200 };

static conc_semaphore go;
static _Atomic int order, waits;
static int place;

static int urgent(void)
{
	enum conc_band before = conc_set_band(CONC_BAND_URGENT);
	waits = 1;
	conc_semaphore_wait(&go);
	place = order++;
	return before == CONC_BAND_NORMAL && conc_set_band(CONC_BAND_NORMAL) == CONC_BAND_URGENT;
}

static void normal(void)
{
	conc_yield();
	order++;
}

int main(void)
{
	int first = 0, right = 1;
	conc_processors(1);
	for (int i = 0; i < TRIES && !first; i++) {
		task(int) u = spawn urgent();
		task(void) n[NORMAL];
		while (!waits) conc_yield();
		conc_yield();	// it waits
		for (int k = 0; k < NORMAL; k++) n[k] = spawn normal();
		conc_yield();	// they begin, and are ready again
		order = waits = 0;
		conc_semaphore_post(&go);
		right &= join(u);
		for (int k = 0; k < NORMAL; k++) join(n[k]);
		first = place == 0;
	}
	printf("%s, %d\n", first ? "first" : "never first", right);
}
