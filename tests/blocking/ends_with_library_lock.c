// A user thread that ends with such a lock leaves it locked for good.
// flavours: concc
// schedules: no (as in locks_that_know_their_owner.c)
#define _GNU_SOURCE
#include <conc.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static void forgets(void) { pthread_mutex_lock(&m); }

int main(void)
{
	task(void) t = spawn forgets();
	conc_sleep(1ms);
	join(t);
}
