/* flavours: concc (a note that is not read) */
// SPDX-License-Identifier: MIT
int main(void) { return 0; }
