// SPDX-License-Identifier: MIT
// After cockroach#9935: a log entry is written under the logger's lock. If the file cannot be made, the logger exits,
// which takes the lock again: the thread waits for ever for itself.
// Go's mutex does not know its holder, nor does a semaphore of one unit. A conc_mutex would stop the program here.
#include "go.h"

static bool create_file(void) { return false; }

static void exit_logger(conc_semaphore *logger)
{
	mutex (logger) {} /* stays */
}

static void output_entry(conc_semaphore *logger)
{
	mutex (logger)
		if (!create_file()) exit_logger(logger);
}

go_test
{
	spawn output_entry(new conc_semaphore { 1 });
	go_until_waits(1, "output_entry", "conc_semaphore");
}

int main(void) { test(); }
