/* SPDX-License-Identifier: MIT */
/* close, dup2, dup3: threads that wait for the descriptor that goes away must be told, and epoll
 * tells nobody.
 *
 * The program's own close comes to this file (a definition in the program or in a library linked
 * before libc precedes libc's). For a descriptor that no thread has waited for it costs one table
 * look-up. Two callers only close: a signal handler, where no guard may be entered, and a child of
 * vfork, which has the parent's memory but not its descriptors. close_range, fclose and closes
 * inside libc do not come here.
 *
 * Rejected: a libconc function beside close (code that knows nothing of libconc closes sockets,
 * too); asking the kernel at each wait whether the descriptor is still the same.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "descriptor.h"
#include "edge.h"
#include "poller.h"
#include "port/os_io.h"
#include "signal_handler.h"

int __close(int file);

static int process; /* atomic: id of the process whose memory this is */

/* Called when the poller is made. Makes the linker take this file: libtsan has a close, too. */
void conc_close_start(void)
{
	store_relaxed(&process, conc_os_process_id());
}

/* Returns whether the caller is a child of vfork; false if a filter refuses getpid: most programs
 * do not use vfork. */
static bool is_vfork_child(void)
{
	int self = conc_os_process_id();

	return self >= 0 && self != load_relaxed(&process);
}

/* Returns whether threads may have to be told that the file of d goes away, or has gone. */
static bool is_known(const struct conc_descriptor *d)
{
	return d && CONC_UNLIKELY(conc_descriptor_is_known(d)) && conc_signal_depth == 0 &&
	       !is_vfork_child();
}

/* Who reads the end of a pipe or connection knows what was done before. */
static void give(int file)
{
#if CONC_SCHEDULES
	if (conc_signal_depth == 0) conc_edge_file_from(file);
#else
	(void)file; /* ThreadSanitizer has no such edge */
#endif
}

int close(int file)
{
	struct conc_descriptor *d = conc_descriptor_find(file);
	int result;

	give(file);
	if (is_known(d)) conc_descriptor_close_begin(d);
	result = __close(file);
	if (is_known(d)) conc_descriptor_close_end(d);
	return result;
}

static int replace(int from, int to, int flags)
{
	struct conc_descriptor *d = from == to ? NULL : conc_descriptor_find(to);
	int result;

	give(to);
	if (is_known(d)) conc_descriptor_close_begin(d);
	result = (int)syscall(SYS_dup3, from, to, flags);
	if (is_known(d)) conc_descriptor_close_end(d);
	return result;
}

int dup3(int from, int to, int flags)
{
	return replace(from, to, flags);
}

/* With equal numbers dup2 only checks the descriptor, and dup3 fails. */
int dup2(int from, int to)
{
	if (from == to) return fcntl(from, F_GETFD) < 0 ? -1 : to;
	return replace(from, to, 0);
}
