// SPDX-License-Identifier: MIT
// Send to an actor that does not receive it.
#include <conc.h>
#include <stdio.h>

actor counter { int n; };
message add { int by; };
int main(void)
{
	counter *c = new counter {0};
	c | (add){1};
}
