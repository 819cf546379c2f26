#!/bin/sh
# SPDX-License-Identifier: MIT
# one in 2: it takes long
# What the environment says to gcc it says to gcc behind concc, for dialect as for plain C.
. "$CONC/tests/driver/common"
export CONC_CC=gcc

mkdir -p inc lib tools home
printf '#define FOUND 1\n' >inc/found.h
sed '1i #include <found.h>' bank.c >find.c
is "CPATH" "$(CPATH=inc status "$concc" -c find.c; cat stderr)" 0
is "C_INCLUDE_PATH" "$(C_INCLUDE_PATH=nosuch:inc status "$concc" -c find.c; cat stderr)" 0
is "without" "$(status "$concc" -c find.c)" 1
printf '#include <conc.h>\nmonitor box { int n; };\nint get(box * mutex b);\n' >inc/box.h
printf '#include <box.h>\nint get(box * mutex b) { return b->n; }\n' >box.c
is "CPATH, a header with dialect" "$(CPATH=:inc status "$concc" -c box.c; cat stderr)" 0
echo 'int helped(void) { return 0; }' >helped.c
"$concc" -c helped.c && ar rcs lib/libhelped.a helped.o
printf '#include <conc.h>\nint helped(void);\nint main(void) { conc_mutex m = {0}; mutex (m) return helped(); }\n' >help.c
is "LIBRARY_PATH" "$(LIBRARY_PATH=lib status "$concc" help.c -lhelped -o help; cat stderr; ./help; echo $?)" "0
0"
printf '#!/bin/sh\necho assembled >>"%s/log"\nexec as "$@"\n' "$PWD" >tools/as; chmod +x tools/as
is "COMPILER_PATH" "$(COMPILER_PATH=$PWD/tools status "$concc" -c bank.c; cat log)" "0
assembled"
prefix=$(dirname "$(dirname "$(gcc -print-file-name=crtbegin.o)")")
is "GCC_EXEC_PREFIX" "$(GCC_EXEC_PREFIX="$(dirname "$prefix")/" status "$concc" bank.c -o bank; cat stderr; ./bank)" "0
42 bank.c:15"
sed 's/printf(.*/puts(__DATE__ " " __TIME__);/' bank.c >date.c
is "SOURCE_DATE_EPOCH" "$(SOURCE_DATE_EPOCH=0 "$concc" date.c -o date && ./date)" "Jan  1 1970 00:00:00"
TERM=xterm GCC_COLORS='error=01;32' "$concc" -fdiagnostics-color=always -c broken.c 2>stderr
has "GCC_COLORS" "$(cat stderr)" "$(printf '\033[01;32m\033[Kerror')"
is "HOME, PATH as good as nothing" "$(env -i PATH="$PATH" "$concc" bank.c -o bank; ./bank)" "42 bank.c:15"
is "LC_ALL" "$(LC_ALL=C.UTF-8 "$concc" -c broken.c 2>&1 | head -n 2)" "$(LC_ALL=C.UTF-8 gcc -c broken.c 2>&1 | head -n 2)"
is "ours goes on as it came" "$(printf '#!/bin/sh\nenv | grep ^DEPENDENCIES_OUTPUT >>seen; exec gcc "$@"\n' >see; chmod +x see; CONC_CC=$PWD/see DEPENDENCIES_OUTPUT=d "$concc" -c bank.c; sort -u seen)" "DEPENDENCIES_OUTPUT=d"

# Two builds are the same to the byte, wherever their temporary files were.
mkdir -p one two
for flags in "" "-g" "-g3 -O2" "-ftest-coverage" "-fstack-usage -S"; do
	# shellcheck disable=SC2086
	TMPDIR=$PWD/one "$concc" $flags -c bank.c -o made && mv made first
	# shellcheck disable=SC2086
	TMPDIR=$PWD/two "$concc" $flags -c bank.c -o made && mv made second
	yes_if "two builds with '$flags'" cmp -s first second
done
TMPDIR=$PWD/one "$concc" -g bank.c -o made && mv made first
TMPDIR=$PWD/two "$concc" -g bank.c -o made && mv made second
yes_if "two programs" cmp -s first second
is "nothing is left" "$(find one two -mindepth 1)" ""
sed 's/printf(.*/puts(__BASE_FILE__);/' bank.c >base.c
is "__BASE_FILE__" "$("$concc" base.c -o base && ./base)" "base.c"
sed 's/printf(.*/puts(__TIMESTAMP__);/' bank.c >stamp.c; touch -d '2020-02-03 04:05:06' stamp.c
is "__TIMESTAMP__" "$("$concc" stamp.c -o stamp && ./stamp)" "Mon Feb  3 04:05:06 2020"
