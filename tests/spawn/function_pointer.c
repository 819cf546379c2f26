// SPDX-License-Identifier: MIT
// A call through a pointer, a member, an element, a conditional expression.
#include <conc.h>
#include <stdio.h>

struct operation { int (*apply)(int, int); const char *name; };

static int add(int a, int b) { return a + b; }
static int multiply(int a, int b) { return a * b; }

int main(void)
{
	struct operation operations[] = { { add, "add" }, { multiply, "multiply" } };
	for (int i = 0; i < 2; i++) {
		task(int) t = spawn operations[i].apply(6, 7);
		printf("%s %d\n", operations[i].name, join(t));
	}
	int (*p)(int, int) = multiply;
	printf("%d\n", join(spawn p(3, 4)));
	printf("%d\n", join(spawn (*p)(4, 5)));
	printf("%d\n", join(spawn (p ? add : multiply)(4, 5)));
}
