// SPDX-License-Identifier: MIT
// class: owner
// A picture goes through two filters, one after the other. Each sends it on by its address.
#include <conc.h>
#include <stdio.h>

struct picture { int pixels[8]; };

static void filter(channel(struct picture *) *in, channel(struct picture *) *out, int by)
{
	struct picture *p;

	while (p << in) {
		for (int i = 0; i < 8; i++)
			p->pixels[i] += by;
		out << p;
	}
}

int main(void)
{
	struct picture p = {}, *back;
	channel(struct picture *) first = { 1 }, second = { 1 }, third = { 1 };
	{
		task(void) bright = spawn filter(&first, &second, 2), dark = spawn filter(&second, &third, -1);
		first << &p;
		back << third;
		conc_close(&first);
		conc_close(&second);
	}
	printf("%d\n", back->pixels[0]);
	return back != &p || p.pixels[7] != 1;
}
