#!/bin/sh
# SPDX-License-Identifier: MIT
# A share of `make test-linearizability`, of some seconds.
SCHEDULES=300 ROUNDS=500 LONG=2 SIZES='4 24' SANITIZERS='' exec "$CONC/tests/linearizability/run"
