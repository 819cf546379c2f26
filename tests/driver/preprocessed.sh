#!/bin/sh
# SPDX-License-Identifier: MIT
# -E keeps the dialect, and what it printed can be compiled elsewhere: ccache and distcc do that.
. "$CONC/tests/driver/common"

"$concc" -E bank.c >bank.i
has "-E keeps the dialect" "$(cat bank.i)" "monitor account"
has "-E names the translator" "$(cat bank.i)" '"<concc '
has "-E shows the runtime's headers" "$(cat bank.i)" "/conc.h\" 1"
is ".i is translated" "$(status "$concc" -c bank.i -o bank.o; cat stderr; "$concc" bank.o -o bank; ./bank)" "0
42 bank.c:15"
is "-x cpp-output" "$(cp bank.i bank.txt; status "$concc" -x cpp-output -c bank.txt -o bank.o; cat stderr)" 0
is "-E -o" "$("$concc" -E bank.c -o x.i; cmp x.i bank.i && echo same)" same
is "-E -P" "$("$concc" -E -P bank.c | grep -c '^# [0-9]')" 0
lacks "plain C: only the back end's" "$("$concc" -E plain.c)" "concc "
"$concc" -E wrong.c >wrong.i
is "an error in .i names the author's line" "$(status "$concc" -c wrong.i; grep -o 'wrong.c:18:[0-9]*: error' stderr)" "1
wrong.c:18:23: error"
{ cat bank.c; echo 'thread idle { int n; };'; } >idle.c
"$concc" -E idle.c >idle.i
is "a thread without a main in .i" "$(status "$concc" -c idle.i; grep -o 'idle.c:18:8: error.*' stderr)" "1
idle.c:18:8: error: thread type 'idle' has no main"
cat >misspelt.c <<'EOF'
#include <conc.h>
#define RECEIVER recieve
actor counter { int n; };
message add { int by; };
receive (counter *self, add *m) { self->n += m->by; }
RECEIVER (counter *self, add *m) { self->n -= m->by; }
EOF
"$concc" -E misspelt.c >misspelt.i
for file in misspelt.c misspelt.i; do
	is "$file: a misspelt word" "$(status "$concc" -c $file; grep error stderr)" "1
misspelt.c:6:1: error: unknown word 'recieve'; did you mean 'receive'?"
done
cp "$CONC/tests/macro/debug_information.c" again.c
"$concc" -g3 -E again.c >again.i
is "macros that -g3 prints are not expanded again" "$("$concc" -g3 again.i -o again; ./again)" "6 6 2"
if there ccache; then
	export CCACHE_DIR="$PWD/cache"
	is "ccache" "$(for _ in 1 2; do ccache "$concc" -c bank.c -o cached.o; done; "$concc" cached.o -o cached && ./cached)" "42 bank.c:15"
fi
