// SPDX-License-Identifier: MIT
// schedules: no (there is no epoll, so nobody knows whether main waits already)
// A descriptor that is closed while a statement waits for it.
#include <conc.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];

// Whether an epoll of this process knows the descriptor: from then on its close is noticed.
static bool is_waited_for(int file)
{
	for (int epoll = 3; epoll < 100; epoll++) {
		char line[200];
		int known;
		snprintf(line, sizeof line, "/proc/self/fdinfo/%d", epoll);
		FILE *info = fopen(line, "re");
		if (!info) continue;
		bool found = false;
		while (fgets(line, sizeof line, info)) found |= sscanf(line, "tfd: %d", &known) == 1 && known == file;
		fclose(info);
		if (found) return true;
	}
	return false;
}

static void closes(void)
{
	while (!is_waited_for(ends[0])) conc_sleep(5ms);
	close(ends[0]);
}

int main(void)
{
	if (pipe(ends) != 0) return 1;
	spawn closes();
	waituntil (readable(ends[0])) {}
	return 0;
}
