// SPDX-License-Identifier: MIT
// class: guarded
// A dispatcher empties its buffer of watchers under the lock, and goes through the buffer when the lock is free again.
// After GoKer kubernetes#89164.
#include <conc.h>
#include <stdio.h>

struct watcher { int events; };
monitor cacher { struct watcher *buffer[8]; int n; };
static cacher c;

static void begin(cacher * mutex x)
{
	x->n = 0;	/* races */
}

static int dispatch(cacher *x)
{
	int sent = 0;

	begin(x);
	for (int i = 0; i < x->n; i++)	/* races */
		sent += x->buffer[i]->events;
	return sent;
}

int main(void)
{
	task(int) background = spawn dispatch(&c);
	int sent = dispatch(&c);

	sent += join(background);
	printf("%d\n", sent);
}
