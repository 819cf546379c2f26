// SPDX-License-Identifier: MIT
// refuse ERROR CALL… -- PROGRAM …: runs it where each CALL is refused from the start.
#define _GNU_SOURCE
#include "refuse.h"

int main(int count, char **words)
{
	int end = 2;

	while (end < count && strcmp(words[end], "--") != 0) end++;
	if (end + 1 >= count) return 2;
	refuse(words[1], end - 2, words + 2);
	execvp(words[end + 1], words + end + 1);
	return 3;
}
