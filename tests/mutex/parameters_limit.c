// SPDX-License-Identifier: MIT
// A function has at most 32 mutex parameters.
#include <conc.h>

monitor account { long n; };

void f(account *mutex a0,
       account *mutex a1,
       account *mutex a2,
       account *mutex a3,
       account *mutex a4,
       account *mutex a5,
       account *mutex a6,
       account *mutex a7,
       account *mutex a8,
       account *mutex a9,
       account *mutex a10,
       account *mutex a11,
       account *mutex a12,
       account *mutex a13,
       account *mutex a14,
       account *mutex a15,
       account *mutex a16,
       account *mutex a17,
       account *mutex a18,
       account *mutex a19,
       account *mutex a20,
       account *mutex a21,
       account *mutex a22,
       account *mutex a23,
       account *mutex a24,
       account *mutex a25,
       account *mutex a26,
       account *mutex a27,
       account *mutex a28,
       account *mutex a29,
       account *mutex a30,
       account *mutex a31,
       account *mutex a32) {}
