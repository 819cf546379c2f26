#!/bin/sh
# SPDX-License-Identifier: MIT
# test-all: it needs root and namespaces
# Limits of cgroups: the quota of CPUs is the number of processors, wherever the files stand; under real limits of CPU,
# memory and processes the program runs, or stops and says why.
"$CONCC" -O2 "$CONC/tests/surroundings/everything.c" -o everything || exit 1
cat >cpus.c <<'END'
#include <conc.h>
#include <stdio.h>
int main(void) { printf("%u\n", conc_processors(0)); }
END
"$CONCC" cpus.c -o cpus || exit 1
unset CONC_PROCESSORS
all=$(nproc)

# The files, in a mount namespace: FILES are "path text" lines below /sys/fs/cgroup, CGROUP is /proc/PID/cgroup.
if unshare -m sh -c 'mount -t tmpfs none /sys/fs/cgroup' 2>/dev/null; then
	reads() {	# reads WHAT CPUS CGROUP FILES
		printf '%b' "$3" >cgroup
		printf '%b' "$4" >files
		got=$(unshare -m sh -c '
			mount -t tmpfs none /sys/fs/cgroup && mount --bind cgroup /proc/$$/cgroup || exit
			while read -r path text; do
				mkdir -p "$(dirname "/sys/fs/cgroup/$path")" && echo "$text" >"/sys/fs/cgroup/$path"
			done <files
			exec ./cpus')
		[ "$got" = "$2" ] && echo "ok - $1" || echo "not ok - $1: $got instead of $2"
	}
	reads "v2: one CPU" 1 '0::/a\n' 'a/cpu.max 100000 100000\n'
	reads "v2: half a CPU" 1 '0::/a\n' 'a/cpu.max 50000 100000\n'
	reads "v2: no limit" "$all" '0::/a\n' 'a/cpu.max max 100000\n'
	reads "v2: more than there is" "$all" '0::/a\n' 'a/cpu.max 100000000 100000\n'
	reads "v2: one and a bit is two" "$([ "$all" = 1 ] && echo 1 || echo 2)" '0::/a\n' 'a/cpu.max 100001 100000\n'
	reads "v2: a parent's limit" 1 '0::/a/b/c\n' 'a/cpu.max 100000 100000\na/b/cpu.max max 100000\na/b/c/cpu.max 800000 100000\n'
	reads "v2: the root of a container" 1 '0::/\n' 'cpu.max 100000 100000\n'
	reads "v2: a path that the container does not show" 1 '0::/docker/1234\n' 'cpu.max 100000 100000\n'
	reads "v1: one CPU" 1 '3:cpu,cpuacct:/a\n0::/\n' 'cpu/a/cpu.cfs_quota_us 100000\ncpu/a/cpu.cfs_period_us 100000\n'
	reads "v1: cpu behind another" 1 '3:cpuacct,cpu:/a\n' 'cpu/a/cpu.cfs_quota_us 100000\ncpu/a/cpu.cfs_period_us 100000\n'
	reads "v1: no limit" "$all" '3:cpu:/a\n' 'cpu/a/cpu.cfs_quota_us -1\ncpu/a/cpu.cfs_period_us 100000\n'
	reads "v1: cpuset alone" "$all" '3:cpuset:/a\n' 'cpu/a/cpu.cfs_quota_us 100000\ncpu/a/cpu.cfs_period_us 100000\n'
	reads "no numbers" "$all" '0::/a\n' 'a/cpu.max garbage\n'
	reads "zero" "$all" '0::/a\n' 'a/cpu.max 0 0\n'
	reads "no lines that are understood" "$all" 'garbage\n:\n::\n' 'cpu.max 100000\n'
else
	echo "ok - the files of cgroups # SKIP no namespaces can be made here"
fi

# Real ones: a cgroup of our own, which we remove.
group=conc_test_$$
trap 'rmdir "$made" 2>/dev/null' EXIT
trap 'exit 1' HUP INT TERM
made=
limited() {	# limited CONTROLLER FILE-OF-V1 FILE-OF-V2 VALUE COMMAND: in log and status; false where that cannot be made
	for made in "/sys/fs/cgroup/$1/$group" "/sys/fs/cgroup/$group"; do
		case $made in "/sys/fs/cgroup/$1/"*) file=$2 ;; *) file=$3 ;; esac
		mkdir "$made" 2>/dev/null || continue
		if [ -f "$made/$file" ] && echo "$4" 2>/dev/null >"$made/$file"; then
			timeout -s KILL 120 sh -c 'echo $$ >"$0/cgroup.procs" && exec sh -c "$1"' "$made" "exec $5" >log 2>&1
			status=$?
			rmdir "$made"
			return 0
		fi
		rmdir "$made"
	done
	echo "ok - # SKIP no cgroup with a limit of $1 can be made here"
	return 1
}
says() {	# says WHAT PATTERN
	if grep -q "$2" log; then echo "ok - $1"; else echo "not ok - $1: status $status"; cat log; fi
}
limited cpu cpu.cfs_quota_us cpu.max 100000 ./cpus && says "a quota of one CPU" '^1$'
limited cpu cpu.cfs_quota_us cpu.max 10000 ./everything && says "a tenth of a CPU" '^right$'
limited memory memory.limit_in_bytes memory.max 24M ./everything && says "24 MiB of memory" '^right$'
limited pids pids.max pids.max 4 'env CONC_PROCESSORS=8 ./everything' && says "four kernel threads" '^right$'
limited pids pids.max pids.max 1 ./everything && says "one kernel thread" 'cannot start a kernel thread (the watchdog)'
exit 0 # where none can be made, too
