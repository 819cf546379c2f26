// SPDX-License-Identifier: MIT
// flags: -Wno-unused-but-set-variable
// A statement with an else does not run it while one of its clauses could be taken: not when the channel is
// closed meanwhile, and not when one channel becomes ready before the other is emptied.
#include <conc.h>
#include <stdio.h>

static bool takes(channel(int) *c)
{
	int v;
	bool ok, taken = true;
	waituntil (ok = v << c) { }
	or else taken = false;
	return taken;
}

static void close_beside(void)
{
	channel(int) c = {1};
	int v;
	c << 1;
	task(bool) other = spawn takes(&c);
	conc_close(&c);
	(void)(v << c);
	conc_test_assert(join(other));
}

static bool takes_either(channel(int) *c, channel(int) *d)
{
	int v;
	bool ok, taken = true;
	waituntil (ok = v << c) { }
	or waituntil (ok = v << d) { }
	or else taken = false;
	return taken;
}

static void handed_over(bool closing, bool in_order)
{
	channel(int) c = {1}, d = {1};
	int v;
	c << 1;
	task(bool) other = in_order ? spawn takes_either(&c, &d) : spawn takes_either(&d, &c);
	if (closing) conc_close(&d);
	else d << 1;
	(void)conc_try_receive(&c, &v);
	conc_test_assert(join(other));
}

int main(void)
{
	int n = conc_test_seed() ? 5 : 2000;
	for (int i = 0; i < n; i++) {
		close_beside();
		handed_over(false, true);
		handed_over(true, true);
		handed_over(false, false);
		handed_over(true, false);
	}
	puts("ok");
}
