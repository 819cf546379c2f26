// SPDX-License-Identifier: MIT
// class: separate
// Two separate objects share one handler, so calls on them form one sequence, and a global variable is safe.
#include <conc.h>
#include <stdio.h>

typedef struct { int calls; } phone;
static int all_calls;

static void call(phone *p)
{
	p->calls++;
	all_calls++;
}

static int all(const phone *p)
{
	(void)p;
	return all_calls;
}

int main(void)
{
	separate phone *home = new separate phone {}, *office = new separate(home) phone {};
	int n = 0;

	for (int i = 0; i < 10; i++) {
		separate (home) call(home);
		separate (office) call(office);
	}
	separate (home) n = all(home);
	delete office;
	delete home;
	printf("%d calls\n", n);
	return n != 20;
}
