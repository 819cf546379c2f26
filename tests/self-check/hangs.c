// SPDX-License-Identifier: MIT
// the runner says: FAILED: exit status 124 instead of 0: gcc, 1 processors
// flavours: gcc
int main(void)
{
	for (;;);
}
