// SPDX-License-Identifier: MIT
// After grpc#1275: a thread reads from a stream. Closing the stream does not tell the reader, who waits for ever; main
// gives up waiting for the reader after a while.
#include "go.h"

struct stream { channel(int) buffer; };

static void read_stream(struct stream *s, channel(int) *done)
{
	(void)conc_receive(&s->buffer); /* stays */
	conc_close(done);
}

static void close_stream(struct stream *s)
{
	(void)s;
}

go_test
{
	struct stream *s = new struct stream {};
	channel(int) *done = new channel(int) {};
	go_unused bool open;
	go_unused int got;
	spawn read_stream(s, done);
	close_stream(s);
	waituntil (open = got << *done) {}
	or waituntil (timeout(300ns)) {}
	go_until_waits(1, "read_stream", "receive");
}

int main(void) { test(); }
