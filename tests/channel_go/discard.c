// SPDX-License-Identifier: MIT
// flags: -Wno-unused-but-set-variable
// Every way to send meets every way to receive and forget, whoever comes first.
#include <conc.h>
#include <stdio.h>

static void receive_plain(channel(int) *c)
{
	(void)conc_receive(c);
}

static void receive_one(channel(int) *c)
{
	int v;
	waituntil (v << c) { }
}

static void receive_of_two(channel(int) *c)
{
	channel(int) other = {};
	int v;
	waituntil (v << c) { }
	or waituntil (v << other) { }
}

static void send_plain(channel(int) *c)
{
	c << 1;
}

static void send_one(channel(int) *c)
{
	waituntil (c << 1) { }
}

static void send_to_two(channel(int) *c)
{
	channel(int) other = {};
	waituntil (c << 1) { }
	or waituntil (other << 1) { }
}

int main(void)
{
	void (*receivers[])(channel(int) *) = { receive_plain, receive_one, receive_of_two };
	void (*senders[])(channel(int) *) = { send_plain, send_one, send_to_two };
	for (int i = 0; i < 9; i++)
		for (int first = 0; first < 2; first++) {
			channel(int) c = {};
			task(void) other = first ? spawn senders[i / 3](&c) : spawn receivers[i % 3](&c);
			conc_yield();
			(first ? receivers[i % 3] : senders[i / 3])(&c);
		}
	puts("ok");
}
