" SPDX-License-Identifier: MIT
" NAME.conc, and C files that include conc.h.
autocmd BufNewFile,BufRead *.conc set filetype=conc
autocmd BufRead,BufWritePost *.c,*.h if search('^\s*#\s*include\s*[<"]conc\.h[>"]', 'cnw') | set filetype=conc | endif
