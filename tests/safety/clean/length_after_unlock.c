// SPDX-License-Identifier: MIT
// class: guarded
// A dispatcher copies its watchers under the lock, and goes through its own copy.
// After GoKer kubernetes#89164, mended.
#include <conc.h>
#include <stdio.h>
#include <string.h>

struct watcher { int events; };
monitor cacher { struct watcher *buffer[8]; int n; };
static struct watcher w = { 2 };
static cacher c = { { &w, &w }, 2 };

static int copy(cacher * mutex x, struct watcher **to)
{
	int n = x->n;

	memcpy(to, x->buffer, n * sizeof *to);
	x->n = 0;
	return n;
}

static int dispatch(cacher *x)
{
	struct watcher *mine[8];
	int n = copy(x, mine), sent = 0;

	for (int i = 0; i < n; i++)
		sent += mine[i]->events;
	return sent;
}

int main(void)
{
	task(int) background = spawn dispatch(&c);
	int sent = dispatch(&c);

	sent += join(background);
	printf("%d\n", sent);
	return sent != 4;
}
