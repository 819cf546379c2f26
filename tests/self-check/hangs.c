// SPDX-License-Identifier: MIT
// the runner says: not ok - gcc, 1 processors: exit status 124 instead of 0
// flavours: gcc
int main(void)
{
	for (;;);
}
