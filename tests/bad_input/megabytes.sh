#!/bin/sh
# SPDX-License-Identifier: MIT
# test-all: half a minute
# Lines, strings, comments and names of megabytes.
. "$CONC/tests/bad_input/common"

prepare() { cp ../unit.c .; }
perl -e 'print "int x = ", "1 + " x 2500000, "1;\n"' >unit.c
FLAVOURS_HERE='plain -fconc'
like_gcc 'a line of 10 MB' -fsyntax-only unit.c
perl -e 'print "char *s = \"", "x" x 10000000, "\";\n"' >unit.c
unset FLAVOURS_HERE
like_gcc 'a string of 10 MB' -c unit.c
perl -e 'print "/*", "x" x 10000000, "*/ int x;\n"' >unit.c
like_gcc 'a comment of 10 MB' -c unit.c
perl -e 'print "int ", "x" x 1000000, ";\n"' >unit.c
like_gcc 'a name of 1 MB' -c unit.c
