#!/bin/sh
# SPDX-License-Identifier: MIT
# -fsanitize links the libconc that was built with it.
. "$CONC/tests/driver/common"

for kind in address:asan thread:tsan; do
	name=${kind#*:}
	[ -f "$CONC/build/$name/libconc.a" ] || { skip "there is no libconc for $kind"; continue; }
	"$concc" -fsanitize="${kind%:*}" -v -c bank.c 2>/dev/null
	is "-fsanitize=${kind%:*}" "$(status "$concc" -g -fsanitize="${kind%:*}" bank.c -o bank; cat stderr; ./bank)" "0
42 bank.c:15"
	has "links build/$name/libconc.a" "$("$concc" -fsanitize="${kind%:*}" --show-link-flags)" "$name/libconc.a"
done
lacks "none without" "$("$concc" --show-link-flags)" "san/"
is "-fsanitize=undefined" "$(status "$concc" -fsanitize=undefined bank.c -o bank; ./bank)" "0
42 bank.c:15"

# Where a sanitizer's libconc is missing, the usual one does not stand in for it: false reports.
mkdir -p moved/bin moved/lib moved/include
cp "$concc" moved/bin/ && cp "$CONC/build/libconc.a" moved/lib/ && cp -r "$CONC"/libconc/include/* moved/include/
for sanitizer in address thread; do
	no_if "no libconc for $sanitizer" moved/bin/concc -fsanitize=$sanitizer bank.c -o missing 2>stderr
	has "no libconc for $sanitizer: the remedy" "$(cat stderr)" "concc: note: there is no libconc for -fsanitize=$sanitizer, which dialect needs: it would be "
	has "no libconc for $sanitizer: the remedy" "$(cat stderr)" "('make libraries' builds it, 'make install' installs it)"
	yes_if "plain C with $sanitizer needs none" moved/bin/concc -fsanitize=$sanitizer plain.c -o missing
done
yes_if "taken back" moved/bin/concc -fsanitize=thread -fno-sanitize=all bank.c -o missing
yes_if "another sanitizer" moved/bin/concc -fsanitize=undefined bank.c -o missing
has "among others" "$("$concc" -fsanitize=undefined,address --show-link-flags)" "/asan/libconc.a"
lacks "a longer word" "$("$concc" -fsanitize=hwaddress --show-link-flags)" "/asan/"
