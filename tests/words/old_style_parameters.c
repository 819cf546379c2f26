// The names of parameters in the old style hide words as far as the function goes.
// flags: -w -Wno-implicit-int
// flavours: concc gcc clang
// schedules: no (nothing runs at once)
#include <conc.h>
#include <stdio.h>

static conc_mutex lock;

static int sum(new, mutex, thread)
	int *new, mutex;
	register int thread;
{
	int delete = *new + mutex;
	return delete + thread;
}

static int implicit(spawn, task) int task; { int channel = spawn; return channel * task; }

static int (*chosen(monitor))(int *, int, int) int monitor; { return monitor ? sum : 0; }

int main(void)
{
	int *heap = new int { 3 };
	mutex (lock) printf("%d\n", sum(heap, 4, 5));
	mutex (lock) { printf("%d %d\n", implicit(6, 7), chosen(1)(heap, 1, 1)); }
	delete heap;
	return 0;
}
