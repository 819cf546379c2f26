// SPDX-License-Identifier: MIT
// The rounding mode a thread sets is its own, over switches, migrations, inline joins and reused stacks.
#include <conc.h>
#include <fenv.h>
#include <stdio.h>

static int rounding(void) { return fegetround() == FE_TONEAREST ? 0 : fegetround() == FE_UPWARD ? 1 : 2; }

thread rounder { int mode, wrong; };

void main(rounder *self)
{
	static const int modes[] = { FE_TONEAREST, FE_UPWARD, FE_DOWNWARD };
	self->wrong += rounding() != 0;
	if (self->mode) fesetround(modes[self->mode]);
	for (int i = 0; i < 2000; i++) {
		conc_yield();
		self->wrong += rounding() != self->mode;
	}
}

static int child(int set)
{
	int wrong = rounding() != 0;
	if (set) fesetround(FE_UPWARD);
	return wrong;
}

int main(void)
{
	int wrong = 0;
	for (int round = 0; round < 3; round++) {
		rounder r[30] = {0};
		for (int i = 0; i < 30; i++) join(r[i]), wrong += r[i].wrong;
		rounder s[] = { { 1 }, { 0 }, { 2 }, { 1 }, { 0 }, { 0 }, { 2 } };
		for (int i = 0; i < 7; i++) join(s[i]), wrong += s[i].wrong;
	}
	for (int i = 0; i < 1000; i++) {
		wrong += join(spawn child(i & 1));
		wrong += rounding() != 0;
	}
	fesetround(FE_DOWNWARD);
	for (int i = 0; i < 1000; i++) {
		wrong += join(spawn child(i & 1));
		wrong += rounding() != 2;
	}
	printf("%d wrong\n", wrong);
}
