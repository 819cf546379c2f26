// SPDX-License-Identifier: MIT
// new T[n]: the count is computed once, missing initialisers are zero.
#include <conc.h>
#include <stdio.h>

monitor account { long balance; };

int main(void)
{
	int n = 3;
	account *v = new account[n++] { { 1 }, { 2 } };
	printf("%d", n);
	for (int i = 0; i < 3; i++) mutex (v[i]) printf(" %ld", v[i].balance);
	puts("");
	int *numbers = new int[2 * n] { 5, 6, 7 };
	for (int i = 0; i < 8; i++) printf("%d ", numbers[i]);
	puts("");
	char *none = new char[0] {};
	printf("%d\n", none != 0);
	delete v;
	delete numbers;
	delete none;
}
