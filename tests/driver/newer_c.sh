#!/bin/sh
# SPDX-License-Identifier: MIT
# What C23 and C11 have, in units with dialect, and how deep statements may be nested.
. "$CONC/tests/driver/common"

cat >c23.c <<'EOF'
#include <conc.h>
#include <stdio.h>
monitor m { int x; };
int unnamed(m *a, int) { mutex (a) return a->x; }
[[nodiscard]] int get(m * mutex a) { return a->x; }
static int likely(m *a, int x)
{
	[[likely]] if (x) mutex (a) a->x++;
	[[gnu::unused]] int y = 1;
	switch (x) {
	case 1: mutex (a) a->x++; [[fallthrough]];
	default: return 0b101;
	}
}
int main(void)
{
	m a = {};
	int array[3] = {};
	_Static_assert(sizeof(int) == 4);
	mutex (a) { label: a.x += 1'000 + 0x1'0 + array[0] + 'a' - 'a'; }
	int result = likely(&a, 1);
	printf("%d %d %d\n", result, get(&a), unnamed(&a, 1));
}
EOF
cat >generic.c <<'EOF'
#include <conc.h>
#define WHAT(x) _Generic(x, channel(int): 1, channel(int) *: 2, future(int): 3, box: 4, default: 5)
monitor box { int n; };
int main(void)
{
	channel(int) c = { 1 }, *p = &c;
	future(int) f;
	box b = { 0 };
	return WHAT(c) * 10000 + WHAT(p) * 1000 + WHAT((*p)) * 100 + WHAT(f) * 10 + WHAT(b) != 12134;
}
EOF
sed 's/return WHAT(c).*/box other = _Generic(c, channel(int): b, default: 0);/' generic.c >copied.c
{
	printf '#include <conc.h>\nmonitor m { int x; };\nint main(void)\n{\n\tm a = { 0 };\n'
	for i in $(seq 200); do echo 'mutex (a) {'; done
	echo 'a.x++;'
	for i in $(seq 200); do echo '}'; done
	printf '\treturn a.x - 1;\n}\n'
} >nested.c

for cc in gcc clang; do
	export CONC_CC=$cc
	is "$cc: C23" "$(status "$concc" -std=gnu2x -w c23.c -o c23; cat stderr; ./c23)" "0
5 1018 1018"
	is "$cc: the first operand of _Generic is no copy" "$(status "$concc" generic.c -o generic; cat stderr; ./generic; echo $?)" "0
0"
	has "$cc: what _Generic chooses is one" "$("$concc" -c copied.c 2>&1)" "copied.c:9:21: error: a monitor cannot be copied: 'box' has identity"
	is "$cc: 200 mutex statements in each other" "$(status "$concc" nested.c -o nested; cat stderr; ./nested; echo $?)" "0
0"
done
