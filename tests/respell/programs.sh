#!/bin/sh
# SPDX-License-Identifier: MIT
# A few of the tests' programs in other spellings; `make test-respell COUNT=1000` takes many.
exec "$CONC/tests/respell/run" 48 1
