// SPDX-License-Identifier: MIT
// A pinned thread stays on its kernel thread across yields and sleeps.
#include <conc.h>
#include <pthread.h>
#include <stdio.h>

thread worker { int moved; };

void main(worker *self)
{
	conc_pin();
	pthread_t mine = pthread_self();
	for (int i = 0; i < 200; i++) {
		conc_yield();
		if (i % 50 == 0) conc_sleep(1ms);
		self->moved += !pthread_equal(mine, pthread_self());
	}
	conc_unpin();
}

int main(void)
{
	worker w[6] = {0};
	for (int i = 0; i < 6; i++) {
		join(w[i]);
		printf("%d ", w[i].moved);
	}
	puts("");
}
