// SPDX-License-Identifier: MIT
// Misspelt words of declarations, which look like functions without a body.
#include <conc.h>

chanel(int) numbers = {4};
static futur(long) answer;
typedef chanel(char *) lines;
struct pipe { chanel(int) in; int length; };
extern tusk(void) all[3];

int main(void)
{
	return 0;
}
