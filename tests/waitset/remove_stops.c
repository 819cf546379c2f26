/* A number that no member has. */
#include <conc.h>

int main(void)
{
	conc_waitset set = {0};
	future(int) f = {};
	conc_waitset_remove(&set, conc_waitset_add(&set, &f));
	conc_waitset_remove(&set, 0);
}
