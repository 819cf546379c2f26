// processors: 2
#include <conc.h>

static void sends(channel(int) *c)
{
	c << 1;
}

int main(void)
{
	channel(int) c = {};
	task(void) t = spawn sends(&c);
	conc_sleep(1ms);
	conc_cancel(t);
	join(t);
}
