// SPDX-License-Identifier: MIT
// The hidden state stands behind the last member, so none can be of no size.
#include <conc.h>

message text { int n; char bytes[]; };
actor list { int n; int data[]; };
monitor old { int n; int data[0]; };
thread worker { int n; int data[]; };
void main(worker *self) { (void)self; }
struct plain { int n; int data[]; };
