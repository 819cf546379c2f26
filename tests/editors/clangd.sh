#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator editors docs grammar examples Makefile transpiler/driver/options.c libconc/src libconc-mpi/src
# needs: clangd
# one in 2: it takes long
# concc --clangd: clangd looks at dialect files as an editor drives it, and finds nothing wrong with them.
. "$CONC/tests/driver/common"
# what the documents say, and no advice on plain C
printf 'Diagnostics:\n  ClangTidy:\n    Remove: ["*"]\n---\n' >.clangd
sed -n '/^```yaml$/,/^```$/p' "$CONC/docs/editors.md" | sed '1d;/^```$/,$d' >>.clangd
has "the documents have a .clangd" "$(cat .clangd)" 'Add: [-fms-extensions]'

message() { printf 'Content-Length: %d\r\n\r\n%s' "$(printf %s "$1" | wc -c)" "$1"; }
at() { printf %s "$1" | sed 's/ /%20/g'; }
text() { sed 's/\\/\\\\/g; s/"/\\"/g; s/	/\\t/g' "$1" | awk '{ printf "%s\\n", $0 }'; }
begin() { message '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":null,"rootUri":"file://'"$PWD"'","capabilities":{}}}'; message '{"jsonrpc":"2.0","method":"initialized","params":{}}'; }
open() { message '{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file://'"$(at "$PWD/$1")"'","languageId":"'"${2:-c}"'","version":1,"text":"'"$(text "$1")"'"}}}'; }
change() { message '{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file://'"$(at "$PWD/$1")"'","version":2},"contentChanges":[{"text":"'"$(text "$2")"'"}]}}'; }
ask() {	# ask ID METHOD FILE WORD OFFSET: at the last line that has WORD, so many columns into it
	line=$(grep -n -F -e "$4" "$3" | tail -n 1 | cut -d: -f1)
	before=$(sed -n "${line}p" "$3" | awk -v word="$4" '{ print index($0, word) - 1 }')
	message '{"jsonrpc":"2.0","id":'"$1"',"method":"textDocument/'"$2"'","params":{"textDocument":{"uri":"file://'"$(at "$PWD/$3")"'"},"position":{"line":'$((line - 1))',"character":'$((before + $5))'}}}'
}
end() { message '{"jsonrpc":"2.0","id":99,"method":"shutdown"}'; message '{"jsonrpc":"2.0","method":"exit"}'; }
session() { timeout 100 "$concc" --clangd --sync --log=error --background-index=0 2>stderr | tr -d '\r' | sed 's/Content-Length: [0-9]*$//' >stdout; }
answer() { grep -F "{\"id\":$1," stdout; }
wrong() { grep -F publishDiagnostics stdout | grep -vF '"diagnostics":[]' | grep -oE '"message":"[^"]*"|"uri":"[^"]*"'; }

# ---- all examples ----
cp "$CONC"/examples/*.c .
{ begin; for file in "$CONC"/examples/*.c; do open "$(basename "$file")"; done; end; } | session
is "clangd ends well" "$(cat stderr)" ""
is "it has looked at every example" "$(grep -F publishDiagnostics stdout | grep -oE '"uri":"[^"]*\.c"' | sort -u | wc -l)" "$(find "$CONC/examples" -maxdepth 1 -name '*.c' | wc -l)"
is "and found nothing wrong" "$(wrong)" ""
has "whole texts are asked for" "$(answer 0)" '"change":1'
lacks "formatting is not offered" "$(answer 0)" '"documentFormattingProvider"'

# ---- operations as values, on structures ----
cat >values.c <<'END'
#include <conc.h>
struct point { int x, y; };
int values(channel(struct point) *d, struct point p, conc_waitset *set)
{
	bool ok = false, other = *d << p, third = other;
	const bool alone = *d << p;
	waituntil (int k << *set) ok = k;
	ok = p << *d;
	for (bool more = p << *d; more; more = p << *d) other = *d << p && third;
	third = (ok || *d << p) && (alone && (ok || p << *d));
	return (*d << p ? third : other);
}
static void move(struct point *from, struct point *to, int n) { from->x -= n, to->x += n; }
static int both(const struct point *a, const struct point *b) { return a->x + b->x; }
int spawned(separate struct point *a, separate struct point *b)
{
	spawn separate (a, b) move(a, b, 1);
	spawn separate (x = a, b) move(x, b, 1);
	scope { spawn separate (x = a) move(x, x, 1); }
	task(int) t = spawn separate (a, b) both(a, b), u = spawn separate (x = a) both(x, x);
	return join(t) + join(u);
}
END
{ begin; open values.c; end; } | session
is "operations as values" "$(wrong)" ""

# ---- hover, definitions, completion, mistakes ----
cat >look.c <<'END'
// Grüße: 😀
#include <conc.h>
#include <stdio.h>

monitor account { long balance; conc_condition changed; };
monitor savings { inline account; double rate; };
message deposit { long amount; future(bool) *done; };
actor bank { account *first; };

static void pay(account * mutex a, long sum) { a->balance += sum; }
static void wait(account * mutex a) { conc_wait(&a->changed); conc_wait(&a->changed, a); conc_wait_for(&a->changed, 1s); conc_wait_with(&a->changed, 1); conc_signal_block(&a->changed, a); }
receive (bank *self, deposit *m) { pay(self->first, m->amount); *m->done << true; return Finished; }

int main(void)
{
	savings s = { .rate = 0.5 };
	channel(deposit *) c = {10};
	future(bool) done = {};
	deposit d = { 7, &done }, *got;
	account *heap = new account { 4 };
	bank *b = new bank { heap };
	conc_owner_lock plain;
	task(void) t = spawn pay(heap, 3);
	*b | d; *b | (deposit){ 8, &done };
	/* Ü */ mutex (s, heap) printf("%ld\n", s.balance + heap->balance);
	waituntil (got << c) printf("%ld\n", got->amount);
	or when (s.balance) waituntil (timeout(10ms)) c << &d;
	or waituntil (conc_owner_lock_lock(&plain)) wait(heap);
	or else puts("none");
	join(t);
	delete heap;
}
END
sed 's/sum; }/summe; }/; s/pay(heap, 3)/pay(heap)/' look.c >mistakes.c
printf 'int f(int delete) { return delete << 2; }\n' >plain.c
cp look.c other.conc
{
	begin
	open look.c
	ask 1 hover look.c 'spawn pay(' 7
	ask 2 definition look.c 'spawn pay(' 7
	ask 3 hover look.c 'heap->balance' 7
	ask 4 definition look.c 's.balance + ' 3
	ask 5 completion look.c 'got->amount' 5
	ask 6 hover look.c 'c << &d' 0
	ask 7 references look.c 'deposit d = ' 1
	ask 8 documentSymbol look.c 'int main' 0
	open plain.c
	open other.conc conc
	change look.c mistakes.c
	end
} | session
is "clangd ends well" "$(grep -v 'System include extraction: invalid file type for conc' stderr)" ""	# clangd 21
has "hover on a function that is spawned" "$(answer 1)" 'void pay(account *a, long sum)'
has "its definition" "$(answer 2)" '"start":{"character":12,"line":9}'
has "hover on a member, behind characters of several bytes" "$(answer 3)" 'long balance'
has "a member of a base is found there" "$(answer 4)" '"start":{"character":23,"line":4}'
has "completion of members" "$(answer 5)" '"label":" amount"'
has "hover on a channel has its type" "$(answer 6)" 'deposit *'
is "symbols of the file" "$(answer 8 | grep -oE '"name":"(account|savings|deposit|bank|pay|main)"' | sort -u | wc -l)" 6
is "nothing wrong before there were mistakes" "$(grep -F publishDiagnostics stdout | grep -F look.c | head -n 1 | grep -cF '"diagnostics":[]')" 1
has "a name that is nowhere declared" "$(wrong)" "undeclared identifier 'summe'"
has "a call with too few arguments" "$(wrong)" 'Too few arguments to function call'
is "a file .conc too" "$(grep -F publishDiagnostics stdout | grep -F other.conc | tail -n 1 | grep -cF '"diagnostics":[]')" 1
lacks "plain C is left alone" "$(wrong)" plain.c

# ---- headers with dialect ----
mkdir -p 'a folder/sub'
printf '#pragma once\n#include <conc.h>\n#include "../more.h"\nmonitor box { int n; };\nint get(box * mutex b);\n' >'a folder/sub/box.h'
printf '#include <conc.h>\nmessage more { int m; };\n' >'a folder/more.h'
printf '#include "sub/box.h"\nint get(box * mutex b) { more m = { sizeof(box) }; return b->n + m.m; }\n' >'a folder/get.c'
sed 's/b->n/b->none/' 'a folder/get.c' >'a folder/none.c'
printf '#include <conc.h>\nmonitor box { int none; };\nint get(box * mutex b);\nmessage more { int m; };\n' >'a folder/newer.h'
{ begin; open 'a folder/get.c'; ask 1 definition 'a folder/get.c' 'b->n' 3; open 'a folder/none.c'; end; } | session
is "names in headers are known" "$(wrong | grep message)" "\"message\":\"No member named 'none' in 'struct box'\""
has "and found" "$(answer 1)" '"start":{"character":18,"line":3}'
is "of headers that nobody has opened nothing is told" "$(grep -F publishDiagnostics stdout | grep -c 'box.h')" 0
{ begin; open 'a folder/sub/box.h'; change 'a folder/sub/box.h' 'a folder/newer.h'; open 'a folder/none.c'; end; } | session
is "a header that is open counts as it is in the editor" "$(wrong)" ""

# ---- compile_commands.json ----
mkdir include
printf '#define LIMIT 7\n' >include/limit.h
printf '#include <conc.h>\n#include "limit.h"\nmonitor box { int n; };\nint get(box * mutex b) { return b->n + LIMIT + NAME; }\n' >box.c
sed 's/ + NAME/ + OTHER/' box.c >wrong.c
entry() { printf '{"directory":"%s","arguments":["%s","-Iinclude","-DNAME=1","-c","%s","-o","o.o"],"file":"%s"}' "$PWD" "$concc" "$1" "$1"; }
{ echo '['; entry box.c; echo ,; entry wrong.c; echo ']'; } >compile_commands.json
{ begin; open box.c; open wrong.c; end; } | session
is "what the commands define is defined, and what they do not is not" "$(wrong | head -n 1)" "\"message\":\"Use of undeclared identifier 'OTHER'\""
is "and nothing else is wrong" "$(wrong | grep -c '"message"')" 1
if there cmake; then
	rm compile_commands.json
	printf 'cmake_minimum_required(VERSION 3.13)\nproject(p C)\nset(CMAKE_EXPORT_COMPILE_COMMANDS ON)\ninclude_directories(include)\nadd_definitions(-DNAME=1)\nadd_library(box box.c wrong.c)\n' >CMakeLists.txt
	cmake -S . -B build -DCMAKE_C_COMPILER="$concc" >log 2>&1
	{ begin; open box.c; open wrong.c; end; } | session	# clangd looks into build/ by itself
	is "so it is with CMake's" "$(wrong | grep -o '"message".*')" "\"message\":\"Use of undeclared identifier 'OTHER'\""
fi
