#!/bin/sh
# SPDX-License-Identifier: MIT
# test-all: a minute
# A full disk, no memory, no descriptors, no processes; closed streams; no current folder; odd environments.
. "$CONC/tests/bad_input/common"

{ cat bank.c; seq 4000 | sed 's/.*/int f&(int x) { return x * &; }/'; } >large.c
seq 4000 | sed 's/.*/int f&(int x) { return x * &; }/' >unit.c

# Under a limit all that matters is that it ends as a compiler does: done, or a message and no output.
# gcc 16 itself crashes under a limit of files, and leaves this.
gcc_leaves='^$'
[ "$(gcc -dumpversion | cut -d. -f1)" -lt 16 ] || gcc_leaves='^cc......\.s$'
ends() {	# ends WHAT COMMAND …: in run.any
	what=$1; shift
	rm -rf run.any; mkdir run.any
	(cd run.any && cp ../bank.c ../large.c . && timeout -s KILL 60 "$@" >../stdout 2>../stderr)
	status=$?
	left=$(cd run.any && find . -type f ! -name bank.c ! -name large.c | sort | tr '\n' ' ')
	case $status in
	0) is "$what: done" "$left" './x.o ' ;;
	*) is "$what: status $status, a message, no output" "$([ $status -lt 128 ] && [ -s stderr ] && echo "$left")" '' ;;
	esac
	if [ $status -ge 128 ] || { [ $status != 0 ] && [ ! -s stderr ]; }; then echo "not ok - $what: status $status, $(wc -c <stderr) bytes of message"; fi
	is "$what: TMPDIR" "$(ls -A tmp | grep -v "$gcc_leaves")" ''
	rm -rf tmp/* tmp/.[!.]*
}
addresses && for kilobytes in 20000 40000 60000 100000 200000; do
	ends "$kilobytes K of memory" sh -c "ulimit -v $kilobytes; exec \"\$0\" -c large.c -o x.o" "$concc"
done
for files in 3 4 5 6 8 12; do
	ends "$files descriptors" sh -c "ulimit -n $files; exec \"\$0\" -c bank.c -o x.o" "$concc"
done
for kilobytes in 64 256 1024; do
	ends "$kilobytes K of stack" sh -c "ulimit -s $kilobytes; exec \"\$0\" -c bank.c -o x.o" "$concc"
done
for blocks in 1 8 64 200; do
	ends "files of $blocks blocks" sh -c "ulimit -f $blocks; exec \"\$0\" -c large.c -o x.o" "$concc"
	ends "files of $blocks blocks, --emit-c" sh -c "ulimit -f $blocks; exec \"\$0\" --emit-c large.c -o x.o" "$concc"
done

# A device that is full.
for unit in unit large; do
	prepare() { cp ../$unit.c .; }
	refused "$unit: -S to a full device" 1 'No space left on device' "$concc" -S $unit.c -o /dev/full
	refused "$unit: -c to a full device" 1 'rror' "$concc" -c $unit.c -o /dev/full
	refused "$unit: -E to a full device" 1 'No space left on device' "$concc" -E $unit.c -o /dev/full
	refused "$unit: --emit-c to a full device" 1 'No space left on device' "$concc" --emit-c $unit.c -o /dev/full
	refused "$unit: dependencies to a full device" 1 'No space left on device' "$concc" -c $unit.c -MMD -MF /dev/full
	for mode in -E '-S -o -' --emit-c; do
		refused "$unit: $mode to a full standard output" 1 'No space left on device' sh -c "exec \"\$0\" $mode $unit.c >/dev/full" "$concc"
		refused "$unit: $mode to a closed standard output" 1 'Bad file descriptor' sh -c "exec \"\$0\" $mode $unit.c >&-" "$concc"
	done
	prepare() { cp ../$unit.c .; mkfifo out; }
	(cd / && "$concc" --emit-c "$OLDPWD/$unit.c" 2>&3 | head -c 1 >/dev/null) 3>stderr
	is "$unit: nobody reads" "$(crashed stderr)" ''
	"$concc" -c $unit.c -o x.o <&- >&- 2>&-
	is "$unit: all streams closed" "$? $("$concc" -c $unit.c -o y.o; cmp x.o y.o && echo same)" '0 same'
done
trap 'umount disk 2>/dev/null' EXIT
trap 'exit 1' TERM INT HUP
if mkdir disk && mount -t tmpfs -o size=64k,mode=777 none disk 2>/dev/null; then
	prepare() { cp ../large.c ../unit.c .; ln -s ../disk disk; }
	dd if=/dev/zero of=disk/fill bs=1k count=100 2>/dev/null
	for unit in unit large; do
		for mode in -c -S -E --emit-c; do
			# shellcheck disable=SC2086
			refused "$unit $mode: a full disk" 1 'No space left on device' "$concc" $unit.c -o disk/x $mode
		done
		refused "$unit: a full TMPDIR" 1 'No space left on device' env TMPDIR=disk "$concc" -c $unit.c -o x.o
		is "$unit: nothing is left on the disk" "$(ls -A disk)" fill
	done
	umount disk
fi

# No current folder; strange masks, arguments and environments.
prepare() { cp ../bank.c .; }
(mkdir gone && cd gone && rmdir "$PWD" && "$concc" -c bank.c 2>../stderr)
is 'a current folder that is gone' "$? $(grep -c 'No such file' stderr)" '1 1'
(mkdir gone && cd gone && rmdir "$PWD" && "$concc" -c "$OLDPWD/bank.c" -o "$OLDPWD/gone.o")
is 'and needed for nothing' "$(gcc -r gone.o -o linked.o && echo good)" good
(umask 777 && "$concc" -c bank.c -o masked.o)
is 'umask 777' "$? $(stat -c %a masked.o)" '0 0'
rm -f masked.o
for command in "env -i ASAN_OPTIONS=$ASAN_OPTIONS PATH=/usr/bin:/bin LC_ALL=tr_TR.UTF-8" 'env LC_ALL=xx_YY LANG=' 'env PATH=/usr/bin::/bin:' \
	'env TMPDIR=' 'env COLUMNS=x TERM=xterm GCC_COLORS=: CONC_CC=' 'env CPATH=: LIBRARY_PATH=: C_INCLUDE_PATH=/nonexistent' \
	'env SOURCE_DATE_EPOCH=0 SHELL=/nonexistent HOME='; do
	rm -f program
	$command "$concc" bank.c -o program 2>stderr
	is "$command" "$? $(./program)" '0 42'
done
rm -rf ':' nonexistent
for zero in '' concc gcc / "$(printf '%04000d' 0)"; do
	rm -f program
	perl -e '$zero = shift; $program = shift; exec { $program } $zero, @ARGV' "$zero" "$concc" bank.c -o program
	is "argv[0] is '$(printf %.9s "$zero")'" "$? $(./program)" '0 42'
done
cat >none.c <<'EOF2'
#include <unistd.h>
int main(int n, char **v) { char *none[] = { 0 }; (void)n; execv(v[1], none); return 126; }
EOF2
gcc none.c -o none && timeout 20 ./none "$concc" >stdout 2>stderr
is 'no arguments, not even a name' "$? $(crashed stderr)" '1 '
is 'TMPDIR' "$(ls -A tmp)" ''
