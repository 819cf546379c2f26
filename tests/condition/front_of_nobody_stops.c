// SPDX-License-Identifier: MIT
#include <conc.h>

int main(void)
{
	conc_condition c = {0};
	return (int)conc_front(&c);
}
