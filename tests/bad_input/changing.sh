#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries examples
# one in 2: it takes long
# A header that changes while it is used: the program is of one version or there is a message, never a mix.
. "$CONC/tests/bad_input/common"

cat >unit.c <<'EOF2'
#include <conc.h>
#include <stdio.h>
#include "version.h"
static value twice(value v) { return v * 2; }
int main(void)
{
	task(value) t = spawn twice(HALF);
	value v = join(t);
	printf("%d %d\n", (int)sizeof v == SIZE, (int)(v == 2 * HALF));
	return 0;
}
EOF2
printf '#define SIZE 1\n#define HALF 7\ntypedef signed char value;\n' >one.h
printf '#define SIZE 8\n#define HALF 0.25\ntypedef double value;\n' >two.h

# Exactly between our reading and the back end's.
cat >between <<'EOF2'
#!/bin/sh
case " $* " in *" -E "* | *" --version "*) exec gcc "$@" ;; esac
cp "$NEW" version.h
exec gcc "$@"
EOF2
chmod +x between
prepare() { cp ../unit.c .; cp ../one.h version.h; sleep 0.02; }
NEW=../two.h CONC_CC="$PWD/between" refused 'changed between two reads' 1 'version.h was changed while unit.c was being compiled' "$concc" -c unit.c -o unit.o
for mode in -S '-o program'; do
	# shellcheck disable=SC2086
	NEW=../two.h CONC_CC="$PWD/between" refused "changed, $mode" 1 'version.h was changed while unit.c was being compiled' "$concc" unit.c $mode
done
export NEW=../one.h
rm -rf same; mkdir same
sed 's/^cp /[ -e changed ] || cp /; s/^exec gcc/: >changed; &/' between >once
chmod +x once
(cd same && prepare && CONC_CC="$PWD/../once" "$concc" unit.c -o program && ./program) >out 2>&1
is 'made again with the same text' "$(cat out)" '1 1'
refused 'made again and again' 1 'version.h was changed while unit.c was being compiled' env CONC_CC="$PWD/between" "$concc" -c unit.c -o unit.o

# Another text while the back end reads it, and the first one again before it ends: the first time only.
cat >there_and_back <<'EOF2'
#!/bin/sh
case " $* " in *" -E "* | *" --version "*) exec gcc "$@" ;; esac
[ ! -e changed ] || exec gcc "$@"
: >changed
cp ../two.h version.h
gcc "$@"; status=$?
cp ../one.h version.h
exit $status
EOF2
chmod +x there_and_back
rm -rf same; mkdir same
(cd same && prepare && CONC_CC="$PWD/../there_and_back" "$concc" -c unit.c && gcc unit.o "$CONC/build/libconc.a" -pthread -o program && ./program) >out 2>&1
is 'changed and changed back' "$(cat out)" '1 1'

# In a loop, by renaming and by writing over it.
for way in mv cp; do
	rm -f stop
	(
		while [ ! -e stop ]; do
			for version in one two; do
				if [ $way = mv ]; then cp $version.h new.h; mv new.h version.h; else cp $version.h version.h; fi
				sleep 0.03
			done
		done
	) &
	bad=''
	for _ in $(seq "${CHANGES:-6}"); do
		rm -f program
		if timeout 60 "$concc" unit.c -o program 2>stderr; then
			[ "$(./program)" = '1 1' ] || bad="$bad; a mix: $(./program)"
		else
			grep -q 'error' stderr || bad="$bad; no message"
			[ ! -e program ] || bad="$bad; an output of what failed"
		fi
	done
	: >stop
	wait
	is "changing all the time ($way)" "$bad" ''
done
is 'TMPDIR' "$(ls -A tmp)" ''
