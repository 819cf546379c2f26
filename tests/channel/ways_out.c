// SPDX-License-Identifier: MIT
// Channels end on every way out of their block; a loop makes new ones.
#include <conc.h>
#include <stdio.h>

static int leave(int how)
{
	for (int i = 0; i < 3; i++) {
		channel(int) c = {4}, unused[2] = {{1}, {2}};
		c << i, unused[1] << i;
		if (how == 0 && i == 1) break;
		if (how == 1) continue;
		if (how == 2) goto out;
		int x;
		x << c;
		if (how == 3) return conc_try_receive(&c, &x) ? 1 : 2;
	}
	return 0;
out:
	return 3;
}

int main(void)
{
	for (int how = 0; how < 5; how++) printf("%d ", leave(how));
	puts("");
}
