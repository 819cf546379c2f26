#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: build/tests/fault/run
# Every call of every function that libconc may be refused, refused: sweep.c says how it may end.
exec "$CONC/$B/tests/fault/run"
