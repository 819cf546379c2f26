// SPDX-License-Identifier: MIT
// class: owner
// A producer sends the address of a parcel. The consumer deletes the parcel when it has looked into it.
#include <conc.h>
#include <stdio.h>

struct parcel { long weight, more[20]; };

static int weigh(channel(struct parcel *) *in)
{
	struct parcel *p;
	int heavy = 0;

	while (p << in) {
		conc_yield();
		heavy += p->weight > 10;
		delete p;
	}
	return heavy;
}

int main(void)
{
	channel(struct parcel *) out = {};
	task(int) scales = spawn weigh(&out);

	for (int i = 0; i < 5; i++) {
		struct parcel *p = new struct parcel { .weight = 5 * i };
		out << p;
	}
	conc_close(&out);
	int heavy = join(scales);
	printf("%d heavy\n", heavy);
	return heavy != 2;
}
