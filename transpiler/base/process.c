/* SPDX-License-Identifier: MIT */
/* posix_spawn avoids copying a large translator to start a small program. One poll loop feeds and
 * drains the pipes. However concc ends, the temporary files are removed; their list grows only
 * while signals are blocked, because the handler walks it. */
#define _GNU_SOURCE
#include "process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "severity.h"

extern char **environ;

static volatile sig_atomic_t child = -1; /* written by process_run, read by the handler */
static char **doomed;                    /* null entries were released */
static volatile size_t doomed_count;
static size_t doomed_room;
static const struct timespec moment = {0, 10000000};

/* ---- files ---- */

static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU};
enum { ENDS = sizeof ends / sizeof *ends };

static void set_signals_blocked(bool blocked)
{
	sigset_t set;
	sigemptyset(&set);
	for (size_t i = 0; i < ENDS; i++) sigaddset(&set, ends[i]);
	sigprocmask(blocked ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

void process_guard(const char *path)
{
	static bool registered;
	if (!registered) atexit(process_clean);
	registered = true;
	char *copy = text_copy(path, strlen(path));
	set_signals_blocked(true);
	if (doomed_count == doomed_room)
		doomed = memory_grow(doomed, doomed_room = doomed_room ? 2 * doomed_room : 16,
		                     sizeof *doomed);
	doomed[doomed_count++] = copy;
	set_signals_blocked(false);
}

void process_release(const char *path)
{
	for (size_t i = 0; i < doomed_count; i++)
		if (doomed[i] && !strcmp(doomed[i], path))
			doomed[i] = NULL; /* leaks the name: the handler may be reading it */
}

/* The next three functions make only calls that are allowed in a signal handler. */
static void empty_folder(int folder)
{
	static _Alignas(struct dirent64) char entries[4096];
	ssize_t size;
	while ((size = getdents64(folder, entries, sizeof entries)) > 0)
		for (ssize_t at = 0; at < size;) {
			const struct dirent64 *entry = (const void *)(entries + at);
			unlinkat(folder, entry->d_name, 0);
			at += entry->d_reclen;
		}
}

/* Also removes by-products of the back end, parts of which may still be running and writing. */
static void remove_folder(const char *path)
{
	for (int i = 0; i < 10; i++) {
		int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (folder < 0) return;
		empty_folder(folder);
		close(folder);
		if (!rmdir(path) || (errno != ENOTEMPTY && errno != EEXIST)) return;
		nanosleep(&moment, NULL);
	}
}

static void remove_all(void)
{
	for (size_t i = doomed_count; i-- > 0;)
		if (doomed[i] && unlink(doomed[i]) && (errno == EISDIR || errno == EPERM))
			remove_folder(doomed[i]);
}

char *process_folder(const char *pattern)
{
	char *path = text_copy(pattern, strlen(pattern));
	set_signals_blocked(true);
	bool made = mkdtemp(path) != NULL;
	int error = errno;
	if (made) process_guard(path);
	set_signals_blocked(false);
	errno = error;
	if (made) return path;
	free(path);
	return NULL;
}

void process_clean(void)
{
	remove_all();
	set_signals_blocked(true);
	for (size_t i = 0; i < doomed_count; i++) free(doomed[i]);
	doomed_count = 0;
	set_signals_blocked(false);
}

/* Uses the first of gcc's candidates that is usable. */
static char *temporary_pattern(void)
{
	const char *const folders[] = {getenv("TMPDIR"), getenv("TMP"), getenv("TEMP"),
	                               "/tmp",           "/var/tmp",    "."};
	size_t i = 0, last = sizeof folders / sizeof *folders - 1;
	struct stat status;
	while (i < last && (!folders[i] || stat(folders[i], &status) || !S_ISDIR(status.st_mode) ||
	                    access(folders[i], R_OK | W_OK | X_OK)))
		i++;
	return text_format("%s/concc-XXXXXX", folders[i]);
}

static const char *in_folder(const char *path, const char *base_name)
{
	size_t length = strlen(base_name), most = NAME_MAX;
	char *name = text_format("%s/%s", path, base_name + (length > most ? length - most : 0));
	process_guard(name);
	free(name);
	return doomed[doomed_count - 1];
}

const char *process_temporary(const char *base_name)
{
	char *pattern = temporary_pattern(), *path = process_folder(pattern);
	if (!path) {
		diagnose_plain(SEVERITY_ERROR, "cannot make a temporary folder %s: %s", pattern,
		               strerror(errno));
		exit(1);
	}
	const char *name = in_folder(path, base_name);
	free(pattern);
	free(path);
	return name;
}

void process_write(const char *path, const char *bytes, size_t length)
{
	FILE *file = fopen(path, "w");
	bool good = file && fwrite(bytes ? bytes : "", 1, length, file) == length;
	int error = errno;
	if (file && fclose(file) && good) {
		error = errno;
		good = false;
	}
	if (good) return;
	diagnose_plain(SEVERITY_ERROR, "cannot write %s: %s", path, strerror(error));
	exit(1);
}

const char *process_temporary_text(const struct text *text, const char *base_name)
{
	static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
	char *path = temporary_pattern();
	uint64_t hash = text_hash(text->bytes, text->length);
	for (char *at = path + strlen(path) - 6; *at; hash /= 36) *at++ = digits[hash % 36];
	set_signals_blocked(true);
	bool made = !mkdir(path, S_IRWXU);
	if (made) process_guard(path);
	set_signals_blocked(false);
	const char *name = made ? in_folder(path, base_name) : process_temporary(base_name);
	free(path);
	process_write(name, text->bytes, text->length);
	return name;
}

/* ---- signals ---- */

/* Passes the signal on and waits a moment: the back end has its own temporary files to remove. */
static void end_child(int number)
{
	if (child <= 0) return;
	kill((pid_t)child, number);
	for (int i = 0; i < 100 && waitpid((pid_t)child, NULL, WNOHANG) == 0; i++)
		nanosleep(&moment, NULL);
}

static void on_signal(int number)
{
	end_child(number);
	remove_all();
	signal(number, SIG_DFL);
	raise(number);
}

/* Handles a fault of concc or of a library. Makes only calls that are allowed in a signal
 * handler. */
static void on_fault(int number)
{
	static const char text[] = "concc: internal error (no memory, code nested too deeply, or a "
	                           "bug of concc's)\n";
	ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
	(void)written;
	(void)number;
	end_child(SIGTERM);
	remove_all();
	_exit(4); /* as gcc for such */
}

static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
enum { FAULTS = sizeof faults / sizeof *faults };

static sigjmp_buf survivor;

static void on_survivable_fault(int number)
{
	siglongjmp(survivor, number);
}

bool process_survives(void (*run)(void *), void *data)
{
	struct sigaction before[FAULTS],
	        action = {.sa_handler = on_survivable_fault, .sa_flags = SA_ONSTACK};
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < FAULTS; i++) sigaction(faults[i], &action, &before[i]);
	bool survived = !sigsetjmp(survivor, 1);
	if (survived) run(data);
	for (size_t i = 0; i < FAULTS; i++) sigaction(faults[i], &before[i], NULL);
	return survived;
}

static bool reader_ends_us; /* SIGPIPE was not ignored at the start */

void process_end_by_reader(void)
{
	if (!reader_ends_us) return;
	process_clean();
	signal(SIGPIPE, SIG_DFL);
	raise(SIGPIPE);
}

void process_watch_signals(void)
{
	for (size_t i = 0; i < ENDS; i++) {
		struct sigaction action;
		if (sigaction(ends[i], NULL, &action) || action.sa_handler == SIG_IGN) continue;
		action = (struct sigaction){.sa_handler = on_signal};
		sigemptyset(&action.sa_mask);
		sigaction(ends[i], &action, NULL);
	}
	reader_ends_us |= signal(SIGPIPE, SIG_IGN) == SIG_DFL;
	signal(SIGXFSZ, SIG_IGN);
	/* The handlers have their own stack, because ours may be exhausted. A sanitizer already has
	 * both, and unmaps the stack when the thread ends. */
	static char bytes[1 << 16];
	const stack_t stack = {.ss_sp = bytes, .ss_size = sizeof bytes};
	stack_t now;
	if (sigaltstack(NULL, &now) == 0 && (now.ss_flags & SS_DISABLE)) sigaltstack(&stack, NULL);
	for (size_t i = 0; i < FAULTS; i++) {
		struct sigaction action;
		if (sigaction(faults[i], NULL, &action) || action.sa_handler != SIG_DFL) continue;
		action = (struct sigaction){.sa_handler = on_fault, .sa_flags = SA_ONSTACK};
		sigfillset(&action.sa_mask);
		sigaction(faults[i], &action, NULL);
	}
}

/* A file that concc opens must not become a closed standard stream's: output would go into it.
 * Opened in the wrong mode, the stream still fails. */
void process_open_streams(void)
{
	for (int i = 0; i < 3; i++)
		if (fcntl(i, F_GETFD) < 0 && errno == EBADF &&
		    open("/dev/null", i ? O_RDONLY : O_WRONLY) < 0)
			_exit(1);
}

/* ---- programs ---- */

struct pipes {
	int ours[3], theirs[3]; /* standard input, output, error; -1 if not redirected */
};

static void open_pipe(struct pipes *pipes, int number, bool wanted)
{
	int both[2];
	pipes->ours[number] = pipes->theirs[number] = -1;
	if (!wanted) return;
	if (pipe2(both, O_CLOEXEC)) {
		diagnose_plain(SEVERITY_ERROR, "cannot make a pipe: %s", strerror(errno));
		exit(1);
	}
	pipes->ours[number] = number ? both[0] : both[1];
	pipes->theirs[number] = number ? both[1] : both[0];
	fcntl(both[0], F_SETPIPE_SZ, 1 << 20);
}

static int say_cannot_start(const char *name, int error)
{
	diagnose_plain(SEVERITY_ERROR, "cannot run the back end '%s': %s", name, strerror(error));
	return 127;
}

/* Starts the program, with signals blocked until the handler can know the child. */
static pid_t process_start(const struct process *process, struct pipes *pipes)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t defaults, mask;
	pid_t pid = -1;
	posix_spawn_file_actions_init(&actions);
	posix_spawnattr_init(&attributes);
	sigemptyset(&defaults);
	sigaddset(&defaults, SIGPIPE);
	sigaddset(&defaults, SIGXFSZ);
	posix_spawnattr_setsigdefault(&attributes, &defaults);
	sigprocmask(SIG_BLOCK, NULL, &mask);
	posix_spawnattr_setsigmask(&attributes, &mask);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
	for (int i = 0; i < 3; i++)
		if (pipes->theirs[i] >= 0)
			posix_spawn_file_actions_adddup2(&actions, pipes->theirs[i], i);
	char *const *arguments = (char *const *)(size_t)process->arguments;
	set_signals_blocked(true);
	int error = posix_spawnp(&pid, arguments[0], &actions, &attributes, arguments, environ);
	child = (sig_atomic_t)(error ? -1 : pid);
	set_signals_blocked(false);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attributes);
	if (error) say_cannot_start(arguments[0], error);
	return error ? -1 : pid;
}

/* False at the end or limit. Offsets into texts are 32 bits wide. */
static bool drain(int file, struct text *text, size_t limit)
{
	static char buffer[1 << 18];
	ssize_t got = read(file, buffer, sizeof buffer);
	if (got < 0) return errno == EINTR;
	if (text->length + (size_t)got > (limit ? limit : UINT32_MAX - 1)) return false;
	text_add(text, buffer, (size_t)got);
	return got > 0;
}

static void shut(struct pipes *pipes, int i)
{
	close(pipes->ours[i]);
	pipes->ours[i] = -1;
}

static size_t feed(const struct process *process, struct pipes *pipes, size_t done)
{
	const struct text *input = process->input;
	ssize_t put = write(pipes->ours[0], input->bytes + done, input->length - done);
	if (put < 0 && (errno == EINTR || errno == EAGAIN)) return done;
	done += put > 0 ? (size_t)put : 0;
	if (put < 0 || done == input->length) shut(pipes, 0);
	return done;
}

static void process_serve(const struct process *process, struct pipes *pipes)
{
	size_t done = 0;
	if (pipes->ours[0] >= 0) fcntl(pipes->ours[0], F_SETFL, O_NONBLOCK);
	while (pipes->ours[0] >= 0 || pipes->ours[1] >= 0 || pipes->ours[2] >= 0) {
		struct pollfd files[3];
		for (int i = 0; i < 3; i++)
			files[i] = (struct pollfd){pipes->ours[i], i ? POLLIN : POLLOUT, 0};
		if (poll(files, 3, -1) < 0 && errno != EINTR) break;
		if (files[0].revents) done = feed(process, pipes, done);
		for (int i = 1; i < 3; i++)
			if (files[i].revents &&
			    !drain(pipes->ours[i], i == 1 ? process->output : process->errors,
			           process->limit))
				shut(pipes, i);
	}
}

int process_run(const struct process *process)
{
	struct pipes pipes;
	open_pipe(&pipes, 0, process->input && process->input->bytes);
	open_pipe(&pipes, 1, process->output);
	open_pipe(&pipes, 2, process->errors);
	fflush(stdout);
	fflush(stderr);
	pid_t pid = process_start(process, &pipes);
	for (int i = 0; i < 3; i++)
		if (pipes.theirs[i] >= 0) close(pipes.theirs[i]);
	process_serve(process, &pipes);
	if (pid < 0) return 127;
	siginfo_t info;
	while (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) < 0 && errno == EINTR)
		;
	child = -1; /* before another process can have its number */
	int status;
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int process_back_end(const struct process *process)
{
	int status = process_run(process), number = status - 128;
	if (status && status < 127 && process->errors && !process->errors->length)
		diagnose_plain(SEVERITY_ERROR, "the back end '%s' has failed: exit status %d",
		               process->arguments[0], status);
	if (number <= 0) return status;
	diagnose_plain(SEVERITY_ERROR, "the back end '%s' was ended by signal %d (%s)",
	               process->arguments[0], number, strsignal(number));
	return 1;
}

int process_become(const char *const *arguments)
{
	fflush(stdout);
	fflush(stderr);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	execvp(arguments[0], (char *const *)(size_t)arguments);
	return say_cannot_start(arguments[0], errno);
}

/* ---- the stack ---- */

struct large_stack {
	void *(*run)(void *);
	void *data;
	sigset_t mask;
};

static void *run_with_signals(void *data)
{
	const struct large_stack *call = data;
	pthread_sigmask(SIG_SETMASK, &call->mask, NULL);
	return call->run(call->data);
}

/* Only the thread that runs the passes takes signals: were they to reach the one that waits, it
 * would read the list of files to remove while the other changes it, with signals blocked. */
void process_on_large_stack(void *(*run)(void *), void *data)
{
	enum { LARGEST = 1 << 30, SMALLEST = 1 << 24 };
	struct large_stack call = {.run = run, .data = data};
	pthread_attr_t attributes;
	pthread_t thread;
	sigset_t every;
	bool started = false;
	sigfillset(&every);
	pthread_sigmask(SIG_SETMASK, &every, &call.mask);
	pthread_attr_init(&attributes);
	for (size_t size = LARGEST; !started && size >= SMALLEST; size /= 4) {
		pthread_attr_setstacksize(&attributes, size);
		started = !pthread_create(&thread, &attributes, run_with_signals, &call);
	}
	pthread_attr_destroy(&attributes);
	if (started) pthread_join(thread, NULL);
	pthread_sigmask(SIG_SETMASK, &call.mask, NULL);
	if (!started) run(data);
}
