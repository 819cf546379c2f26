// SPDX-License-Identifier: MIT
// the runner says: FAILED: exit status 3 instead of 4: gcc, 1 processors
// flavours: gcc
int main(void)
{
	return 3;
}
