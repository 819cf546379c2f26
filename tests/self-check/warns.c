// SPDX-License-Identifier: MIT
// the runner says: not ok - clang on the emitted C
int f(int unused)
{
	return 0;
}
