// SPDX-License-Identifier: MIT
// class: owner
// The same picture is sent to two filters by its address. Both change it.
#include <conc.h>
#include <stdio.h>

struct picture { int pixels[8]; };

static void filter(channel(struct picture *) *in, int by)
{
	struct picture *p;

	while (p << in)
		for (int i = 0; i < 8; i++)
			p->pixels[i] += by;	/* races */
}

int main(void)
{
	static struct picture p;
	channel(struct picture *) first = { 1 }, second = { 1 };
	{
		task(void) bright = spawn filter(&first, 2), dark = spawn filter(&second, -1);
		first << &p;
		second << &p;
		conc_close(&first);
		conc_close(&second);
	}
	printf("%s\n", p.pixels[0] <= 2 ? "filtered" : "too bright");
}
