/* A future ends while it is a member. */
#include <conc.h>

int main(void)
{
	conc_waitset set = {0};
	{
		future(int) f = {};
		conc_waitset_add(&set, &f);
	}
	conc_waitset_fini(&set);
}
