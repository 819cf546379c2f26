// SPDX-License-Identifier: MIT
// Thread without main.
#include <conc.h>
#include <stdio.h>

thread worker { int n; };
int main(void)
{
	worker w = {0};
	join(w);
}
