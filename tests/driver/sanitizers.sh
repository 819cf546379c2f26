#!/bin/sh
# SPDX-License-Identifier: MIT
# -fsanitize links the libconc that was built with it.
. "$CONC/tests/driver/common"

for kind in address:asan thread:tsan; do
	name=${kind#*:}
	[ -f "$CONC/build/$name/libconc.a" ] || continue
	"$concc" -fsanitize="${kind%:*}" -v -c bank.c 2>/dev/null
	is "-fsanitize=${kind%:*}" "$(status "$concc" -g -fsanitize="${kind%:*}" bank.c -o bank; cat stderr; ./bank)" "0
42 bank.c:15"
	has "links build/$name/libconc.a" "$("$concc" -fsanitize="${kind%:*}" --show-link-flags)" "$name/libconc.a"
done
lacks "none without" "$("$concc" --show-link-flags)" "san/"
is "-fsanitize=undefined" "$(status "$concc" -fsanitize=undefined bank.c -o bank; ./bank)" "0
42 bank.c:15"
