// SPDX-License-Identifier: MIT
// class: shared
// A library runs a callback on a thread of its own. The callback changes the caller's context, which the caller reads.
// After GoKer kubernetes#49404, where a handler of a server sets what the test looks at.
#include <conc.h>
#include <stdio.h>

struct context { int calls; };
typedef void callback(void *context);

static void serve(callback *on_request, void *context)
{
	for (int i = 0; i < 3; i++)
		on_request(context);
}

static void count(void *context)
{
	((struct context *)context)->calls++;	/* races */
}

int main(void)
{
	static struct context mine;
	task(void) server = spawn serve(count, &mine);
	int seen = mine.calls;	/* races */

	join(server);
	printf("%s\n", seen <= 3 ? "called" : "too often");
}
