// SPDX-License-Identifier: MIT
// the runner says: FAILED: clang on the emitted C
int f(int unused)
{
	return 0;
}
