/* A set and its members in the emitted C. */
#include <conc.h>

thread worker { int n; };
void main(worker *self) { self->n++; }

int wait(conc_waitset *s, channel(int) *c, future(int) *f, task(int) *t, worker *w)
{
	int i, sum = conc_waitset_add(s, c);
	worker own = {1};
	channel(int) d = {1};
	conc_waitset_add(s, &d);
	conc_waitset_add(s, f);
	conc_waitset_add(s, *t);
	conc_waitset_add(s, w);
	conc_waitset_add(s, own);
	i << *s;
	while (i << *s) sum += i;
	waituntil (int n << *s) { sum += n; }
	or waituntil (i << s[1]) { sum += i; }
	return sum;
}
