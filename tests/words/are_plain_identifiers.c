// SPDX-License-Identifier: MIT
// Dialect words are identifiers wherever C uses them as such, in a unit that includes conc.h.
#include <conc.h>
#include <stdio.h>

struct words { int mutex, message, actor, thread, channel, separate, receive, future, or, and, when; };
enum { timeout = 3, readable, writable };
typedef struct { int export, import; } task;

static int mutex(int monitor) { return monitor + 1; }
static int join(int new, int delete) { return new * delete; }
static int spawn(int n) { return n; }
static task receive(task t) { return (task){ .export = t.import, .import = t.export }; }

int main(void)
{
	struct words w = { .mutex = 1, .or = 2 };
	int thread = 4, blocking = 5, lock = 6, impl = 7, inline_ = 8;
	int (*destroy)(int) = mutex;
	task t = { 1, 2 };
	goto when;
when:
	printf("%d %d %d\n", mutex(w.mutex), join(w.or, timeout), spawn(thread));
	printf("%d %d %d\n", blocking * lock, impl + inline_, destroy(readable));
	t = receive(t);
	printf("%d %d\n", t.export, t.import);
	for (int monitor = 0; monitor < 1; monitor++) printf("%d\n", monitor + (mutex)(3));
}
