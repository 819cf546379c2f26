// SPDX-License-Identifier: MIT
// An array of tasks in an automatic structure: the message names the remedy.
#include <conc.h>

struct jobs { task(int) all[3]; };

int main(void)
{
	struct jobs jobs;
	(void)jobs;
}
