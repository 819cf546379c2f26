#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries tests/recorder tests/inspect
# test-all: core files need rights that not every machine gives
# A core file has the same events that conc_trace_write wrote before: conctop --core, concc --trace-from-core, gdb.
. "$CONC/tests/driver/common"
there python3 || exit 0
[ "$B" != build/asan ] || { skip "AddressSanitizer's memory"; exit 0; }
decode="python3 $CONC/tests/recorder/decode.py"
for flags in -O2 -static; do
	"$concc" $flags "$CONC/tests/recorder/program.c" -o program || exit 1
	rm -f core*
	(ulimit -c unlimited && ./program 'write and abort' written) >/dev/null 2>&1
	core=$(ls core* 2>/dev/null | head -n 1)
	[ "$core" ] || { skip "core files go elsewhere here, or are forbidden"; exit; }
	"$CONC/build/conctop" --core "$core" -o dead >said || echo 'not ok - conctop --core'
	has "$flags: how much" "$(cat said)" "dead: "
	$decode written >of_program
	$decode dead | head -n "$(wc -l <of_program)" >of_core
	is "$flags: the same events as the program wrote" "$(diff of_program of_core | head)" ''
	# what a cycle of the CPU's clock is, is measured up to the last CLOCK, there up to the write
	$decode written times | grep '^[0-9]' >times
	is "$flags: the same times, but for 1 %" "$($decode dead times | grep '^[0-9]' | head -n "$(wc -l <times)" | paste times - | awk '
		function abs(x) { return x < 0 ? -x : x }
		{ split($0, half, "\t"); split(half[1], a, " "); split(half[2], b, " "); if (NR == 1) first = a[1] }
		abs(a[1] - b[1]) > (a[1] - first) / 100 + 100000' | head -n 3)" ''
	if there gdb; then
		gdb -q -batch -iex 'set auto-load safe-path /' -ex 'info conc events 1000' program "$core" >said 2>/dev/null
		has "$flags: gdb" "$(cat said)" 'ms  processor 0: main begins'
	fi
	strip program
	"$concc" --trace-from-core "$core" -o stripped || echo 'not ok - concc --trace-from-core'
	is "$flags: of a stripped program" "$($decode stripped | cmp - of_core 2>&1 | head -n 1)" ''
	mv program moved
	has "$flags: the program is gone" "$("$CONC/build/conctop" --core "$core" -o dead 2>&1)" 'or its program is elsewhere: name it'
	"$CONC/build/conctop" --core "$core" --program moved -o named >/dev/null || echo 'not ok - conctop --program'
	is "$flags: and named" "$($decode named | sed 1s/moved/program/ | cmp - of_core 2>&1 | head -n 1)" ''
done
is "no core file" "$("$CONC/build/conctop" --core moved 2>&1)" 'conctop: moved is no core file of 64 bits'
is "no file" "$("$CONC/build/conctop" --core nothing 2>&1)" 'conctop: nothing: No such file or directory'
