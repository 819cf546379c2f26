// processors: 1 2
// flags: -Wno-conc-cancel
/* A wait whose failure nobody tests cannot fail: it goes on in a cancelled thread. */
#include <conc.h>
#include <stdio.h>

static void sends(channel(int) *c, future(int) *f)
{
	int x;
	c << 1;
	x << f;
	waituntil (c << x) { }
	or waituntil (timeout(1h)) { }
}

int main(void)
{
	channel(int) c = {};
	future(int) f = {};
	task(void) t = spawn sends(&c, &f);
	conc_sleep(1ms);
	conc_cancel(t);
	int a = conc_receive(&c);
	conc_sleep(1ms);
	f << 2;
	printf("%d %d %d\n", a, conc_future_read(&f), conc_receive(&c));
	join(t);
}
