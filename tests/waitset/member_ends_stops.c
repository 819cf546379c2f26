/* A channel ends while it is a member. */
#include <conc.h>

int main(void)
{
	conc_waitset set = {0};
	{
		channel(int) c = {1};
		conc_waitset_add(&set, &c);
	}
	conc_waitset_fini(&set);
}
