# SPDX-License-Identifier: MIT
# prepare: build/concc --emit-c examples/bank.c >build/bench/translate/bank.c
gcc -std=gnu17 -Ilibconc/include -iquote examples -O0 -c build/bench/translate/bank.c -o build/bench/translate/bank.o
