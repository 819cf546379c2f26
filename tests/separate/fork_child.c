// SPDX-License-Identifier: MIT
// flavours: concc gcc clang asan (tsan starts no thread after a fork; a process of its own under no schedule)
// After fork the child has the calling thread and a fresh runtime: it makes handlers of its own, and reserves and reads what
// was at rest when it came into being; the parent goes on.
#include <conc.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct { int n; } cell;

static void add(cell *c, int n) { c->n += n; }
static int get(const cell *c) { return c->n; }

static int use(separate cell *c, int times)
{
	for (int i = 0; i < times; i++) separate (c) add(c, 1);
	separate (c) return get(c);
}

int main(void)
{
	separate cell *a = new separate cell { 1 }, *passive = new separate cell { 100 };
	conc_set_passive(passive);
	printf("%d %d\n", use(a, 10), use(passive, 10));
	fflush(stdout);
	pid_t child = fork();
	if (!child) {
		separate cell *own = new separate cell { 1000 };
		task(int) t = spawn use(own, 10);
		printf("child %d %d %d\n", join(t), use(passive, 1), use(a, 1));
		delete own;
		delete a;
		delete passive;
		return 3;
	}
	int status = 0;
	blocking { waitpid(child, &status, 0); }
	printf("%d %d %d\n", WEXITSTATUS(status), use(a, 1), use(passive, 1));
	delete a;
	delete passive;
}
