/* SPDX-License-Identifier: MIT */
/* concc as CC: decides which inputs are dialect, and runs the back end for all inputs. */
#ifndef CONCC_DRIVER_H
#define CONCC_DRIVER_H

/* Returns the exit status. */
int driver_run(int count, char **arguments);

#endif
