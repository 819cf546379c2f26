// SPDX-License-Identifier: MIT
// A message by a null pointer is no message.
#include <conc.h>

message item { int n; };
actor sink {};
receive (sink *self, item *m) { (void)self, (void)m; }

int main(void)
{
	item *none = 0;
	sink s;
	conc_actors_start(NULL);
	s | none;
}
