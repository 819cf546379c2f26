#!/bin/sh
# SPDX-License-Identifier: MIT
# The words of the dialect are the same everywhere: transpiler/tree/words.h, the grammar, docs/reference/words.md, editors.
top=$CONC
is() { if [ "$2" = "$3" ]; then echo "ok - $1"; else printf 'not ok - %s: got\n%s\ninstead of\n%s\n' "$1" "$2" "$3"; fi; }
each() { tr -cs 'A-Za-z_' '\n' | sed '/^$/d' | LC_ALL=C sort -u; }

grep -o 'WORD([a-zA-Z_]*)' "$top/transpiler/tree/words.h" | sed 's/WORD(\(.*\))/\1/' | grep -vx WORD | LC_ALL=C sort -u >words
is 'there are words' "$([ "$(wc -l <words)" -gt 30 ] && echo yes)" yes

# inline and main are C's.
sed -n '/^| word | where/,/^$/s/^| \(`[^|]*\) |.*/\1/p' "$top/docs/reference/words.md" | each | grep -vxE 'inline|main' >page
is 'docs/reference/words.md' "$(cat page)" "$(cat words)"

# The grammar's words have tokens of their own; the others are names that the translator reads.
sed -n '/^const WORDS/,/^];/p' "$top/grammar/rules/words.js" | grep -o "'[a-z]*'" | each >grammar
is 'every word of the grammar is a word' "$(LC_ALL=C comm -23 grammar words)" ''

# Every editor colours the grammar's words, by name or by node (wait_and).
for file in grammar/queries/highlights.scm editors/helix/queries/conc/highlights.scm $(cd "$top" && ls editors/vim/syntax/*.vim editors/*/syntax/*.vim 2>/dev/null | sort -u); do
	is "$file has them all" "$(tr _ ' ' <"$top/$file" | each | LC_ALL=C comm -13 - grammar)" ''
done
