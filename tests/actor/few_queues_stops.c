// SPDX-License-Identifier: MIT
// A worker without a queue would have nothing to do.
#include <conc.h>

int main(void)
{
	struct conc_actors_config config = { .workers = 4, .queues = 3 };
	conc_actors_start(&config);
}
