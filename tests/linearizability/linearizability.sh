#!/bin/sh
# SPDX-License-Identifier: MIT
# one in 4: it takes long
# reads: concc libraries
# A share of `make test-linearizability`, of some seconds.
[ -z "${QUICK:-}" ] || SCHEDULES=100 ROUNDS=200 LONG=1 SIZES=4 SANITIZERS='' exec "$CONC/tests/linearizability/run"
SCHEDULES=300 ROUNDS=500 LONG=2 SIZES='4 24' SANITIZERS='' exec "$CONC/tests/linearizability/run"
