// SPDX-License-Identifier: MIT
// class: shared
// A thread copies a structure of settings under the lock under which another one changes it as a whole.
#include <conc.h>
#include <stdio.h>

struct settings { int width, height, depth; };
monitor screen { struct settings now; };
static screen s = { { 80, 25, 8 } };

static struct settings get(screen * mutex x) { return x->now; }
static void set(screen * mutex x, struct settings to) { x->now = to; }

static void resize(void)
{
	struct settings mine = get(&s);

	mine.width = 132;
	mine.height = 50;
	set(&s, mine);
}

static int area(void)
{
	struct settings mine = get(&s);

	return mine.width * mine.height;
}

int main(void)
{
	task(int) t = spawn area();

	resize();
	int a = join(t);
	printf("%s\n", a == 2000 || a == 6600 ? "whole" : "torn");
	return a != 2000 && a != 6600;
}
