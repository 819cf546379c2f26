// SPDX-License-Identifier: MIT
#ifndef PICTURE_H
#define PICTURE_H

monitor account { long balance; };

static inline long get(account * mutex a) { return a->balance; }

#endif
