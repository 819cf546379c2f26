/* SPDX-License-Identifier: MIT */
/* concc --clangd: clangd for an editor, which sees plain C in the places of dialect. */
#ifndef CONCC_LANGUAGE_SERVER_H
#define CONCC_LANGUAGE_SERVER_H

/* Runs clangd with the arguments (a list that ends in null) until one side ends; the exit status. */
int language_server(char *const *arguments);

#endif
