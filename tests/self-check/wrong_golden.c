// SPDX-License-Identifier: MIT
// the runner says: not ok - emitted
int right;
