#!/bin/sh
# SPDX-License-Identifier: MIT
# Which units are dialect: those that reach <conc.h>, by whatever way, and no others.
. "$CONC/tests/driver/common"

cat >counting-gcc <<'EOF'
#!/bin/sh
echo run >>runs
exec gcc "$@"
EOF
chmod +x counting-gcc
export CONC_CC="$PWD/counting-gcc"
# A file that is as new as the clock is read twice.
runs() { rm -f runs; sleep 0.05; "$concc" -c "$@" >stdout 2>stderr || { echo failed; cat stderr; }; wc -l <runs; }

printf '#include <conc.h>\nmonitor box { int n; };\n' >box.h
printf 'int get(box * mutex b);\nint get(box * mutex b) { return b->n; }\n' >body
with() { { printf "$1\n"; cat body; } >unit.c; shift; runs unit.c "$@"; }
is "by a header" "$(with '#include "box.h"')" 2
is "by -include" "$(with '' -include box.h >count; [ "$(cat count)" -ge 2 ] && nm unit.o | grep -c ' T get$')" 1
is "a macro in the unit" "$(with '#define HEADER "box.h"\n#include HEADER')" 2
is "a macro of the command line" "$(with '#include HEADER' '-DHEADER="box.h"')" 2
is "the same, apart" "$(with '#include HEADER' -D 'HEADER="box.h"')" 2
printf '#define HEADER "box.h"\n' >names.h
is "a macro of another header" "$(with '#include "names.h"\n#include HEADER')" 2
printf '#define FIRST "names.h"\n' >first.h
is "over two macros" "$(with '#include "first.h"\n#include FIRST\n#include HEADER')" 2
is "a macro that is a macro" "$(with '#define OTHER "box.h"\n#define HEADER OTHER\n#include HEADER')" 3
is "a macro call" "$(with '#define STRING(x) #x\n#define NAME(x) STRING(x)\n#include NAME(box.h)')" 3

plain() { printf "$1\nint f(void) { return 0; }\n" >unit.c; shift; runs unit.c "$@"; }
is "plain C: one run of the back end" "$(plain '#include <stdio.h>')" 1
is "a macro that names plain headers only" "$(echo 'int x;' >plain.h; plain '#define HEADER "plain.h"\n#include HEADER')" 1
is "a macro that is defined nowhere" "$(plain '#ifdef HEADER\n#include HEADER\n#endif')" 1
is "what cannot be followed is preprocessed" "$(plain '#define NAME(x) #x\n#include NAME(plain.h)')" 2

# -fconc: every unit, so that any C program can be pushed through the translator.
words='typedef struct mutex { int thread, channel; } monitor; int message(monitor *new, int delete); enum { spawn, task = 3 };
int message(monitor *new, int delete) { int future = new->thread << new->channel; switch (delete) { case task: goto separate; } separate: return future | spawn; }'
is "-fconc, no word" "$(plain '' -fconc)" 2
is "-fconc, words that are names" "$(plain "$words" -fconc)" 2
refused() { { echo 'struct m { int mutex, thread, delete; };'; echo "$1"; } >unit.c; status "$concc" -fconc -c unit.c; sed -n 1p stderr; }
while IFS='|' read -r column text; do
	is "-fconc: $text" "$(refused "$text")" "1
unit.c:2:$column: error: the dialect needs '#include <conc.h>'"
done <<'EOF'
1|thread worker { int n; };
1|actor counter { int n; };
21|void f(struct m *p){mutex (p) (void)p; }
18|void f(int *p) { delete p; }
17|void f(void) { (spawn f()); }
8|extern channel(int) c;
8|extern future(int) v;
20|void f(int s) {    separate (s) s++; }
22|int f(void) { return 1.5s > 10ms; }
16|void f(int n) {blocking { n++; } }
18|void f(void) {   scope { } }
EOF
is "nothing is left in TMPDIR" "$(ls tmp)" ""
