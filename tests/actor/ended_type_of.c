// SPDX-License-Identifier: MIT
// Whose policy is set.
#include <conc.h>

actor sink { int n; };
message line { int n; };
typedef sink same;

int main(void)
{
	sink s = {};
	conc_ended_type(sink, CONC_ENDED_DROP);
	conc_ended_type( sink , s.n ? CONC_ENDED_DROP : CONC_ENDED_STOP);
	conc_ended_type(line, CONC_ENDED_DROP);
	conc_ended_type(same, CONC_ENDED_DROP);
	conc_ended_type(s, CONC_ENDED_DROP);
}
