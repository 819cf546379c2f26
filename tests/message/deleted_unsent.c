// SPDX-License-Identifier: MIT
// A message that new made and nobody was sent is a warning when it is deleted; not one that nobody took.
#include <conc.h>
#include <stdio.h>

message item { int n; };
actor sink {};
receive (sink *self, item *m) { (void)self, (void)m; return Finished; }

int main(void)
{
	item *one = new item { 1 }, *many = new item[3], *refused = new item { 2 };
	sink s;

	conc_actors_start(NULL);
	s | &many[1];
	conc_actors_wait();
	delete one;
	delete many;
	if (!conc_try_send(&s, refused)) delete refused;
	for (int i = 0; i < 20; i++) {
		item *loop = new item { i };
		delete loop;
	}
	conc_actors_stop();
	puts("done");
}
