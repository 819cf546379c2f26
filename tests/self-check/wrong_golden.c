// SPDX-License-Identifier: MIT
// the runner says: FAILED: emitted
int right;
