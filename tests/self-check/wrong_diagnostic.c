// SPDX-License-Identifier: MIT
// the runner says: FAILED: diagnostics
int right(void) { return undeclared; }
