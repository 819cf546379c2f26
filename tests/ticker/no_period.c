// SPDX-License-Identifier: MIT
#include <conc.h>

int main(void)
{
	static conc_ticker beat;
	waituntil (beat) { }
	or waituntil (timeout(1ms)) { }
}
