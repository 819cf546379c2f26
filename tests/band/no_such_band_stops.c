// SPDX-License-Identifier: MIT
// There are two bands.
#include <conc.h>

int main(void)
{
	conc_set_band((enum conc_band)2);
}
