// back ends: gcc
/* SPDX-License-Identifier: MIT */
/* GNU C that only gcc has: nested functions and their friends. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int apply(int (*f)(int), int n) { return f(n); }

static int nested(int n)
{
	__label__ out;
	int calls = 0;
	auto int twice(int);
	int twice(int x) { calls++; return 2 * x; }
	int deep(int x)
	{
		int deeper(int y) { if (y > 100) goto out; return y + n + calls; }
		return deeper(x) + twice(x);
	}
	int join(int new) { return new + calls; }	/* words, nested */
	void mutex(int *delete) { *delete += join(1); }
	int thread = apply(deep, n);
	mutex(&thread);
	return thread + apply(twice, 5) + deep(200);
out:
	return -calls;
}

static int jump_out(int depth)
{
	__label__ done;
	int f(int n) { if (n > 3) goto done; return f(n + 1); }
	f(depth);
	return 1;
done:
	return 2;
}

struct empty { };
struct variable_member { int n; };

static int variable_in_struct(int n)
{
	struct { int a[n]; int tail; } s;
	memset(&s, 0, sizeof s);
	s.a[n - 1] = 7;
	s.tail = 8;
	return s.a[n - 1] + s.tail + (int)(sizeof s / sizeof(int));
}

static int two_dimensional(int n, int m, int a[n][m])
{
	int sum = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) sum += a[i][j];
	return sum + (int)(sizeof a[0] / sizeof a[0][0]);
}

static int forward_parameters(int n; int a[n], int n) { return a[n - 1] + (int)sizeof(int[n]); }

__attribute__((noinline)) static int builtin_apply(int a) { return a * 3; }

static int statement_expressions(int n)
{
	int v = ({ int t = n; again: if (t < 10) { t *= 3; goto again; } t; });
	v += ({ switch (n) { case 1 ... 3: v = 4; break; default: v = 5; } v; });
	v += ({ __typeof__(({ int q = 1; q + n; })) w = 2; w; });
	return v + ({ 1; 2; 3; }) + sizeof(({ long l = 0; l; }));
}

register long saved __asm__("r12");
static int assembly(int a, int b)
{
	int sum, copy;
	__asm__ ("" : "=r" (sum) : "0" (a));
	asm volatile ("" : "=r,m" (copy) : "0,0" (b) : "memory", "cc");
	asm volatile ("" : [out] "+r" (sum) : [in] "r" (copy), "n" (sizeof(int)) :);
#if defined __x86_64__
	asm ("addl %[b], %[a]" : [a] "+&r" (sum) : [b] "rm" (copy));
	__asm__ __volatile__ goto ("jmp %l[there]" : : : : there);
#else
	sum += copy;
#endif
	sum = -1;
there:
	return sum;
}
asm (".section .note.small,\"\",@note\n\t.byte 1\n\t.previous");

extern int renamed(int) __asm__("the_real_name") __attribute__((noinline));
int renamed(int n) { return n + 1; }
static int aliased(void) __attribute__((alias("target_of_alias"), unused));
static int target_of_alias(void) { return 77; }
extern __inline__ __attribute__((__gnu_inline__, __always_inline__)) int gnu_inline(int n) { return n << 2; }

static int labels(int n)
{
	static void *const table[] = { &&zero, &&one, &&two };
	static const int offsets[] = { &&zero - &&zero, &&one - &&zero, &&two - &&zero };
	int seen = 0;
	goto *table[n];
zero: seen += 1; if (seen < 10) goto *(&&zero + offsets[1]); return seen;
one: seen += 10; goto *(seen > 100 ? &&end : table[2]);
two: __attribute__((unused)); seen += 100; goto *table[1];
end: return seen;
}

union both { int i; float f; } __attribute__((transparent_union));
static int transparent(union both u) { return u.i; }
static int conditional(int a) { return (a ?: 5) + (a++ ?: 6); }
static int ranges(int c) { switch (c) { case 'a' ... 'z': return 1; case '0'...'9': return 2; case -5 ... -1: return 3; } return 0; }
static int array[10] = { [0 ... 3] = 1, [4] = 2, [5 ... 9] = 3 }, old[3] = { [1] 5 };
struct old_style { int x, y; } point = { x: 1, y: 2 };
static int cleaned;
static void clean(int *p) { cleaned += *p; }
static int cleanup(void) { { int a __attribute__((cleanup(clean))) = 3; __attribute__((__cleanup__(clean))) int b = 4; } return cleaned; }

static int sum(int count, ...)
{
	va_list list;
	int total = 0;
	va_start(list, count);
	while (count--) total += va_arg(list, int);
	va_end(list);
	return total;
}
#define pass(format, args...) sprintf(buffer, format, ## args)
#define pass2(format, ...) sprintf(buffer, format __VA_OPT__(,) __VA_ARGS__)

int main(void)
{
	char buffer[100];
	int matrix[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
	printf("%d %d %d\n", nested(1), nested(90), jump_out(0));
	printf("%d %d %d\n", variable_in_struct(5), two_dimensional(2, 3, matrix), forward_parameters(matrix[0], 3));
	printf("%d %d\n", statement_expressions(1), statement_expressions(9));
	printf("%d %d %d %d\n", assembly(1, 2), renamed(1), aliased(), gnu_inline(3));
	printf("%d %d\n", labels(0), labels(2));
	printf("%d %d\n", transparent(5), transparent((union both){ .i = 6 }));
	printf("%d %d %d%d%d%d\n", conditional(0), conditional(3), ranges('q'), ranges('7'), ranges(-3), ranges('A'));
	printf("%d %d %d %d %d\n", array[3], array[9], old[1], point.y, cleanup());
	printf("%d %s", sum(3, 1, 2, 3), (pass("%d\n", 5), buffer));
	printf("%s %d\n", (pass2("x"), buffer), pass("none"));
	printf("%zu %zu %d\n", sizeof(struct empty), sizeof(void), builtin_apply(1));
	printf("%d %d %d\n", __builtin_choose_expr(1, 2, "x"), __builtin_constant_p(3), __alignof__(long double) == _Alignof(long double));
	int n = 3, *p = &n;
	void *v = p; v += sizeof *p; v -= sizeof *p;
	printf("%d %ld\n", *(int *)v, (long)((void *)(p + 1) - (void *)p));
	printf("%s %s\n", __FUNCTION__, __PRETTY_FUNCTION__);
	_Static_assert(__builtin_types_compatible_p(typeof(p), int *), "p");
	return (__extension__ ({ 0; })) + (n == 3 ? : 1) - 1;
}
