/* What is no member, and what a set does not do. */
#include <conc.h>

int wrong(conc_waitset *s, channel(int) *c)
{
	channel(int) d = {1};
	future(int) f = {};
	conc_mutex m = {};
	int n = conc_waitset_add(s, d);
	conc_waitset_add(s, f);
	conc_waitset_add(s, &m);
	conc_waitset_add(s, 3);
	conc_waitset_add(s);
	*s << 3;
	*c << *s;
	waituntil (<< *s) { n++; }
	waituntil (*s << 3) { n++; }
	waituntil (*s) { n++; }
	conc_waitset copy = *s;
	const char *text = "";
	text << copy;
	return n;
}
