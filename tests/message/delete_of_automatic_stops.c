// SPDX-License-Identifier: MIT
// Delete is for what new made.
#include <conc.h>

message item { int n; };
actor sink {};
receive (sink *self, item *m) { (void)self, (void)m; }

int main(void)
{
	item m = { 1 };
	sink s;
	conc_set_disposition(&m, Delete);
	conc_actors_start(NULL);
	s | &m;
	conc_actors_stop();
}
