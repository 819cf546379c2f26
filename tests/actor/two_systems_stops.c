// SPDX-License-Identifier: MIT
// There is one system at a time.
#include <conc.h>

int main(void)
{
	conc_actors_start(NULL);
	conc_actors_start(NULL);
}
