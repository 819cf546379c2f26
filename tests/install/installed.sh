#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator libraries examples Makefile conc.pc.in conc-mpi.pc.in tools editors docs/man
# one in 3: it takes long
# What `make install` puts down works from there: concc, and plain gcc with pkg-config.
here=$PWD
check() { if [ "$2" = "$3" ]; then echo "ok $1"; else echo "not ok $1: '$2' instead of '$3'"; fi; }

make -s -C "$CONC" install PREFIX=/opt/conc DESTDIR="$here/stage" >/dev/null || { echo "not ok install"; exit; }
# All that is installed finds the rest from where it stands.
cp -a stage/opt/conc conc
export PKG_CONFIG_PATH="$here/conc/lib/pkgconfig"
cp "$CONC/examples/bank.c" .
want=$(cat "$CONC/examples/expected/bank.out")

conc/bin/concc -O2 bank.c -o by_concc
check "installed concc builds and links" "$(./by_concc)" "$want"
conc/bin/concc --emit-c bank.c >lowered.c
# shellcheck disable=SC2046
gcc -O2 lowered.c -o by_gcc $(pkg-config --cflags --libs conc) -Wl,-rpath,"$here/conc/lib"
check "emitted C with pkg-config, shared" "$(./by_gcc)" "$want"
conc/bin/concc -c bank.c
gcc bank.o conc/lib/libconc.a -pthread -o linked
check "object of concc, linked by gcc, static" "$(./linked)" "$want"
(cd conc && find . -type f | sort) >files
check "nothing of transpiler or tests is installed" "$(grep -vcE '^./(bin/conc(c|top|-why)|lib/libconc\.(a|so)|lib/libconc-mpi\.(a|link)|lib/conc/(schedules|asan|tsan)/libconc\.a|lib/conc/schedules/calls\.o|lib/conc/conc(-gdb|_lldb)\.py|lib/pkgconfig/conc(-mpi)?\.pc|include/conc\.h|include/conc/(clangd/)?[a-z_]*\.h|share/man/man1/concc\.1|share/man/man7/conc\.7|share/(bash-completion/completions/concc|zsh/site-functions/_concc|fish/vendor_completions\.d/concc\.fish)|lib/cmake/Conc/[A-Za-z]*\.cmake)$' files)" 0
check "no path of the target in what others read" "$(grep -rl /opt/conc conc/lib/cmake conc/lib/pkgconfig)" ""
check "a sysroot is named once" "$(PKG_CONFIG_SYSROOT_DIR="$here" pkg-config --cflags conc | grep -o "$here" | wc -l)" 1
make -s -C "$CONC" uninstall PREFIX=/opt/conc DESTDIR="$here/stage" >/dev/null
check "make uninstall leaves nothing" "$(find stage -type f)" ""
