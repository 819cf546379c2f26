#!/bin/sh
# SPDX-License-Identifier: MIT
# CONC_CC names the compiler behind concc.
. "$CONC/tests/driver/common"

for cc in gcc clang 'env gcc' "$(command -v gcc)"; do
	is "CONC_CC=$cc" "$(CONC_CC=$cc status "$concc" -Wall -Wextra -Werror bank.c -o bank; cat stderr; ./bank)" "0
42 bank.c:15"
done
is "clang's macros with clang" "$(printf 'int x = __clang_major__ > 0;\n' | CONC_CC=clang "$concc" -E -P -)" "$(printf 'int x = __clang_major__ > 0;\n' | clang -E -P -)"
printf '#include <conc.h>\nmonitor account { long n; };\nvoid f(account * mutex a)\n{\n\tif (a->n) {\n\t\ta->n++;\n}\nint main(void) { return 0; }\n' >gap.c
for color in never always; do
	is "clang's message is above its line of the source, colours: $color" "$(CONC_CC=clang status "$concc" -fdiagnostics-color=$color -c gap.c
		sed 's/\x1b\[[0-9;]*m//g; s/^ *[0-9]* | //' stderr | grep -A2 -E "expected '}'|to match")" "1
gap.c:8:29: error: expected '}'
int main(void) { return 0; }
                            ^
gap.c:4:1: note: to match this '{'
{
^"
done
is "CC=concc is no circle" "$(CC=$concc status "$concc" bank.c -o bank; ./bank)" "0
42 bank.c:15"
mkdir -p bin && ln -sf "$concc" bin/cc
is "cc that is concc is passed over" "$(PATH="$PWD/bin:$PATH" status "$concc" -c plain.c; cat stderr)" 0
is "CONC_CC=concc is passed over" "$(CONC_CC=$concc status "$concc" bank.c -o bank; ./bank)" "0
42 bank.c:15"
mkdir -p 'my cc' && ln -sf "$(command -v gcc)" 'my cc/gcc'
for cc in "$PWD/my cc/gcc" 'my cc/gcc' "'my cc/gcc' -O1" 'my\ cc/gcc -D"A=b c"' 'env X="y z" gcc --param max-inline-insns-auto=5'; do
	is "CONC_CC=$cc" "$(CONC_CC=$cc status "$concc" bank.c -o bank; cat stderr; ./bank)" "0
42 bank.c:15"
done
printf '#!/bin/sh\nDEPTH=x$DEPTH\nexport DEPTH\n[ ${#DEPTH} -lt 9 ] || exit 9\nexec "%s" "$@"\n' "$concc" >script && chmod +x script
mkdir -p scripts && cp script scripts/cc
is "cc that is a script for concc" "$(PATH="$PWD/scripts:$PATH" status "$concc" bank.c -o bank; cat stderr; ./bank)" "0
42 bank.c:15"
is "CONC_CC that is one" "$(CONC_CC=./script status timeout 20 "$concc" -c bank.c)" 1
has "says so" "$(cat stderr)" "'./script' is concc itself"
is "a compiler that is not there" "$(CONC_CC=no-such-cc status "$concc" -c plain.c)" 127
has "says so" "$(cat stderr)" "no-such-cc"
if there aarch64-linux-gnu-gcc; then
	is "a cross compiler" "$(CONC_CC=aarch64-linux-gnu-gcc status "$concc" -c bank.c -o cross.o; cat stderr; readelf -h cross.o | grep -c AArch64)" "0
1"
fi
