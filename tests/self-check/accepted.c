// SPDX-License-Identifier: MIT
// the runner says: not ok - wrote an output
int accepted;
