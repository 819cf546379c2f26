#!/bin/sh
# SPDX-License-Identifier: MIT
# needs: clang
# reads: libconc/src
# The GenMC drivers fit the sources that they include: each case compiles, each mutant changes something.
exec "$CONC/tests/model/run-genmc" --compile
