#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator editors docs grammar examples Makefile transpiler/driver/options.c libconc/src libconc-mpi/src
# The grammar in editors: Neovim reads every example with parser and queries of this repository; what Helix needs is whole.
. "$CONC/tests/driver/common"

sed 's/@number/@constant.numeric/g; s/@character/@constant.character/g; s/@boolean/@constant.builtin.boolean/g
	s/@string\.escape/@constant.character.escape/g; s/@property/@variable.other.member/g; 2d' "$CONC/grammar/queries/highlights.scm" >wanted
sed 2d "$CONC/editors/helix/queries/conc/highlights.scm" >got
is "the highlights of Helix are the grammar's" "$(diff got wanted)" ""
if there python3 'import tomllib'; then
	is "languages.toml of Helix" "$(python3 -c 'import sys, tomllib
t = tomllib.load(open(sys.argv[1], "rb"))
print(t["language"][0]["name"], t["language"][0]["grammar"], t["grammar"][0]["name"], t["grammar"][0]["source"]["subpath"], *t["language-server"][t["language"][0]["language-servers"][0]]["args"])' \
		"$CONC/editors/helix/languages.toml" 2>&1)" "conc conc conc grammar --clangd"
fi
if there python3 'import json'; then
	is "the files that tree-sitter.json and package.json name" "$(python3 -c 'import json, os, sys
os.chdir(sys.argv[1])
g, p = json.load(open("tree-sitter.json"))["grammars"][0], json.load(open("package.json"))
print(*[f for f in [g["highlights"], g["locals"], *p["files"]] if not os.path.exists(f)], json.load(open("src/grammar.json"))["name"] == g["name"])' "$CONC/grammar")" True
fi
is "grammar/src was generated from these rules" "$(cd "$CONC/grammar" && sha1sum grammar.js rules/*.js | diff - src/rules.sha1)" ""
there nvim || exit 0

mkdir -p vim/parser home
cp -rL "$CONC/editors/vim/." vim/
${CC:-cc} -shared -o vim/parser/conc.so "$CONC/build/obj/grammar/src/parser.o"
cp "$CONC"/examples/*.c .
cp "$CONC/examples/bank.c" named.conc
cat >look.lua <<'END'
local function say(...) io.stdout:write(table.concat({ ... }, ' '), '\n') end
local query = vim.treesitter.query
local parse, get = query.parse or vim.treesitter.parse_query, query.get or vim.treesitter.get_query
for _, name in ipairs { 'highlights', 'locals', 'folds', 'indents', 'injections', 'textobjects' } do
	say('query', name, #get('conc', name).captures > 0 and 'good' or 'empty')
end
for _, file in ipairs(vim.fn.glob(vim.env.CONC .. '/editors/helix/queries/conc/*.scm', false, true)) do
	local text = table.concat(vim.fn.readfile(file), '\n')
	say('helix', vim.fn.fnamemodify(file, ':t:r'), #parse('conc', text).captures > 0 and 'good' or 'empty')
end
local highlights = get('conc', 'highlights')
for _, file in ipairs(vim.fn.glob('*.c', false, true)) do
	vim.cmd('silent edit ' .. file)
	local dialect = vim.fn.search([[include <conc\.h>]], 'nw') > 0
	if dialect ~= (vim.bo.filetype == 'conc') then say('filetype', file, vim.bo.filetype) end
	local root = vim.treesitter.get_parser(0, 'conc'):parse()[1]:root()
	if root:has_error() then say('error', file) end
	local captures = 0
	for id, node in highlights:iter_captures(root, 0, 0, -1) do captures = captures + 1 end
	if captures < 50 and dialect then say('captures', file, captures) end
end
vim.cmd 'silent edit named.conc'
say('filetype', vim.bo.filetype, vim.bo.commentstring, vim.b.current_compiler)
local root = vim.treesitter.get_parser(0, 'conc'):parse()[1]:root()
local words = {}
for id, node in highlights:iter_captures(root, 0, 0, -1) do
	local row, from, _, to = node:range()
	local text = vim.fn.getline(row + 1):sub(from + 1, to)
	if highlights.captures[id] == 'keyword' then words[text] = true end
end
say('keywords', tostring(words.monitor), tostring(words.mutex), tostring(words.account))
vim.cmd 'silent edit wrong.c'
vim.cmd 'silent make'
for _, e in ipairs(vim.fn.getqflist()) do
	if e.valid == 1 then say('message', vim.fn.bufname(e.bufnr), e.lnum, e.type) break end
end
vim.cmd 'qall!'
END
HOME=$PWD/home PATH=$(dirname "$concc"):$PATH timeout 100 nvim --headless -u NONE --cmd "set rtp^=$PWD/vim" --cmd 'filetype plugin on' -c 'set hidden shortmess+=F' -S look.lua >said 2>errors </dev/null
is "Neovim has nothing to complain of" "$(cat errors)" ""
for name in highlights locals folds indents injections textobjects; do
	is "its $name" "$(grep -c "^query $name good" said)" 1
done
for name in highlights locals indents injections textobjects; do
	is "$name of Helix" "$(grep -c "^helix $name good" said)" 1
done
is "no example with an error, without colours or of another type" "$(grep -E '^(error|captures|filetype [^c]|filetype c[^o])' said)" ""
is "a file .conc, its comments and its compiler" "$(sed -n 's,/\* %s \*/,/*%s*/,; s,// %s,/*%s*/,; /^filetype conc /p' said)" "filetype conc /*%s*/ concc"
is "words are keywords, names are not" "$(grep '^keywords' said)" "keywords true true nil"
is ":make finds the place of a message" "$(grep '^message' said)" "message wrong.c 18 e"
