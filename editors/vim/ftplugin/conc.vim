" SPDX-License-Identifier: MIT
if exists('b:did_ftplugin') | finish | endif
runtime! ftplugin/c.vim ftplugin/c.lua indent/c.vim
compiler concc
" Neovim, where the parser is on 'runtimepath' (make vim, or :TSInstall conc)
if has('nvim-0.8') | silent! lua vim.treesitter.start(0, 'conc')
endif
