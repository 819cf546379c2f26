// SPDX-License-Identifier: MIT
// flags: -std=gnu2x
// What is a keyword or a declaration in C23 only, in operands of constructs: bool without stdbool.h,
// true, nullptr, constexpr, functions with empty parentheses. Older compilers lack some of them.
#include <conc.h>
#include <stdio.h>

#if __STDC_VERSION__ < 202311L
#define nullptr ((void *)0)
#define constexpr static const
#endif

thread flag { bool *where; };
void main(flag *self) { *self->where = true; }

bool is_two(int n) { return n == 2; }
bool yes() { return true; }

int main()
{
	constexpr int room = 2;
	bool seen = false, ok = false, more = false;
	int *none = nullptr;
	{ flag f = { .where = &seen }; }
	channel(bool) answers = { 2 };
	channel(int *) pointers = { 1 };
	task(bool) t = spawn is_two(room), u = spawn yes();
	answers << join(t);
	answers << join(u);
	pointers << nullptr;
	none << pointers;
	waituntil (more = ok << answers) { }
	printf("%d %d %d %d\n", seen, ok, more, none == nullptr);
}
