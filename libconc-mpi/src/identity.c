/* SPDX-License-Identifier: MIT */
/* Numbers of types and calls, and the layout of plain data, are the same only in the same
 * executable. So the bytes of the executable are compared, which takes a millisecond for a few
 * megabytes. Names alone would let another version of the program pass. */
#include "mail.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "port/os.h"
#include "scalable/scalable_remote.h"

static uint64_t hash(const char *bytes, size_t size)
{
	uint64_t sum = size, word;

	for (; size >= sizeof word; bytes += sizeof word, size -= sizeof word) {
		memcpy(&word, bytes, sizeof word);
		sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
		sum ^= sum >> 29;
	}
	for (; size; size--) sum = (sum ^ (unsigned char)*bytes++) * UINT64_C(0x100000001b3);
	return sum;
}

static uint64_t hash_program(void)
{
	int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	struct stat status;
	uint64_t sum = 0;
	void *bytes;

	if (file < 0) return 0;
	if (!fstat(file, &status) && status.st_size > 0) {
		bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
		if (bytes != MAP_FAILED) {
			sum = hash(bytes, (size_t)status.st_size);
			munmap(bytes, (size_t)status.st_size);
		}
	}
	close(file);
	return sum;
}

static void read_line(const char *path, char *text, size_t size)
{
	int file = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t length = file < 0 ? 0 : read(file, text, size - 1);

	if (file >= 0) close(file);
	text[length > 0 ? length : 0] = '\0';
	text[strcspn(text, "\n")] = '\0';
}

static void mpi_identity_read(struct conc_mpi_hello *hello)
{
	struct stat namespace;

	hello->names = conc_remote_fingerprint();
	hello->program = hash_program();
	hello->pid = (int32_t)getpid();
	hello->processors = (uint32_t)conc_os_environment("CONC_PROCESSORS", conc_os_cpus());
	if (!stat("/proc/self/ns/pid", &namespace)) hello->processes = namespace.st_ino;
	read_line("/proc/sys/kernel/random/boot_id", hello->boot, sizeof hello->boot);
	gethostname(hello->host, sizeof hello->host - 1);
}

const struct conc_mpi_hello *conc_mpi_identity(void)
{
	static struct conc_mpi_hello hello; /* for the mail thread only */

	if (!hello.pid) mpi_identity_read(&hello);
	return &hello;
}

const char *conc_mpi_differs(const struct conc_mpi_hello *other)
{
	const struct conc_mpi_hello *own = conc_mpi_identity();

	if (own->names != other->names) return "other actors, messages or scalable behaviours";
	return own->program != other->program ? "another executable" : NULL;
}

bool conc_mpi_is_here(const struct conc_mpi_hello *other)
{
	const struct conc_mpi_hello *own = conc_mpi_identity();

	return !getenv("CONC_MPI_FAR") && own->boot[0] && !strcmp(own->boot, other->boot) &&
	       own->processes && own->processes == other->processes;
}
