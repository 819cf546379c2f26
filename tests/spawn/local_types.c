// SPDX-License-Identifier: MIT
#include <conc.h>

struct s { int a; };
static int generic(void *p) { return *(int *)p; }

int main(void)
{
	struct s { double d; };
	enum e { A } a = A;
	struct s x = { 1 };
	int (*f)(struct s *) = (int (*)(struct s *))generic;
	enum e (*g)(void) = 0;
	task(int) t = spawn f(&x);
	task(struct s) u;
	spawn g();
	return a;
}
