// SPDX-License-Identifier: MIT
// delete of messages that new made: destroyed, derived first, the last of an array first.
#include <conc.h>
#include <stdio.h>

message item { int n; };
message wide { _Alignas(256) char c; };
message labelled { inline item; const char *label; };
destroy (item *self) { printf("item %d\n", self->n); }
destroy (labelled *self) { printf("label %s\n", self->label); }

actor sink {};
receive (sink *self, item *m) { (void)self, (void)m; }
receive (sink *self, wide *m) { (void)self; printf("%d\n", m->c); }

int main(void)
{
	item *one = new item { 1 }, *many = new item[3] { { 2 }, { 3 } }, *none = NULL;
	labelled *l = new labelled { { 5 }, "five" };
	item *as_item = l;
	wide *w = new wide { 6 };
	sink s;

	conc_actors_start(NULL);
	s | one | &many[0] | &many[1] | &many[2] | as_item | w;
	conc_actors_stop();
	delete one;
	delete many;
	delete none;
	delete as_item;
	delete w;
}
