# SPDX-License-Identifier: MIT
gcc -O0 -c ARGUMENTS -o build/bench/driver_plain/gcc.o
