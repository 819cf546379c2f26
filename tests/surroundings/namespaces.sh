#!/bin/sh
# SPDX-License-Identifier: MIT
# test-all: it needs root and namespaces
# As process 1, without /proc, with a root that cannot be written, a disk that is full, as few open files and as little
# memory as will do.
"$CONCC" -O2 "$CONC/tests/surroundings/everything.c" -o everything && "$CONCC" "$CONC/tests/surroundings/full_disk.c" -o full_disk || exit 1
if unshare -m true 2>/dev/null; then unshare=unshare; elif unshare -rm true 2>/dev/null; then unshare='unshare -r'; else unshare=; fi
check() {	# check WHAT COMMAND
	said=$(timeout 60 sh -c "$2" 2>log | tail -n 1)
	[ "$said" = right ] && echo "ok - $1" && return
	echo "not ok - $1: $said"
	cat log
}
if [ -z "$unshare" ]; then
	echo "ok - process 1, /proc, read-only root # SKIP no namespaces can be made here (not root?)"
else
	check "process 1" "$unshare -pf ./everything"
	check "process 1 with a /proc of its own" "$unshare -mpf sh -c 'mount -t proc none /proc && exec ./everything'"
	check "no /proc" "$unshare -m sh -c 'mount -t tmpfs none /proc && exec ./everything'"
	check "a root that cannot be written" "$unshare -m sh -c 'mount --make-rprivate / && mount -o remount,bind,ro / && exec ./everything'"
	mkdir -p disk
	for io in uring pool; do
		check "a full disk ($io)" "$unshare -m sh -c 'mount -t tmpfs -o size=100k none disk && CONC_IO=$(echo $io | sed s/uring//) exec ./full_disk disk/file'"
	done
fi
check "no more than 24 open files" 'ulimit -n 24; ./everything'
check "200 MiB of addresses" 'ulimit -v 200000; ./everything'
check "stacks without limit" 'ulimit -s unlimited; ./everything'
check "stacks of 128 KiB" 'ulimit -s 128; ./everything'
check "no core files, no locked memory" 'ulimit -c 0 -l 0; ./everything'
check "one CPU" 'taskset -c 0 ./everything'
check "no environment" 'env -i ./everything'
check "standard streams closed" './everything <&- 2>&-'
check "signals blocked" "env --block-signal=USR1 ./everything"
