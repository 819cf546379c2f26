// SPDX-License-Identifier: MIT
#define PLAIN "plain"
