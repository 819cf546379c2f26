/* SPDX-License-Identifier: MIT */
#include <conc.h>

actor sink { int n; };

int main(void)
{
	conc_ended_type(sink, (enum conc_ended_policy)7);
}
