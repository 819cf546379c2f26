// SPDX-License-Identifier: MIT
// class: shared
// A thread copies a structure of settings, while another one changes two of its members.
// After GoKer kubernetes#82239, where an object is copied while a test writes into it.
#include <conc.h>
#include <stdio.h>

struct settings { int width, height, depth; };
static struct settings now = { 80, 25, 8 };

static void resize(void)
{
	now.width = 132;	/* races */
	now.height = 50;	/* races */
}

static int area(void)
{
	struct settings mine = now;	/* races */

	return mine.width * mine.height;
}

int main(void)
{
	task(int) a = spawn area();

	resize();
	printf("%s\n", join(a) >= 2000 ? "large" : "small");
}
