// SPDX-License-Identifier: MIT
// class: array
// Threads count the letters of two texts in arrays of their own, which are members of the thread. Main adds them up.
#include <conc.h>
#include <stdio.h>

thread counter { const char *text; int letters[26]; };

void main(counter *self)
{
	for (const char *c = self->text; *c; c++)
		if (*c >= 'a' && *c <= 'z')
			self->letters[*c - 'a']++;
}

int main(void)
{
	counter c[2] = { { .text = "call me ishmael" }, { .text = "some years ago" } };
	int letters[26] = {};

	for (int i = 0; i < 2; i++) {
		join(c[i]);
		for (int l = 0; l < 26; l++)
			letters[l] += c[i].letters[l];
	}
	printf("%d\n", letters['e' - 'a']);
	return letters['e' - 'a'] != 4;
}
