#!/bin/sh
# SPDX-License-Identifier: MIT
# one in 2: it takes long
# A few of the tests' programs in other spellings; `make test-respell COUNT=1000` takes many.
exec "$CONC/tests/respell/run" "$([ "${QUICK:-}" ] && echo 8 || echo 48)" "$((DAY % 1000 + 1))"
