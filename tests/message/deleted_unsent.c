// SPDX-License-Identifier: MIT
// A message that new made and nobody was sent is a warning when it is deleted.
#include <conc.h>
#include <stdio.h>

message item { int n; };
actor sink {};
receive (sink *self, item *m) { (void)self, (void)m; }

int main(void)
{
	item *one = new item { 1 }, *many = new item[3];
	sink s;

	conc_actors_start(NULL);
	s | &many[1];
	conc_actors_stop();
	delete one;
	delete many;
	puts("done");
}
