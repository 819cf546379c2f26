// SPDX-License-Identifier: MIT
// flags: -g3
// flavours: concc
// With -g3 the preprocessor prints the definitions of macros; no macro is expanded a second time.
#include <conc.h>
#include <stdio.h>

#define twice(n) (twice)(n + 1)
static int (twice)(int n) { return 2 * n; }

int main(void)
{
	int n = 1;
#define n (n + 1)
	task(int) t = spawn twice(n);
	int other = twice(n);
	mutex (stdout) printf("%d %d %d\n", join(t), other, n);
}
