// SPDX-License-Identifier: MIT
// break, continue, return and goto out of a block bind to the program's own loops and take everything back.
// flags: -Wno-pedantic
#include <conc.h>
#include <stdio.h>

static conc_mutex m, n;
static channel(int) c = {8}, d;

static void all_is_free(const char *after)
{
	bool free = conc_mutex_try_lock(&m);
	if (free) conc_mutex_unlock(&m);
	printf("%s: %s", after, free ? "free" : "HELD");
	// Nobody is left waiting in d: a send would find a receiver.
	printf("%s\n", conc_try_send(&d, 1) ? " TAKEN" : "");
}

static int leave(int how)
{
	int v, count = 0;
	for (int i = 0; i < 4; i++) {
		switch (how) {
		case 0:
			waituntil (v << d) { puts("no"); }
			or waituntil (m) { if (i == 1) continue; count += 10; }
			or waituntil (n) { puts("no"); }
			break;
		case 1:
			for (;;) {
				waituntil (m) break;
				or waituntil (v << d) { puts("no"); }
			}
			count++;
			break;
		case 2:
			waituntil (v << d) { puts("no"); } or waituntil (m) return count + i + 100;
			break;
		case 3:
			waituntil (m) { goto out; } and waituntil (v << d) { puts("no"); }
			break;
		case 4:
			c << i;
			waituntil (v << c) { switch (v) { case 2: break; default: count += v; continue; } count += 50; }
			and waituntil (n) { count += 100; break; }
			puts("no");
			break;
		case 5:
			do {
				waituntil (v << d) {} or waituntil (m) { while (count < 5) { if (++count == 3) break; } continue; }
			} while (count++ < 20);
			break;
		}
	}
	return count;
out:
	return count + 1000;
}

int main(void)
{
	char name[16];
	for (int how = 0; how < 6; how++) {
		printf("%d ", leave(how));
		snprintf(name, sizeof name, "%d", how);
		all_is_free(name);
	}
	int v = 0;
	// A statement expression, left by goto, and as a value.
	int twice = ({ int w = 0; c << 21; waituntil (w << c) { w *= 2; } or waituntil (v << d) { } w; });
	printf("%d\n", twice);
	printf("%d\n", ({ waituntil (m) { goto end; } or waituntil (v << d) { } 1; }));
end:
	all_is_free("end");
	return v;
}
