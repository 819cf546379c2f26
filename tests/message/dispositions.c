// SPDX-License-Identifier: MIT
// What becomes of a message that was sent by reference; set before the send, or by the behaviour.
#include <conc.h>
#include <stdio.h>

message note { int n; };
static int destroyed[8];
destroy (note *self) { destroyed[self->n]++; }

actor reader { int notes; };
receive (reader *self, note *m)
{
	self->notes++;
	if (m->n == 5) conc_set_disposition(m, Destroy);	// it had none
	if (m->n == 6) conc_set_disposition(m, Nodelete);	// it was to be destroyed
	if (m->n == 7) conc_set_disposition(m, Delete);
}

int main(void)
{
	note none = { 0 }, nodelete = { 1 }, finished = { 2 }, destroy = { 3 };
	static note later = { 5 }, never = { 6 };
	note *deleted = new note { 4 }, *deleted_later = new note { 7 };
	reader r;

	conc_set_disposition(&nodelete, Nodelete);
	conc_set_disposition(&finished, Finished);
	conc_set_disposition(&destroy, Destroy);
	conc_set_disposition(deleted, Delete);
	conc_set_disposition(&never, Destroy);
	conc_actors_start(NULL);
	r | &none | &nodelete | &nodelete | &finished | &finished | &destroy | deleted | &later | &never
	  | deleted_later;
	conc_actors_stop();
	printf("%d notes\n", r.notes);
	for (int i = 0; i < 8; i++) printf("%d%c", destroyed[i], i < 7 ? ' ' : '\n');
	conc_actors_start(NULL);		// the storage is ours: it may be sent again
	reader other;
	other | &destroy | &later;
	conc_actors_stop();
	printf("%d %d\n", destroyed[3], destroyed[5]);
}
