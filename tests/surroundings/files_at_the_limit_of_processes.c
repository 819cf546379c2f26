// SPDX-License-Identifier: MIT
// flavours: concc gcc
// processors: 1
// Where no kernel thread can be had (ulimit -u, pids.max) io_uring cancels what it has none for: that is done otherwise.
#define _GNU_SOURCE
#include <conc.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static void idle(void) { conc_sleep(1ms); }

static void check(bool right, const char *what)
{
	if (!right) printf("%s: %s\n", what, strerror(errno));
}

static void works(const char *name)
{
	char text[5] = "";
	int file = conc_open(name, O_CREAT | O_RDWR, 0600);
	check(file >= 0, "conc_open");
	check(conc_pwrite(file, "text", 4, 0) == 4, "conc_pwrite");
	check(conc_fsync(file) == 0, "conc_fsync");
	check(conc_pread(file, text, 4, 0) == 4 && strcmp(text, "text") == 0, "conc_pread");
	check(close(file) == 0 && unlink(name) == 0, "close");
}

int main(void)
{
	char folder[] = "/tmp/conc-limit-XXXXXX", name[64];
	task(void) t = spawn idle();
	join(t);
	// the limit binds nobody who is root
	if (getuid() == 0) check(setresuid(54323, 54323, 54323) == 0, "setresuid");
	check(mkdtemp(folder) != NULL, "mkdtemp");
	check(setrlimit(RLIMIT_NPROC, &(struct rlimit){ 1, 1 }) == 0, "setrlimit");
	snprintf(name, sizeof name, "%s/file", folder);
	for (int i = 0; i < 3; i++) works(name);
	check(rmdir(folder) == 0, "rmdir");
	puts("right");
}
