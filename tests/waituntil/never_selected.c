// SPDX-License-Identifier: MIT
// flags: -Werror
#include <conc.h>
#include <stdbool.h>
void f(conc_mutex *m, channel(int) *c, channel(int) *d, int fd, bool b);
void f(conc_mutex *m, channel(int) *c, channel(int) *d, int fd, bool b)
{
	int v, w;
	when (0) waituntil (m) { } or when (false) waituntil (v << c) { } or when (1) waituntil (v << d) { }
	when (0) ( waituntil (m) { } or waituntil (v << c) { } ) or when (0) else { }
	waituntil (timeout(0)) { } or waituntil (m) { } or else { }
	waituntil (m) { } or waituntil (timeout(0ns)) { } or waituntil (v << c) { } or waituntil (v << d) { }
	waituntil (v << c) { } or waituntil (m) { } or waituntil (w << c) { } or waituntil (m) { } or waituntil (c << 3) { }
	// but not these
	when (b) waituntil (timeout(0)) { } or waituntil (m) { }
	fair waituntil (timeout(0)) { } or waituntil (m) { } or waituntil (m) { }
	waituntil (timeout(0)) { } and waituntil (m) { } or waituntil (m) { }
	when (b) waituntil (v << c) { } or waituntil (w << c) { }
	waituntil (timeout(1s)) { } or waituntil (timeout(1s)) { } or waituntil (timeout(0 + v * 1ms)) { } or waituntil (v << d) { }
	waituntil (v << c + v) { } or waituntil (v << c + v) { }
}
