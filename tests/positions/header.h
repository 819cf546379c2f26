/* Included by warnings.c: a header with dialect. */
#ifndef HEADER_H
#define HEADER_H
#include <conc.h>

monitor stock { int left; }; static conc_mutex shared;

static inline int take(stock * mutex s, int k) { int u1; mutex (shared) { int u2; s->left--; } int u3; return k < 3u; }
	static inline void put(stock *s) { mutex (s) { int u4;
		s->left++; } int u5; }
#endif
