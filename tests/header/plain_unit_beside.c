// SPDX-License-Identifier: MIT
// A unit without conc.h is compiled as it is, and links with the others.
#include <conc.h>
#include <stdio.h>

int plain(int mutex);

int main(void)
{
	conc_mutex m = {0};
	mutex (m) printf("%d\n", plain(3));
}
