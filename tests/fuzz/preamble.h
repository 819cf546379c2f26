/* SPDX-License-Identifier: MIT */
/* What every input of the fuzzer sees declared: conc.h, and of the C library what the tests use, because
 * the real headers would make each run several times as long. */
#pragma GCC system_header
#define _ERRNO_H
#define _FENV_H
#define _STDINT_H
#define _GCC_WRAP_STDINT_H
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
#include <conc.h>
#include <stdarg.h>

typedef struct _IO_FILE FILE;
extern FILE *stdin, *stdout, *stderr;
int printf(const char *format, ...);
int fprintf(FILE *file, const char *format, ...);
int puts(const char *string);
int putchar(int c);
int fflush(FILE *file);

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void free(void *memory);
void abort(void);
void exit(int status);
void *memset(void *to, int byte, size_t size);
void *memcpy(void *to, const void *from, size_t size);
size_t strlen(const char *string);
int strcmp(const char *a, const char *b);

typedef union {
	char size[40];
	long align;
} pthread_mutex_t;
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
typedef struct {
	long registers[25];
} jmp_buf[1];
int setjmp(jmp_buf where);
void longjmp(jmp_buf where, int value);
