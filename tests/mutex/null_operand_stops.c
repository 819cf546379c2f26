// SPDX-License-Identifier: MIT
// A null operand stops the program with the line of the statement.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	conc_mutex m = {0}, *none = NULL;
	mutex (m) puts("fine"), fflush(stdout);
	mutex (m, none) puts("not reached");
}
