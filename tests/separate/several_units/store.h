/* SPDX-License-Identifier: MIT */
#ifndef STORE_H
#define STORE_H
struct store { int n, notes; };
separate struct store *store_make(int n);
void store_end(separate struct store *s);
int store_twice(separate struct store *s);
void store_wait(separate struct store *s, int n);

void store_add(struct store *s, int n);
int store_count(const struct store *);
extern void store_reset(struct store *, int);
static inline void store_note(struct store *s) { s->notes++; }
#endif
