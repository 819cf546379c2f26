#!/bin/sh
# SPDX-License-Identifier: MIT
# one in 2: it takes long
# reads: translator examples
# Edits anywhere in real units, in macro arguments and bodies too, must do in the author's text what they
# do in the preprocessed text. SEED=n repeats a run.
here=$CONC/tests/transpiler
: "${SEED:=1}"
sources=
for name in base/edit base/severity base/text source/align source/analysis source/diagnostic source/inclusion source/lexer \
	source/preprocess source/source emit/columns emit/emit emit/pretty emit/expand emit/provenance emit/header_inlining emit/placement; do
	sources="$sources $CONC/transpiler/$name.c"
done
# shellcheck disable=SC2086
gcc -std=gnu11 -g -O1 -fsanitize=address,undefined -I"$CONC/transpiler" -o random_edits.exe "$here/random_edits.c" $sources || exit 1
export ASAN_OPTIONS=detect_leaks=0

cat >macros.c <<'EOF'
#include <assert.h>
#include <stdio.h>
#define ID(x) x
#define TWICE(x) ((x) + (x))
#define SHOW(x) #x, x
#define PASTE(a, b) a##b
#define BEGIN do {
#define END } while (0)
#define EMPTY
#define MANY(first, ...) f(first, ##__VA_ARGS__)
int f(int, ...);
static int PASTE(one, two) EMPTY = ID(ID(3) + TWICE(4)) /* a comment */ + ID(
	5	// inside a call
	);
#if 0
unbalanced ( text ' of a skipped group
#endif
int main(int argc, char **argv) EMPTY
{
	BEGIN puts(argv[0]); END; if (argc > ID(1)) BEGIN f(argc); END;
	assert(argc == TWICE(onetwo));
	printf("%s %d\n", SHOW(argc + 1)); MANY(1); MANY(1, ID(2), (3, 4));
	return __LINE__ + \
		argc;
}
EOF
cat >self.c <<'EOF'
#include <signal.h>
#define SELF SELF.x
#define f(x) f((x) + 1)
struct { int x; } SELF;
static int (f)(int n) { return n; }
int main(int argc, char **argv)
{
	struct sigaction action = { .sa_handler = SIG_DFL };
	return action.sa_handler == SIG_IGN || f(argc) || SELF || argv[0];
}
EOF
cp "$CONC"/examples/*.c "$CONC"/transpiler/base/edit.c "$CONC"/transpiler/base/*.h .
# The markers of headers with dialect lie between pragmas, for clang.
again() {
	# shellcheck disable=SC2086
	$cc -E $flags -iquote . -x c "$1" 2>/dev/null | grep -v '^#pragma clang diagnostic' >again
	./random_edits.exe tokens again >got
}
# What the compiler gets is the same text, and the author's tokens stand where he wrote them.
places() {
	# shellcheck disable=SC2086
	gcc -E -fdebug-cpp $flags -iquote . -x c aligned.c >again 2>/dev/null
	./random_edits.exe places again "$unit" >got
	all=$(wc -l <places) gone=$(diff places got | grep -c '^<')
	if [ "$gone" = 0 ]; then echo "ok - $1: places of all $all"; else
		echo "not ok - $1: $gone of $all at another place"; fi
	again aligned.c
	if cmp -s got wanted; then echo "ok - $1: aligned"; else echo "not ok - $1: aligned"; diff got wanted | head -n 5; fi
}
for unit in macros.c self.c edit.c $(cd "$CONC/examples" && ls ./*.c | awk -v day="${QUICK:+$DAY}" 'day == "" || NR % 8 == day % 8'); do
	for cc in gcc clang; do
		case $cc in gcc) form=records option=-fdebug-cpp ;; clang) form=macros option=-dD ;; esac
		for every in 5 25; do
			flags="-std=gnu17 -DCONC_ANALYSIS -I$CONC/libconc/include" # one standard for both
			# shellcheck disable=SC2086
			$cc -E $option $flags "$unit" >output 2>/dev/null
			if ! ./random_edits.exe $form output "$unit" "$SEED" $every lowered.c wanted >why 2>log; then
				echo "not ok - $unit, $cc, one in $every, seed $SEED: $(cat why log)"
			elif [ -s why ]; then
				# Rightly given up; half an argument in an edit is not what lowering does.
				echo "ok - $unit, $cc, one in $every: $(cat why)"
			else
				again lowered.c
				if cmp -s got wanted; then echo "ok - $unit, $cc, one in $every"; else
					echo "not ok - $unit, $cc, one in $every, seed $SEED"; diff got wanted | head -n 5; fi
				places "$unit, $cc, one in $every"
			fi
		done
	done
done
