#!/bin/sh
# SPDX-License-Identifier: MIT
# the runner says: not ok - it asserts nothing
exit 0
