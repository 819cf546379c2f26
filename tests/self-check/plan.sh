#!/bin/sh
# SPDX-License-Identifier: MIT
# the runner says: not ok - it planned 5 points, and made 1
echo 1..5; echo ok 1
