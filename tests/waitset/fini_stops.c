/* A set ends while a thread waits for it. */
#include <conc.h>

static conc_waitset set;
static void waits(channel(int) *begun)
{
	int i;
	*begun << 1;
	i << set;
	(void)i;
}

int main(void)
{
	future(int) f = {};
	conc_processors(1);
	conc_waitset_add(&set, &f);
	channel(int) begun = {};
	int one;
	task(void) t = spawn waits(&begun);
	one << begun;
	conc_yield();
	(void)one;
	conc_waitset_fini(&set);
	join(t);
}
