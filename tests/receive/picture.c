// SPDX-License-Identifier: MIT
#include <conc.h>

actor counter { long n; };
message add { long by; };
message get { future(long) *reply; };

receive (counter *self, get *m);
receive (counter *self, finished_message *m);
destroy (counter *self) { self->n = 0; }

static receive (counter *self, const add *m)
{
	if (!m->by)
		return;
	self->n += m->by;
	if (m->by < 0) return m->by < -5 ? Finished : _Conc_Delete;
}

receive (counter *self, get *m)
{
	conc_set_disposition(m, Destroy);
	*m->reply << self->n;
	return self->n ? Nodelete : Delete;
}
