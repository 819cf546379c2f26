// SPDX-License-Identifier: MIT
#include <conc.h>

struct box { channel(int) c; };

int main(void)
{
	struct box { int x; channel(double) c; };
	struct box *p = new struct box { 3 };
	delete p;
}
