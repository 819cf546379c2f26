// SPDX-License-Identifier: MIT
// What lacks its brace is shown by the indentation.
#include <conc.h>
#include <stdio.h>
monitor account { long balance; };
static void f(account * mutex a)
{
	if (a->balance) {
		a->balance++;
}
static void g(account *a)
{
	mutex (a) {
		a->balance--;
	}
}
int main(void) { account a = {0}; f(&a); g(&a); }
