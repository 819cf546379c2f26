// SPDX-License-Identifier: MIT
// A message with a disposition of its own is not deleted while it is on its way.
// flags: -Wno-conc-escape
#include <conc.h>
message item { int n; };
actor sink { conc_semaphore gate; };
receive (sink *self, item *m) { (void)m; conc_semaphore_wait(&self->gate); }

static sink s;

int main(void)
{
	item *m = new item { 1 };

	conc_set_disposition(m, Destroy);
	conc_actors_start(NULL);
	s | (item){ 0 } | m;
	delete m;
}
