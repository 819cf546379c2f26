#!/bin/sh
# SPDX-License-Identifier: MIT
# needs: meson ninja
# one in 8: it takes long
# CC=concc for Meson, which takes it for the compiler behind it.
. "$CONC/tests/driver/common"
. "$CONC/tests/driver/project"

mkdir pch
echo '#include <stdio.h>' >pch/p.h
echo "option('checks', type: 'string')" >meson_options.txt
cat >meson.build <<'EOF'
project('p', 'c', default_options: ['warning_level=3', 'werror=true', 'c_std=gnu17'])
cc = meson.get_compiler('c')
if get_option('checks') != ''
  assert(cc.get_id() == get_option('checks'))
  assert(cc.has_header('conc.h'))
  assert(not cc.has_header('no_such_header.h'))
  assert(cc.has_function('pthread_create', prefix: '#include <pthread.h>'))
  assert(not cc.has_function('no_such_function'))
  assert(not cc.compiles('int f(', name: 'syntax error'))
  assert(cc.sizeof('void *') == 8)
  assert(cc.has_argument('-Wshadow'))
  assert(not cc.has_argument('-Wno-such-warning'))
  assert(cc.has_link_argument('-Wl,--as-needed'))
  assert(cc.get_define('__CONC__') == '1')
  code = '#include <conc.h>\nmonitor m { int n; }; int main(void) { m a = { 7 }; mutex (&a) return a.n; }'
  assert(cc.links(code))
  assert(cc.run(code).returncode() == 7)
endif
threads = dependency('threads')
box = shared_library('box', 'box.c', dependencies: threads, version: '1.2.3')
plain = static_library('plain', 'plain.c')
pch = get_option('b_pch') ? 'pch/p.h' : []
exe = executable('prog', 'prog.c', link_with: [box, plain], dependencies: threads, c_pch: pch)
test('prog', exe, should_fail: true)
EOF
unset CONC_CC
export CC="$concc"
build() {	# build FOLDER OPTION …
	folder=$1
	shift
	meson setup "$folder" "$@" >log 2>&1 && ninja -C "$folder" >>log 2>&1 || { tail -n 30 log; return 1; }
}
rebuilt() { ninja -C usual | grep -c 'Compiling C'; }

is "detection, checks, precompiled header" "$(build usual -Dchecks=gcc; status usual/prog)" 5
is "meson test" "$(status meson test -C usual)" 0
is "nothing to be done" "$(rebuilt)" 0
touch box.h
is "a header with dialect: the units that include it" "$(rebuilt)" 2
touch plain.h
is "a header without" "$(rebuilt)" 2
touch plain.c
is "a unit" "$(rebuilt)" 1
touch pch/p.h
is "the header that is precompiled: itself and its unit" "$(ninja -C usual | grep -c 'Compiling C\|[Pp]recompil\|Generating')" 2
is "compile_commands.json lists each file once" "$(sed -n 's,.*"file": "\.\./\(.*\)".*,\1,p' usual/compile_commands.json | sort | tr '\n' ' ')" "box.c pch/p.h plain.c prog.c "
is "release, link-time optimization, units in one" "$(build lto --buildtype=release -Db_lto=true -Dunity=on; status lto/prog)" 5
is "static, position-independent" "$(build static -Ddefault_library=static -Db_pie=true -Db_pch=false; status static/prog)" 5
is "coverage" "$(build cover -Db_coverage=true; status cover/prog; cd cover && gcov -n ./*.p/*.gcda 2>&1 | grep -A 1 "File '../box.c'" | tail -n 1)" "5
Lines executed:100.00% of 3"
cp box.c right.c
printf '#include <stdlib.h>\n#include "box.h"\nint take(box *b)\n{\n\tint *p = malloc(sizeof *p);\n\tmutex (b) p[1] = b->n;\n\treturn p[1];\n}\n' >box.c
is "address sanitizer" "$(build asan -Db_sanitize=address -Db_lundef=false; asan/prog 2>&1 | grep -o 'heap-buffer-[a-z]*\|#0 .*box.c:[0-9]*' | sed 's/ .*box/ box/' | head -n 2)" "heap-buffer-overflow
#0 box.c:6"
mv right.c box.c
is "clang behind concc" "$(export CONC_CC=clang; build clang -Dchecks=clang; status clang/prog)" 5
if there aarch64-linux-gnu-gcc && there qemu-aarch64; then
	cat >cross.ini <<-EOF
		[binaries]
		c = '$concc'
		ar = 'aarch64-linux-gnu-ar'
		exe_wrapper = ['qemu-aarch64', '-L', '/usr/aarch64-linux-gnu']
		[host_machine]
		system = 'linux'
		cpu_family = 'aarch64'
		cpu = 'aarch64'
		endian = 'little'
	EOF
	is "a cross file" "$(unset CC; export CONC_CC=aarch64-linux-gnu-gcc; build cross --cross-file cross.ini -Dchecks=gcc; status qemu-aarch64 -L /usr/aarch64-linux-gnu cross/prog)" 5
fi
