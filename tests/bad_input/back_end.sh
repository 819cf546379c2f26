#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries examples
# A back end that is missing, fails, is killed, hangs, or is no compiler.
. "$CONC/tests/bad_input/common"

prepare() { cp ../bank.c .; }
made() { printf '#!/bin/sh\n%s\n' "$2" >"$1"; chmod +x "$1"; }	# made NAME TEXT
only_compiling() { made "$1" "case \" \$* \" in *' -E '*) exec gcc \"\$@\" ;; esac; $2"; }
only_preprocessing() { made "$1" "case \" \$* \" in *' -E '*) $2 ;; esac; exec gcc \"\$@\""; }

made says_no 'echo no; echo no >&2; exit 1'
made silent 'exit 3'
made segv 'kill -SEGV $$'
made prints_nothing 'exit 0'
only_compiling ice 'gcc "$@"; echo internal compiler error >&2; exit 4'
only_compiling killed 'gcc "$@"; kill -KILL $$'
only_compiling aborted 'gcc "$@"; kill -ABRT $$'
only_compiling writes_nothing 'exit 0'
only_preprocessing garbage 'head -c 100000 /dev/urandom; exit 0'
only_preprocessing elf 'cat /bin/sh; exit 0'
only_preprocessing cut_short 'gcc "$@" | head -c 100001; exit 0'
only_preprocessing lies 'gcc "$@"; exit 1'
made no_program 'exit 0'; chmod -x no_program
mkdir folder
while read -r name status message; do
	for mode in -c ''; do
		CONC_CC="$PWD/$name" refused "$name $mode" "$status" "$message" "$concc" $mode bank.c
	done
done <<'EOF2'
says_no 1 no
silent 3 silent' has failed: exit status 3
segv 1 segv' was ended by signal 11 (
prints_nothing 1 prints for -E is no preprocessed text
ice 4 internal compiler error
killed 1 killed' was ended by signal 9 (
aborted 1 aborted' was ended by signal 6 (
writes_nothing 1 has not written
garbage 1 prints for -E is no preprocessed text
elf 1 prints for -E is no preprocessed text
cut_short 1 prints for -E is no preprocessed text
lies 1 lies' has failed: exit status 1
no_program 127 cannot run the back end
folder 127 cannot run the back end
none_such 127 cannot run the back end
EOF2
CONC_CC=none_such refused 'not in PATH' 127 "cannot run the back end 'none_such': No such file or directory" "$concc" -c bank.c
is 'said once' "$(grep -c . stderr)" 1
CONC_CC="/bin/cat" refused '/bin/cat' 1 'cat' "$concc" -c bank.c
CONC_CC="/bin/true" refused '/bin/true' 1 'is no preprocessed text' "$concc" -c bank.c
# What prints for ever: there is an end to memory.
made endless 'exec yes "# 1 \"endless.c\""'
addresses && CONC_CC="$PWD/endless" refused 'endless' 1 'out of memory' sh -c 'ulimit -v 500000; exec "$0" -c bank.c' "$concc"

# Plain units get what the back end says, whatever it is.
for status in 1 4 77; do
	made exits "exit $status"
	echo 'int x;' >plain.c
	CONC_CC="$PWD/exits" "$concc" -c plain.c
	is "exit status of a plain unit" $? $status
done

# An installation with parts missing.
mkdir -p inst/bin inst/include/conc inst/lib
cp "$concc" inst/bin/concc
cp "$CONC"/libconc/include/conc.h inst/include
cp "$CONC"/libconc/include/conc/*.h inst/include/conc
refused 'without libconc.a' 1 'undefined reference to' ../inst/bin/concc bank.c -o bank
rm -r inst/include
refused 'without conc.h' 1 'conc.h: No such file or directory' ../inst/bin/concc -c bank.c
echo 'no library' >junk.so
for library in /nonexistent.so "$PWD/junk.so" "$PWD" /dev/null /lib/x86_64-linux-gnu/libc.so.6; do
	[ -e "$library" ] || [ "$library" = /nonexistent.so ] || continue
	CONC_LIBCLANG=$library refused "CONC_LIBCLANG=$(basename "$library")" 1 'libclang' "$concc" -c bank.c
done
