#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries tests/macro Makefile
# concc does what gcc does: each command line of the tables beside this script is run in two folders, once by
# gcc and once by concc, and the two must be alike afterwards: exit status, standard output and error, which
# files are there, and every byte of them.
# A line is run twice: with units in plain C, and with dialect units. gcc then gets what concc makes of them
# for it. CC stands for the compiler. "plain:" or "dialect:" before a line: only so; "gcc:" before that: not with clang,
# which refuses these words, while concc takes them as gcc does, or which has its own way with "-" and ".c".
# `make test` runs a sixth of the lines with a + each day; EVERY=1 (make test-like-gcc) runs all, which takes minutes.
# ONLY='words' runs only lines with these words; CONC_CC=clang compares with clang.
. "$CONC/tests/driver/common"

export CONC_CC="${CONC_CC:-gcc}" TMPDIR=/tmp
work=$PWD
# shellcheck disable=SC2016
reference="$CONC_CC -D__CONC__=1 -I$CONC/libconc/include -pthread"
library="$CONC/build/libconc.a -pthread"

mkdir -p kit/dialect kit/plain kit/lowered kit/handed
cd kit/dialect || exit 1
echo 'int one(int n);' >own.h
cat >one.c <<'END'
#include <conc.h>
#include "own.h"
#define ONE 1
monitor box { int n; };
static int take(box * mutex b) { return b->n; }
int one(int n)
{
	box b = { n };
#ifdef WARN
	int unused;
#endif
#ifdef WRONG
	return undeclared;
#endif
	return take(&b) + ONE;
}
END
cat >prog.c <<'END'
#include "own.h"
#include <conc.h>
monitor pair { int a, b; };
int main(void)
{
	pair p = { 1, 2 };
	mutex (p) p.a = one(p.b);
	return p.a != 3;
}
END
echo 'int two(void) { return 2; }' >two.c
echo '.globl three; three: ret; .section .note.GNU-stack,"",@progbits' >three.s
cat >four.S <<'END'
#include "own.inc"
	.globl FOUR
FOUR:	ret
	.section .note.GNU-stack,"",@progbits
END
echo '#define FOUR four' >own.inc
printf '# 1 "five.c"\nint five(void) { return 5; }\n' >five.i
echo 'void broken(' >broken.c
gcc -c two.c -o two.o
ar rcs libtwo.a two.o
gcc -shared -fPIC two.c -o libtwo.so
mkdir sub inc
cp two.c sub/two.c
echo '#define INC 1' >inc/inc.h
# What --emit-c prints has the author's lines, what concc hands to gcc has his columns too, by more lines.
# Both less their first, which names the file. `env` in front makes concc hand over a file, not its
# standard input; the script has the name of the compiler, by which concc tells gcc from clang.
caught=$work/catch/${CONC_CC##*/}
mkdir "$work/catch"
cat >"$caught" <<'END'
#!/bin/sh
for word; do
	case $word in -*) ;; */concc-*/*.c) tail -n +2 "$word" >"$HANDED/${word##*/}" ;; esac
done
exec ${CAUGHT:?} "$@"
END
chmod +x "$caught"
for unit in one prog; do
	"$concc" --emit-c $unit.c | tail -n +2 >../lowered/$unit.c
	HANDED=$work/kit/handed CAUGHT=$CONC_CC CONC_CC="env $caught" "$concc" -fsyntax-only $unit.c || exit 1
done
cp -rn . ../handed
cp -rn . ../lowered
cd ../plain || exit 1
sed '/conc.h/s/.*/#include <stddef.h>/; s/monitor box/typedef struct box box; struct box/; s/mutex //' ../dialect/one.c >one.c
cat >prog.c <<'END'
#include "own.h"
int main(void) { return one(2) != 3; }
END
cp -rn ../dialect/. .
cd "$work" || exit 1

links() {
	for word; do
		case $word in
		-c | -S | -E | -M | -MM | -fsyntax-only | --compile | --assemble | --preprocess | --version | -print* | -dump[mvfs]* | --help* | -v | *.h | c-header | --dependencies | --user-dependencies | -nostdlib | -r | -nodefaultlibs) return 1 ;;
		esac
	done
	for word; do
		case $word in *.c | *.i | *.o | *.a | *.so | *.s | *.S | *.txt | - | @*) return 0 ;; esac
	done
	return 1
}
# concc compiles units with dialect such that no frame steps over the guard page of a stack.
has_dialect() { case $kit,$* in plain,*) return 1 ;; *one.c* | *prog.c*) return 0 ;; esac; return 1; }
# shellcheck disable=SC2086
by_gcc() { if has_dialect "$@"; then set -- -fstack-clash-protection "$@"; fi; if links "$@"; then $reference "$@" -xnone $library; else $reference "$@"; fi; }
by_concc() { "$concc" "$@"; }

# Names of temporary files, and what is ours in messages, are not compared. clang's warnings of unused arguments are those
# of ours too; and it writes the name of its input into .su and .bc.
blur() { sed 's,/tmp/\(cc[A-Za-z0-9]*\|concc-[A-Za-z0-9]*/[a-z]*\|[a-z]*-[0-9a-f]*\)\.,TEMPORARY.,g; /-Wunused-command-line-argument\]$/d; s,^concc: ,gcc: ,; s,^\(gcc\|clang\): ,gcc: ,'; }
marked() { grep -av '^# 1 "<concc ' "$1"; }	# what identifies the translator to compiler caches
run() {	# run WHO KIT LINE: in a folder that has the same name for both
	rm -rf "$1"; mkdir here; cp -r "kit/$2/." here
	(cd here && eval "CC() { by_$1 \"\$@\"; }; $3") >"$1.printed" 2>"$1.raw" </dev/null
	echo $? >"$1.status"
	marked "$1.printed" >"$1.out"
	blur <"$1.raw" >"$1.err"
	(cd here && find . -type f ! -name '*.lowered.c' ! -name '*.profraw' | sort) >"$1.files"
	mv here "$1"
}
# The headers of a dependency file but those that are ours or the system's: conc.h shows its own in another order.
own() { tr -s '\\ \n' '\n' <"$1" | grep -v '/include/conc/\|^/usr/' | sed 's/^$/--/' ; }
# Without addresses; of what clang names by itself, without the number of a file: ours is one by #line, which has no md5.
blurred() {
	case $CONC_CC,$1 in
	*clang*,*.o) objdump -dlr "$1" | sed '/file format/d; s,^\(\./\)*,,' ;;
	*clang*) sed 's,^/tmp/concc-[^/]*/,,; /^\t\.file\t/d; s/\.loc\t[0-9]*/.loc/; /^\t\.byte\|^\t\.long/d; /^\.L/d' "$1" ;;
	*) sed 's/0x[0-9a-f]*//g' "$1" ;;
	esac
}
alike() {	# alike KIND FILE
	cmp -s "gcc/$2" "concc/$2" && return
	case $1,$2 in
	*.gch | dialect,*.i | dialect,*.bc) return 0 ;;
	dialect,*) cmp -s "gcc/$2" "kit/$kit/one.c" || cmp -s "gcc/$2" "kit/$kit/prog.c" && return ;;
	esac
	case $2 in
	*.i) marked "concc/$2" | cmp -s - "gcc/$2" && return ;;
	*.gcno | *.gcda) cmp -s -i 16 "gcc/$2" "concc/$2" && return ;;	# behind their stamps
	*.[0-9][0-9][0-9][irt].* | *.s | *.su | *.o) for who in gcc concc; do blurred "$who/$2" >$who.own; done; cmp -s gcc.own concc.own && return ;;
	esac
	[ "$1" = dialect ] || return
	grep -aqs 'include/conc/' "gcc/$2" || return
	own "gcc/$2" >gcc.own; own "concc/$2" >concc.own
	cmp -s gcc.own concc.own
}
compare() {	# compare KIND LINE
	diff gcc.status concc.status >difference || echo "exit status"
	diff gcc.files concc.files >>difference || echo "files"
	case $1,$2 in
	dialect,*-E* | dialect,*--preprocess*) ;;
	dialect,*-M*) own gcc.out >gcc.own; own concc.out >concc.own; diff gcc.own concc.own >>difference || echo "standard output" ;;
	*) diff gcc.out concc.out >>difference || echo "standard output" ;;
	esac
	diff gcc.err concc.err >>difference || echo "standard error"
	sort gcc.files concc.files | uniq -d | while read -r file; do
		alike "$1" "$file" && continue
		echo "$file"
		diff -a "gcc/$file" "concc/$file" | head -c 2000 | cat -v >>difference
	done
}
try() {	# try KIND KIT LINE
	kit=$2
	run gcc "$2" "$3"
	run concc "$1" "$3"
	differs=$(compare "$1" "$3" | tr '\n' ' ')
	if [ -z "$differs" ]; then echo "ok - $1: $3"; return; fi
	echo "not ok - $1: $3: $differs"
	head -c 3000 difference
}
[ "${EVERY:-}" ] && which='' || which='+ '
for table; do
	grep -v '^#' "$table" | grep -e "^$which" | grep -e "${ONLY:-}" | sed "s/^+ //; $(case $CONC_CC in *clang*) echo '/^gcc: /d' ;; *) echo 's/^gcc: //' ;; esac)" | awk -v day="${QUICK:+$DAY}" 'day == "" || NR % 6 == day % 6' | while IFS= read -r line; do
		case $line in dialect:*) ;; *) try plain plain "${line#plain: }" ;; esac
		case $line in
		plain:*) ;;
		*WARN* | *WRONG* | *profile-use*) try dialect lowered "${line#dialect: }" ;;
		*) try dialect handed "${line#dialect: }" ;;
		esac
	done
done
