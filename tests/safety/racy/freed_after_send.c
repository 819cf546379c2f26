// SPDX-License-Identifier: MIT
// class: owner
// A producer sends the address of a parcel, and then deletes the parcel. The consumer looks into it.
#include <conc.h>
#include <stdio.h>

struct parcel { long weight, more[20]; };

static int weigh(channel(struct parcel *) *in)
{
	struct parcel *p;
	int heavy = 0;

	while (p << in) {
		conc_yield();
		heavy += p->weight > 10;	/* races */
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
		delete p;	/* races */
	}
	conc_close(&out);
	printf("%s\n", join(scales) <= 5 ? "weighed" : "too many");
}
