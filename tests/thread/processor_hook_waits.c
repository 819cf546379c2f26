// SPDX-License-Identifier: MIT
// A hook must not wait.
#include <conc.h>

static void start(unsigned processor)
{
	if (processor == 0) conc_sleep(1ms);
}

int main(void)
{
	conc_on_processor_start(start);
}
