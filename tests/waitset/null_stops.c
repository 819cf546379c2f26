/* A thread that was never started. */
#include <conc.h>

int main(void)
{
	conc_waitset set = {0};
	task(void) none;
	conc_waitset_add(&set, none);
}
