// SPDX-License-Identifier: MIT
struct store { int n, notes; };
void store_add(struct store *s, int n);
int store_count(const struct store *s);
void store_reset(struct store *s, int n);

void store_add(struct store *s, int n) { s->n += n; }
int store_count(const struct store *s) { return s->n; }
void store_reset(struct store *s, int n) { s->n = n; }
