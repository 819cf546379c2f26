// SPDX-License-Identifier: MIT
// receive, destroy and the dispositions stay names of C wherever they are no behaviour's.
#include <conc.h>
#include <stdio.h>

actor counter { long n; };
message add { long by; };

typedef struct buffer { int size; int (*receive)(struct buffer *self, int n); } buffer;
enum state { Running, Delete = 7 };
static int Nodelete = 11;

static int receive_all(buffer *self, int n);
static void destroy(buffer *b, int how) { b->size = how; }
static int receive(buffer *self, int n) { return self->size + n; }

_Conc_receive (counter *self, add *m)
{
	enum { Destroy = 1 };
	self->n += m->by + Destroy + Nodelete;
	return _Conc_Finished;
}

_Conc_destroy (counter *self) { self->n = 0; }

static int receive_all(buffer *self, int n)
{
	int Finished = 3;
	destroy (self, n);
	return receive(self, Finished) + self->receive(self, Delete) + (int)Running;
}

int main(void)
{
	buffer b = { 1, receive };
	static counter receive = { 4 };
	int destroy = 5;
	struct { int Delete, Finished; } two = { 1, 2 };
	printf("%d %ld %d %d\n", receive_all(&b, 10), receive.n, destroy, two.Delete + two.Finished + Delete + Nodelete);
	return 0;
}
