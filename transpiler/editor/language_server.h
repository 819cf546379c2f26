/* SPDX-License-Identifier: MIT */
/* concc --clangd: clangd for an editor, which sees plain C in place of the dialect. */
#ifndef CONCC_LANGUAGE_SERVER_H
#define CONCC_LANGUAGE_SERVER_H

/* Runs clangd with the arguments (a null-terminated list) until one side ends. Returns the exit
 * status. */
int language_server(char *const *arguments);

#endif
