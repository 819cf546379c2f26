// SPDX-License-Identifier: MIT
#include <conc.h>

static int nested(int z) { return z + 100; }

int main(void)
{
	int k = 3;
	{
		int nested(int z) { return z + k; }
		void other(void) { k++; }
		task(int) t = spawn nested(1);
		spawn other();
	}
	task(int) t = spawn nested(1);
}
