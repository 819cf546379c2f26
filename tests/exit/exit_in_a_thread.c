// SPDX-License-Identifier: MIT
// exit in any user thread ends all of them, and flushes.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

thread quitter { int status; };

void main(quitter *self)
{
	printf("bye\n");
	exit(self->status);
}

int main(void)
{
	quitter q = { 3 };
	join(q);
	puts("not reached");
}
