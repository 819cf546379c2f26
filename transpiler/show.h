/* SPDX-License-Identifier: MIT */
/* What concc says about itself. */
#ifndef CONCC_SHOW_H
#define CONCC_SHOW_H

struct backend;
struct options;

/* topic: --help, --conc-version, --show-compile-flags, --show-link-flags. Returns the exit status.
 */
int show(const char *topic, const struct options *options, const struct backend *backend);

const char *show_version(void);

#endif
