#!/bin/sh
# SPDX-License-Identifier: MIT
# one in 2: it takes long
# A unit that cannot be parsed is read by its tokens. Each program here is right but for a line behind
# its end: the compiler's word about that line is all that may be said. The whole run takes the tests' programs, too.
cd "$CONC/tests" || exit 1
bad=0 programs=$(ls ../examples/*.c)
[ -n "${QUICK:-}" ] || programs=$(ls ../examples/*.c ./*/*.c)
for file in $programs; do
	case $file in *.expect.c | ./libconc/* | ./fault/* | ./stress/* | ./grammar/* | ./transpiler/* | ./fuzz/* | ./real/* | ./csmith/*) continue ;; esac
	case $file in	# what tokens alone do not tell
	./words/old_style_parameters.c) continue ;;	# names of parameters last to the end of the file
	./words/constructs_of_c23.c) continue ;;	# attributes before the name of a type
	./send/plain_ors.c | ./send/ready_made.c) continue ;;	# constants of ours that are declared anew
	./scalable/from_macros.c) continue ;;	# constructs out of macros: the column is six too far
	esac
	[ ! -e "${file%.c}.diag" ] && [ ! -e "${file%/*}/expected/$(basename "$file" .c).diag" ] && grep -q 'conc\.h' "$file" || continue
	flags=$(sed -n '1,3s,^// flags: \([^(]*\).*,\1,p' "$file")
	# shellcheck disable=SC2086
	said=$({ echo "#line 1 \"$(basename "$file")\""; cat "$file"; printf '\n#line 1 "last.c"\nint last(void)\n{\n\treturn 0\n}\n'; } |
		"$CONCC" $flags -w -iquote "${file%/*}" -iquote "${file%.c}" -c -xc - -o /dev/null 2>&1 | grep error)
	case $said in
	"last.c:3:10: error: expected ';' before '}' token" | "last.c:3:10: error: expected ';' after return statement") ;;
	*) echo "not ok - $file: $said" && bad=1 ;;
	esac
done
[ $bad = 0 ] && echo "ok - one error, and the compiler's own"
exit $bad
