// SPDX-License-Identifier: MIT
// class: shared
// A library runs a callback on a thread of its own. The callback sends what it sees through a channel of the caller.
// After GoKer kubernetes#49404, mended.
#include <conc.h>
#include <stdio.h>

typedef void callback(void *context);

static void serve(callback *on_request, void *context)
{
	for (int i = 0; i < 3; i++)
		on_request(context);
}

static void tell(void *context)
{
	channel(int) *calls = context;

	calls << 1;
}

int main(void)
{
	channel(int) calls = { 3 };
	task(void) server = spawn serve(tell, &calls);
	int seen = 0;

	for (int i = 0; i < 3; i++)
		seen += conc_receive(&calls);
	join(server);
	printf("%d\n", seen);
	return seen != 3;
}
