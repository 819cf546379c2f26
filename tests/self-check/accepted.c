// SPDX-License-Identifier: MIT
// the runner says: FAILED: wrote an output
int accepted;
