// SPDX-License-Identifier: MIT
// The look at the flag and the wait are not one step: a signal in between wakes nobody.
#include <conc.h>

static conc_mutex m;
static conc_condition changed;
static bool ready;

static void prepare(void)
{
	mutex (m) ready = true;
	conc_signal(&changed);
}

int main(void)
{
	task(void) t = spawn prepare();
	bool seen;

	mutex (m) seen = ready;
	if (!seen)
		mutex (m) conc_wait(&changed, &m);
	join(t);
}
