#include <conc.h>
#include <stdio.h>

static int ended, cancelled;
static conc_mutex m;

static void child(conc_duration d)
{
	bool gave_up = conc_sleep(d) != 0;
	mutex (m) {
		ended++;
		cancelled += gave_up;
	}
}

static void show(const char *what)
{
	mutex (m) printf("%s: %d ended, %d cancelled\n", what, ended, cancelled);
	ended = cancelled = 0;
}

static int by_return(void)
{
	scope {
		spawn child(1h);
		spawn child(1h);
		return 5;
	}
}

static void by_goto(void)
{
	scope {
		spawn child(1h);
		goto out;
	}
out:;
}

thread sleeper { int result; };
void main(sleeper *self) { self->result = conc_sleep(1h); }

static int answer(void)
{
	return conc_sleep(1h) ? -1 : 1;
}

int main(void)
{
	scope {
		for (int i = 0; i < 10; i++) spawn child(1us);
	}
	show("complete");
	printf("%d\n", by_return());
	show("return");
	by_goto();
	show("goto");
	for (int i = 0; i < 3; i++)
		scope {
			spawn child(1h);
			if (i == 1) break;
			continue;
		}
	show("break and continue");
	scope (s) {
		spawn child(1h);
		spawn child(1h);
		conc_cancel(s);
		spawn child(1h); // comes too late
	}
	show("conc_cancel");
	int result = 0;
	do
		scope {
			task(int) t = spawn answer();
			task(int) several[2] = { spawn answer() };
			sleeper w;
			scope {
				spawn child(1h);
				break;
			}
		}
	while (0);
	show("tasks and threads");
	scope {
		task(int) t = spawn answer();
		sleeper w;
		conc_cancel(t);
		conc_cancel(&w);
		join(w);
		printf("%d %s\n", join(t), w.result ? "cancelled" : "slept");
	}
	return result;
}
