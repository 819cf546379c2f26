// SPDX-License-Identifier: MIT
// A dialect header between system headers and plain ones; conc.h comes only through it.
#include <string.h>
#include "box.h"
#include "plain.h"
#include <stdio.h>

int main(void)
{
	box b = {0};
	put(&b, PLAIN);
	mutex (b) printf("%s\n", b.text);
}
