" SPDX-License-Identifier: MIT
" For Vim, and Neovim without the parser. A word is coloured wherever it stands: only the grammar tells names apart.
if exists('b:current_syntax') | finish | endif
runtime! syntax/c.vim
unlet! b:current_syntax
syn keyword concType thread monitor actor message task channel future separate
syn keyword concStatement mutex held guarded impl spawn join scope shield blocking new delete require scalable
syn keyword concStatement waituntil or and when fair timeout receive destroy export import serialize deserialize
syn match concType '\<_Conc_\%(thread\|monitor\|actor\|message\|task\|channel\|future\|separate\)\>'
syn match concStatement '\<_Conc_\%(mutex\|held\|guarded\|impl\|spawn\|join\|scope\|shield\|blocking\|unchecked\|new\|delete\|require\|scalable\|inline\)\>'
syn match concStatement '\<_Conc_\%(waituntil\|or\|and\|when\|fair\|timeout\|receive\|destroy\|export\|import\|serialize\|deserialize\)\>'
syn match concNumber '\<\d\+\%(\.\d\+\)\=\%(ns\|us\|ms\|s\)\>'
syn keyword concConstant Nodelete Delete Destroy Finished
hi def link concType Type
hi def link concStatement Statement
hi def link concNumber Number
hi def link concConstant Constant
let b:current_syntax = 'conc'
