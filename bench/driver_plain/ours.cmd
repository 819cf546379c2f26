# SPDX-License-Identifier: MIT
# prepare: mkdir -p build/bench/driver_plain && printf '#include <stdio.h>\nint main(void)\n{\n\tputs("hello");\n}\n' >build/bench/driver_plain/hello.c
# prepare: tools/setup real && mkdir -p build/real/sqlite && cd build/real/sqlite && REAL=../../../tests/real ../../../tests/real/sqlite/get
build/concc -O0 -c ARGUMENTS -o build/bench/driver_plain/ours.o
