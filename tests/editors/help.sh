#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator transpiler editors docs grammar examples Makefile libconc/src libconc-mpi/src
# concc --help is one screen; the man pages, the completions and it know the same options as the translator.
. "$CONC/tests/driver/common"
export LC_ALL=C.UTF-8

"$concc" --help >help
is "--help has 24 lines at most" "$(awk 'END { print NR <= 24 }' help)" 1
is "of 80 columns at most" "$(awk 'length > 80' help)" ""
is "and ends in no blank" "$(grep -n ' $' help)" ""

# The options of the translator, as its table has them; in an = ends what takes a value.
{ echo '"--clangd" "--trace-from-core"'; sed -n '/ ours\[\] =/,/;/p; / warnings\[\] =/,/;/p' "$CONC/transpiler/driver/options.c"; } |
	grep -oE '[" ]-[^" ]+' | tr -d '" ' | sed 's/^-W.*conc$/-Wconc/' | sort -u >table
is "the table was found" "$(grep -cx -e -fconc -e --report= -e -Wconc -e --help table)" 4
# Those of our warnings, as the translator names them.
grep -rhoE '"conc-[a-z-]+"' "$CONC/transpiler" | tr -d '"' | sort -u >names
is "so were the warnings" "$(grep -cx -e conc-timeout -e conc-scalable names)" 2

# words FILE: each option in it that may be ours
words() { grep -oE -e '--?[A-Za-z][A-Za-z=-]*' "$1" | sort -u; }
knows() {	# knows NAME FILE: the file has every option of the table
	for option in $(cat table); do
		case $option in
		-fno-conc-*) [ "$1" = help ] && continue ;;
		-Wconc) [ "$1" = help ] && option=-Wno-conc-NAME ;;
		--report=) option=--report ;;
		esac
		grep -q -e "$option" "$2" || echo "$option"
	done
}
# Only what the table has: those with our name in them, and those with two dashes.
strange() { words "$1" | grep -E -e 'conc|^--(emit|report|test|show|help|conc|clangd|trace)' | sed 's/=.*/=/; s/^--test-schedules$/&=/; s/^-Wno-conc.*\|^-Wconc.*\|^-Werror=$\|^-Wno-error=$/-Wconc/' | grep -vxF -f table; }

is "--help has every option" "$(knows help help)" ""
is "and no other" "$(strange help)" ""
if there man && there groff; then
	for page in concc.1 conc.7; do
		is "$page without a warning" "$(groff -ww -mandoc -Tutf8 -z "$CONC/docs/man/$page" 2>&1)" ""
		MANWIDTH=500 man -l "$CONC/docs/man/$page" 2>err | sed 's/‐/-/g; s/−/-/g' >"$page"
		is "man -l shows $page" "$(grep -cE '^(NAME|SYNOPSIS|DESCRIPTION|EXAMPLES|SEE ALSO)$' "$page")$(cat err)" 5
	done
	is "concc.1 has every option" "$(knows man concc.1)" ""
	is "and no other" "$(strange concc.1)" ""
	is "and every warning" "$(sed s/^conc-// names | while read -r name; do grep -qw -e "$name" concc.1 || echo "$name"; done)" ""
	for section in ENVIRONMENT FILES 'EXIT STATUS' DIAGNOSTICS; do
		is "concc.1 has $section" "$(grep -cx "$section" concc.1)" 1
	done
	cat "$CONC"/transpiler/*.c "$CONC"/transpiler/*/*.c "$CONC"/libconc/src/*/*.c "$CONC"/libconc-mpi/src/*.c | tr -d '\n\t ' |
		grep -oE '(getenv|conc_os_environment|conc_os_environment_within|conc_mpi_environment|seconds)\("CONC_[A-Z_]+"' |
		grep -oE 'CONC_[A-Z_]+' | sort -u >variables
	is "the environment was found" "$(grep -cx -e CONC_CC -e CONC_PROCESSORS variables)" 2
	is "concc.1 has every variable" "$(while read -r name; do grep -qw "$name" concc.1 || echo "$name"; done <variables)" ""
	is "and no other" "$(grep -oE 'CONC_[A-Z_]+' concc.1 | sort -u | grep -vxF -f variables)" ""
	sed -n '/^EXAMPLES/,/^SEE/p' conc.7 | sed '1d;$d' >example.c
	is "the example of conc.7" "$("$concc" -Wall example.c -o example 2>&1 && ./example)" 45
	words_of_grammar=$(grep -oE '"_Conc_[a-z]+"' "$CONC/grammar/src/node-types.json" | tr -d '"' | sed s/_Conc_// | sort -u)
	is "conc.7 has every word" "$(for word in $words_of_grammar; do grep -qwE "(_Conc_)?$word" conc.7 || echo "$word"; done)" ""
fi

for file in "$CONC"/editors/completions/*; do
	is "$(basename "$file") has every warning" "$(sed s/^conc-// names | while read -r name; do grep -qw -e "$name" "$file" || echo "$name"; done)" ""
done
