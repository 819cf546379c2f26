// SPDX-License-Identifier: MIT
// the runner says: not ok - diagnostics
int right(void) { return undeclared; }
