// SPDX-License-Identifier: MIT
// the runner says: not ok - gcc, 1 processors: exit status 3 instead of 4
// flavours: gcc
int main(void)
{
	return 3;
}
