# SPDX-License-Identifier: MIT
build/concc --emit-c examples/bank.c
