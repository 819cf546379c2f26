#!/bin/sh
# SPDX-License-Identifier: MIT
# one in 2: it takes long
# @file with gcc's quoting, in each other, missing, in circles; command lines of any length.
. "$CONC/tests/driver/common"
export CONC_CC=gcc

# A compiler that shows what it was given.
cat >show-gcc <<'EOS'
#!/bin/sh
for word; do case $word in -D__CONC__=1 | -I*/include | -pthread) ;; *) printf '[%s]' "$word" ;; esac; done
EOS
chmod +x show-gcc
words() { printf -- "$1" >args; CONC_CC="$PWD/show-gcc" "$concc" -c plain.c @args; }
is "blanks and lines part words" "$(words ' -DA  -DB\n\t-DC\r\n\v-DD\f-DE')" "[-c][plain.c][-DA][-DB][-DC][-DD][-DE]"
is "quotes of both kinds" "$(words '"-DA=b c" -DD='\''e "f'\'' -D"G H"=I')" '[-c][plain.c][-DA=b c][-DD=e "f][-DG H=I]'
is "a backslash, in quotes too" "$(words '-DA=\\"b\\" "-DC=\\"d\\"" '\''-DE=\\x'\'' -DF=\\\\ -DG\\ H')" '[-c][plain.c][-DA="b"][-DC="d"][-DE=x][-DF=\][-DG H]'
is "empty words" "$(words "-DA '' \"\" -DB")" "[-c][plain.c][-DA][][][-DB]"
is "a quote that stays open" "$(words "-DA '-DB c")" "[-c][plain.c][-DA][-DB c]"
is "an empty file" "$(words '')$(words ' \n ')" "[-c][plain.c][-c][plain.c]"
is "an input named so" "$(printf 'plain.c' >args; status "$concc" -c @args -o x.o; cat stderr; ls x.o)" "0
x.o"
printf '@inner -DC' >outer; printf '"-DA B"' >inner
is "in each other" "$(words '@outer')" "[-c][plain.c][-DA B][-DC]"
is "none of that name" "$(status "$concc" -c plain.c @nosuch; cat stderr)" "$(status gcc -c plain.c @nosuch; cat stderr)"
echo '@round @round' >round
is "in a circle" "$(timeout 20 "$concc" -c plain.c @round 2>stderr; echo $?; cat stderr)" "1
concc: error: too many @-files encountered"
printf '%s\n' '--output=x.o' '--include-directory=inc' >args
is "long names in it" "$(CONC_CC="$PWD/show-gcc" "$concc" -c plain.c @args)" "[-c][plain.c][-o][x.o][-I][inc]"

# gcc hands its options on in one variable of the environment, which ends its own lines at 128 kB.
for lines in 3000 8000; do
	yes -- -Lfolder/that/is/not/there 2>/dev/null | head -n $lines | tr '\n' ' ' >args
	is "$lines folders" "$(status "$concc" bank.c @args -o bank; cut -d: -f4- stderr)" "$(status gcc plain.c @args -o plain; cut -d: -f4- stderr)"
done
yes -- -DNAME_OF_A_MACRO=1 | head -n 4500 | tr '\n' ' ' >args
# shellcheck disable=SC2046
is "100 kB, not in a file" "$(status "$concc" $(cat args) bank.c -o bank; cat stderr; ./bank)" "0
42 bank.c:15"
long=$(printf '%0120000d' 7)
is "a word of 120 kB" "$(status "$concc" -c bank.c "-DLONG=$long"; head -c 300 stderr)" "$(status gcc -c plain.c "-DLONG=$long")"
mkdir -p deep; names=
for i in $(seq 300); do echo "int f$i(void) { return $i; }" >"deep/a_file_with_a_long_name_$i.c"; names="$names $PWD/deep/a_file_with_a_long_name_$i.c"; done
# shellcheck disable=SC2086
is "many inputs" "$(status "$concc" -fsyntax-only $names; cat stderr)" 0
is "nothing is left in TMPDIR" "$(ls tmp)" ""
