/* SPDX-License-Identifier: MIT */
/* What concc prints about itself. */
#ifndef CONCC_HELP_H
#define CONCC_HELP_H

struct backend;
struct options;

/* topic: --help, --conc-version, --conc-identity, --show-compile-flags or --show-link-flags.
 * Returns the exit status. */
int help_show(const char *topic, const struct options *options, const struct backend *backend);

const char *help_version(void);

#endif
