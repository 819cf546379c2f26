#!/bin/sh
# SPDX-License-Identifier: MIT
# needs: clang
# reads: libconc/src
# one in 3: it takes long
# The GenMC drivers fit the sources that they include: each case compiles, each mutant changes something.
exec "$CONC/tests/model/run-genmc" --compile
