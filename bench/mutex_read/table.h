// SPDX-License-Identifier: MIT
// What is read and written: all words are equal outside of a write.
#ifndef BENCH_TABLE_H
#define BENCH_TABLE_H
enum { WORDS = 16 };

static inline int table_is_torn(const long *word)
{
	int torn = 0;
	for (int i = 1; i < WORDS; i++) torn |= word[i] != word[0];
	return torn;
}

static inline void table_write(long *word)
{
	for (int i = 0; i < WORDS; i++) word[i]++;
}

#endif
