#!/bin/sh
# SPDX-License-Identifier: MIT
# test-all: a minute
# Inputs and outputs that are folders, links, devices, unreadable, missing, each other; and odd names.
. "$CONC/tests/bad_input/common"

unit() { echo 'int a;' >unit.c; }
prepare() { mkdir unit.c; }
like_gcc 'a folder as input' -c unit.c
like_gcc 'a folder as input of a link' unit.c -o program
prepare() { unit; mkdir unit.o; }
like_gcc 'a folder as output' -c unit.c
like_gcc 'a folder as output of -S' -S unit.c -o unit.o
like_gcc 'a folder as output of -E' -E unit.c -o unit.o
like_gcc 'a folder as output of a link' unit.c -shared -o unit.o
prepare() { mkdir head.h; echo '#include "head.h"' >unit.c; }
like_gcc 'a folder as header' -c unit.c
prepare() { unit; }
like_gcc 'a missing input' -c missing.c
like_gcc 'a missing input beside one that is there' -c unit.c missing.c
like_gcc 'no input' -c
like_gcc 'nothing at all'
like_gcc 'an empty name' -c ''
like_gcc 'an empty output name' -c unit.c -o ''
like_gcc 'a file as folder' -c unit.c -o unit.c/unit.o
like_gcc 'output into a folder that is not there' -c unit.c -o none/unit.o
like_gcc 'dependencies into a folder that is not there' -c unit.c -MMD -MF none/unit.d
like_gcc 'dependencies into a folder' -c unit.c -MMD -MF .
like_gcc 'output is the input' -c unit.c -o unit.c
like_gcc 'output is the input by another name' -c unit.c -o ./unit.c
like_gcc 'output of a link is the input' unit.c -o unit.c
like_gcc 'output of -E is the input' -E unit.c -o unit.c
like_gcc '-o /dev/null' -c unit.c -o /dev/null
like_gcc '-S -o -' -S unit.c -o -
like_gcc '-c -o -' -c unit.c -o -
like_gcc 'a missing -include' -c unit.c -include none.h
like_gcc 'folders that are none' -c unit.c -I unit.c -I none -iquote /proc/self/fd/99
prepare() { echo '#include "unit.c"' >unit.c; }
like_gcc 'includes itself' -c unit.c
prepare() { ln -s unit.c unit.c; }
like_gcc 'a link to itself' -c unit.c
prepare() { ln -s a.h b.h; ln -s b.h a.h; echo '#include "a.h"' >unit.c; }
like_gcc 'headers that are links to each other' -c unit.c
prepare() { unit; mkdir real; ln -s real/unit.o unit.o; }
like_gcc 'an output that is a link stays one' -c unit.c
prepare() { unit; echo old >unit.o; chmod 444 unit.o; ln unit.o other; }
like_gcc 'an output that is there' -c unit.c
prepare() { unit; mkdir real; mv unit.c real/; ln -s real/unit.c unit.c; }
like_gcc 'an input that is a link' -c unit.c -MMD
prepare() { echo 'int a' >unit.c; mkfifo pipe; }
like_gcc 'a pipe as output of what fails' -c unit.c -o pipe

# Not readable, not writable: as somebody who is not root.
if [ "$(id -u)" = 0 ]; then nobody='setpriv --reuid=65534 --regid=65534 --clear-groups --'; else nobody=; fi
chmod 777 . tmp
as_nobody() {	# as_nobody WHAT ARGUMENT …
	what=$1; shift
	for flavour in plain dialect; do
		for compiler in gcc "$concc"; do
			chmod -R 777 run.any 2>/dev/null
			rm -rf run.any; mkdir run.any; chmod 777 run.any
			(
				cd run.any || exit
				prepare
				[ $flavour = plain ] || [ $compiler = gcc ] || to_dialect
				protect
				# shellcheck disable=SC2086
				run $nobody $compiler "$@"
			) >"outcome.${compiler##*/}"
		done
		is "$what ($flavour)" "$(cat outcome.concc)" "$(cat outcome.gcc)"
		is "$what ($flavour): TMPDIR" "$(ls -A tmp)" ""
		rm -rf tmp/*
	done
	chmod -R 777 run.any
}
if $nobody "$concc" --conc-version >/dev/null 2>&1; then	# the build may be where nobody else can look
	prepare() { unit; }
	protect() { chmod 000 unit.c; }
	as_nobody 'an unreadable input' -c unit.c
	protect() { chmod 555 .; }
	as_nobody 'a read-only folder' -c unit.c
	as_nobody 'a link into a read-only folder' unit.c -shared -o program
	prepare() { unit; echo old >unit.o; }
	protect() { chmod 666 unit.o; chmod 555 .; }
	as_nobody 'an output that may be written, in a folder that may not' -c unit.c
	prepare() { unit; echo 'int h;' >head.h; }
	protect() { chmod 000 head.h; }
	as_nobody 'an unreadable header' -c unit.c -include head.h
	protect() { chmod 000 ../tmp; }
	as_nobody 'no temporary folder' -c unit.c -o unit.o
	chmod 777 tmp
	protect() { mkdir d; chmod 000 d; }
	as_nobody 'folders nobody may enter' -c unit.c -Id -o d/unit.o
fi

# What can be read only once.
cp bank.c dialect.c
echo 'int main(void) { return 42; }' >plain.c
mkfifo pipe.c
for input in dialect plain; do
	for forced in -O0 -fconc; do
		rm -f program
		cat $input.c | timeout 20 "$concc" $forced -x c - -o program; ./program >out
		is "$input from a pipe ($forced)" "$? $(cat out)" "$([ $input = plain ] && echo '42 ' || echo '0 42')"
		rm -f program
		timeout 20 "$concc" $forced -x c /dev/stdin -o program <$input.c; ./program >out
		is "$input as /dev/stdin ($forced)" "$? $(cat out)" "$([ $input = plain ] && echo '42 ' || echo '0 42')"
		rm -f program
		cat $input.c | timeout 20 "$concc" $forced -x c /dev/fd/0 -o program; ./program >out
		is "$input as /dev/fd/0, a pipe ($forced)" "$? $(cat out)" "$([ $input = plain ] && echo '42 ' || echo '0 42')"
		rm -f program
		cat $input.c >pipe.c & timeout 20 "$concc" $forced pipe.c -o program; ./program >out
		is "$input as a named pipe ($forced)" "$? $(cat out)" "$([ $input = plain ] && echo '42 ' || echo '0 42')"
		wait
	done
done
cat plain.c >pipe.c & timeout 20 "$concc" -fconc -c pipe.c
is 'a named pipe names its object' "$? $(ls pipe.o)" '0 pipe.o'
wait
echo 'int x = y;' | timeout 20 "$concc" -fconc -x c -c /dev/stdin -o x.o 2>stderr
has 'messages name the pipe' "$(cat stderr)" '/dev/stdin:1:9: error:'
is 'TMPDIR after pipes' "$(ls -A tmp)" ''
refused '/dev/null' 0 '' "$concc" -fconc -x c -fsyntax-only /dev/null

# Names.
newline='new
line'
bytes=$(printf 'bad\377utf8')
for name in 'with blank' "quote'quote" 'double"quote' 'back\slash' "$newline" 'dollar$HOME' 'percent%s%n' 'hash#' 'a:b' '@at' \
	"$(printf 'utf\303\274')" "$bytes" 'tab	tab' ' ' '[bracket]*' 'semi;colon' 'equal=sign' '(paren)' '??-x'; do
	rm -rf named; mkdir named
	(
		cd named || exit
		mkdir "$name"
		cp ../bank.c "$name/$name.c"
		cp ../bank.c "./$name.c"
		printf 'int f(void) { return 1; }\n' >"$name/$name.h"
		for compiler in gcc "$concc"; do
			[ "$compiler" = gcc ] && cp ../plain.c "$name/$name.c"
			[ "$compiler" = gcc ] || cp ../bank.c "$name/$name.c"
			$compiler -MMD -MP -MF "$name/$name.d" -c "$name/$name.c" -o "$name/$name.o" -I "$name" -include "$name/$name.h" >out 2>err
			echo "$?"
			find . -name '*.d' -o -name '*.o' | sort
			grep -o "^[^:]*: " "$name/$name.d" | head -1
			rm -f "$name/$name.d" "$name/$name.o"
		done >outcome
		half=$(($(wc -l <outcome) / 2))
		is "a file called $name" "$(tail -n +$((half + 1)) outcome; cat err)" "$(head -n $half outcome)"
		"$concc" "$name/$name.c" -o "$name/program" && "./$name/program" >out 2>err
		is "a program called $name" "$? $(cat out err)" '0 42'
		sed 's/a->balance += n;/a->balance += n; int unused;/' "./$name.c" >"$name/$name.c"
		"$concc" -Wall -c "$name/$name.c" -o x.o 2>err
		cp ../plain.c "$name/$name.c"
		sed -i 's/return 42;/int unused; return 42;/' "$name/$name.c"
		gcc -Wall -c "$name/$name.c" -o x.o 2>err.gcc
		is "a warning names $name" "$(grep -ao '.*unused.*unused' err | sed 's/:[0-9:]*: .*//' | head -1)" "$(grep -ao '.*unused.*unused' err.gcc | sed 's/:[0-9:]*: .*//' | head -1)"
	)
done
long=$(printf '%0250d' 7)
cp bank.c "$long.c"
"$concc" -c "$long.c" && "$concc" "$long.o" -o program && ./program >out
is 'a name as long as names are' "$? $(cat out)" '0 42'
cp bank.c "${long}abcde"
"$concc" -c -x c "${long}abcde" -o x.o
is 'and its temporary one is longer' $? 0
"$concc" -c -x c "${long}abcdef" -o x.o 2>stderr
is 'too long a name' "$? $(grep -c 'File name too long' stderr)" '1 1'
"$concc" -c bank.c -o "${long}abcdef" 2>stderr
is 'too long an output' "$? $(grep -c 'File name too long' stderr)" '1 1'
deep=$(printf 'a/%.0s' $(seq 3000))
"$concc" -c "$deep/x.c" 2>stderr
is 'too long a path' "$? $(grep -c 'File name too long' stderr)" '1 1'
"$concc" -c bank.c -o "$deep/x.o" 2>stderr
is 'too long a path of the output' "$? $(grep -c 'File name too long' stderr)" '1 1'
is 'TMPDIR after names' "$(ls -A tmp)" ''
