" SPDX-License-Identifier: MIT
" :make NAME.o, :make -c %, or what 'makeprg' says; messages are gcc's.
if exists('current_compiler') | finish | endif
runtime! compiler/gcc.vim
let current_compiler = 'concc'
if !filereadable('Makefile') && !filereadable('makefile')
	CompilerSet makeprg=concc\ -Wall\ -fsyntax-only\ %:S
endif
