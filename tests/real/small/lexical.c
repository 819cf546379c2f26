// flags: -trigraphs
/* SPDX-License-Identifier: MIT */
/* Texts whose tokens are hard to find: trigraphs, digraphs, splices, comments, literals, macros, pragmas, names. */
%: include <stdio.h>
#/* a comment */include /* another */ <string.h> // and one more \
   that goes on
#define EMPTY
#define JOIN(a, b) a ## b
#define JOIN2(a, b) JOIN(a, b)
#define TEXT(...) #__VA_ARGS__
#define TEXT2(x) TEXT(x)
#define BEGIN {
#define END }
#define CALL(f, ...) f(__VA_ARGS__)
#define SELF SELF
#define LONG_ONE(a, \
                 b) ((a) + \
\
  (b))
#define mutex(x) ((x) + 1)
#define HASH %:
#define COMMA ,
#define str(x) %: x
#define glue(x, y) x %:%: y
_Pragma("GCC diagnostic push") _Pragma ("GCC diagnostic ignored \"-Wunused\"")

??=define TRIGRAPH ??( 3 ??)
static int trigraphs(void) ??<
	int a TRIGRAPH = ??< 1, 2, 3 ??>;
	return a??(1??) ??' 4 ??! 8; // ends here, does it not??/
	not code
??>

static int digraphs(int n) <% int a<:3:> = <%1, 2, 3%>; return a<:n:>; %>

sta\
tic i\
nt spli\
ced(in\
t ne\
w) { ret\
urn ne\
w +\
+ + 1 /\
* a comment *\
/ + 1; }

static int (f)(int n) { return n * 2; }
#define f(x) f((x) + 1)
static int comments(int n) { return n /* / * */ + /**/ 1 /*/ not the end */ - 0 // */ 5
	/ 1 /*//*/ * 1 //
	; }
static int/**/ab(void) { int x = 4, *p = &x; return x/ *p /* */ + x/**p*/+1; }
static int operators(int a, int b)
{
	int *p = &a, **q = &p;
	return a+++b + a---b + -a - - b + +a + + +b - -+-a + !!a + ~-~b + *p**p/ **q%3 + (a<b?a:b>a?b:a) + (a<<1>>1) + (a&&b||!a) + (a&~b|a^b) + a- -b;
}
static int $dollar$(int $) { return $ + 1; }
static int größe(int ñ) { int \u00e9t\u00e9 = ñ; return été + 1; }
static const char *literals(void)
{
	static const char text[] = "/* no comment */" "// nor this" "\"quoted\"" "'" "\\" "??/n" "%:" "a\
b" "\x41" "\101\
7" TEXT( "x" 'y' // gone
	  z ) "\?\?=" TEXT2(EMPTY) TEXT2(LONG_ONE) "mutex (a) { x(); }";
	return text;
}
static int characters(void) { return '\'' + '"' + '\\' + L'x' + u'y' + U'z' + '/*' % 256 + '//' % 256 + '\0' + '\377' + 'ab' % 7 + sizeof(L"x" "y") + sizeof u8"ä" + sizeof U"" "z" + sizeof u"ab"; }
static double numbers(void) { return 0x1p3 + 1e+1 + 1.e-1 + .5 + 0x.8p0 + 1.f + 2.L + 0b101 + 0XaBcULL + 1ull + 0e0 + 00 + 017 + 1e1L + 0x1.fp-2f; }
#define CASE(a) case a: n = a; break
#line 100 "elsewhere.c"
static int lines(void) { return __LINE__ + (int)strlen(__FILE__); }
# 200 "again.c"
static int more_lines(void) { return __LINE__ +
	__LINE__ + (int)strlen(__FILE__); }
#line 90 "lexical.c"
#pragma GCC optimize_not_known
#pragma pack(push, 1)
struct packed { char c; int i; };
#pragma pack(pop)
#ident "nothing"
static int pragmas(int n)
{
#pragma GCC unroll 4
	for (int i = 0; i < 3; i++) { _Pragma("GCC diagnostic push") n += i; _Pragma("GCC diagnostic pop") }
#if 0
	this is "not C' at all, mutex (
#elif defined(mutex) && /* comment */ \
	mutex(1) == 2
	n += mutex(n);
#else
#error "no"
#endif
#ifdef EMPTY
	EMPTY EMPTY n++; EMPTY
#endif
	return n + (int)sizeof(struct packed);
}
static int macros(int n)
BEGIN
	int xy = 4;
	if (n) BEGIN n += CALL(mutex, 2) COMMA n += LONG_ONE(1, 2); END
	n += JOIN2(x, y) + glue(x, y) + (int)sizeof TEXT(a  "b  c"   d) + (int)sizeof str(q) + f(2) - (f)(2);
	switch (n) { CASE(1); CASE(2); default: n++; }
	return n;
END

int main(void)
{
	printf("%d %d %d %d %d\n", trigraphs(), digraphs(1), spliced(1), comments(3), ab());
	printf("%d %d %d\n", operators(3, 5), $dollar$(1), größe(2));
	puts(literals());
	printf("%d %g\n", characters(), numbers());
	printf("%d %d %d %d\n", lines(), more_lines(), pragmas(1), macros(1));
	return 0;
}
_Pragma("GCC diagnostic pop")
