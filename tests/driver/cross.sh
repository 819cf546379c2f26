#!/bin/sh
# SPDX-License-Identifier: MIT
# needs: aarch64-linux-gnu-gcc
# A compiler for another machine behind concc: its libconc is found, or said to be missing.
. "$CONC/tests/driver/common"

# As installed, without anything for other machines.
mkdir -p here/bin here/lib/conc
cp "$concc" here/bin/concc && cp "$CONC/build/libconc.a" here/lib/
ln -s "$CONC/libconc/include" here/include
export CONC_CC=aarch64-linux-gnu-gcc
is "plain C needs no libconc" "$(status here/bin/concc plain.c -o plain; cat stderr; file=$(readelf -h plain); echo "$file" | grep -c AArch64)" "0
1"
is "dialect compiles" "$(status here/bin/concc -c bank.c; cat stderr; readelf -h bank.o | grep -c AArch64)" "0
1"
is "but does not link" "$(status here/bin/concc bank.o -o bank)" 1
has "and we say why" "$(cat stderr)" "concc: note: there is no libconc for aarch64-linux-gnu"
has "and where it would be" "$(cat stderr)" "here/lib/conc/aarch64-linux-gnu/libconc.a"
is "nor with a target for clang" "$(CONC_CC=clang status here/bin/concc --target=aarch64-linux-gnu bank.c -o bank; grep -c 'no libconc for aarch64-linux-gnu' stderr)" "1
1"
lacks "what is ours for this machine is not linked" "$(here/bin/concc --show-link-flags)" "libconc.a"

library=$CONC/build/aarch64/libconc.a
[ -f "$library" ] || { skip "there is no libconc for AArch64"; exit; }
mkdir -p here/lib/conc/aarch64-linux-gnu && cp "$library" here/lib/conc/aarch64-linux-gnu/
has "--show-link-flags" "$(here/bin/concc --show-link-flags)" "here/lib/conc/aarch64-linux-gnu/libconc.a"
is "the library is found" "$(status here/bin/concc -static bank.c -o bank; cat stderr)" 0
there qemu-aarch64 && is "the program runs" "$(qemu-aarch64 ./bank)" "42 bank.c:15"
is "for clang's target" "$(CONC_CC=clang status here/bin/concc --target=aarch64-linux-gnu -static bank.c -o bank; cat stderr)" 0
is "in a build tree" "$(status "$CONC/build/concc" -static bank.c -o bank; cat stderr)" 0
is "-m32 has none" "$(CONC_CC=gcc here/bin/concc -m32 --show-link-flags)" "-pthread"
is "-m64 is this machine's" "$(CONC_CC=gcc here/bin/concc -m32 -m64 --show-link-flags | grep -c 'lib/libconc.a')" 1
