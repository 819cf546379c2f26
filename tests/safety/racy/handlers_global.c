// SPDX-License-Identifier: MIT
// class: separate
// Two separate objects have handlers of their own. A function that is called on both writes a global variable.
#include <conc.h>
#include <stdio.h>

typedef struct { int calls; } phone;
static int all_calls;

static void call(phone *p)
{
	p->calls++;
	all_calls++;	/* races */
}

int main(void)
{
	separate phone *home = new separate phone {}, *office = new separate phone {};
	int n = 0;

	for (int i = 0; i < 10; i++) {
		separate (home) call(home);
		separate (office) call(office);
	}
	separate (home, office) n = home->calls + office->calls;
	delete home;
	delete office;
	printf("%d calls\n", n);
	return all_calls > 20;
}
