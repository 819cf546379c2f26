// SPDX-License-Identifier: MIT
// flags: -w -Wno-error -Wno-backslash-newline-escape
// Blanks between the backslash and the end of the line: gcc and clang warn, and splice.
#include <conc.h>
#include <stdio.h>
moni\ 
tor account { long balance; };
int main(void)
{
	account a = { 1 };
	mu\	
tex (a) <\  
% a.balance +\	 
= 2; }
	printf("%ld\n", a.bal\  
ance);
}
