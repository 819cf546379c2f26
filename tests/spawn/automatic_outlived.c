// SPDX-License-Identifier: MIT
// flags: -Werror=conc-dangling-pointer
// The address of an automatic object goes to a thread that may outlive it. What is waited for is safe.
#include <assert.h>
#include <conc.h>
#include <stdio.h>

struct job { int n, at[3]; struct job *next; };
static void work(struct job *job) { (void)job; }
static void numbers(const int *first, int count, void *more) { (void)first, (void)count, (void)more; }
static task(void) last, tasks[8];
static conc_barrier done;
static _Atomic int ready;
static future(int) answer;

void detached(struct job by_value, struct job *pointer, struct job array[3])
{
	struct job job = {1}, list[2][3];
	static struct job lasting;
	static _Thread_local struct job mine;
	int n = 3;
	spawn work(&by_value);
	spawn work(&array[1]);
	spawn work(pointer->next);
	spawn work(&lasting);
	spawn work(&mine);
	spawn work(&array[1] + 1);
	spawn work(n ? &job : pointer);
	spawn numbers(job.at, sizeof list, (void *)(list[1] + 1));
	spawn numbers((int[]){1, 2}, n, &(struct job){.next = &list[1][n]});
	assert(n);
	printf("started\n");
}

void in_a_loop(int n)
{
	for (int i = 0; i < n; i++) {
		struct job job = {i};
		tasks[i] = spawn work(&job);
	}
	for (int i = 0; i < n; i++)
		spawn numbers(&i, 1, NULL);
	for (int i = 0; i < n; i++)
		join(tasks[i]);
}

void jumps(int n)
{
	struct job a = {1}, b = {2}, c = {3}, d = {4};
	switch (n) {
	case 1:
		spawn work(&a);
		break;
	case 2:
		last = spawn work(&b);
		join(last);
		break;
	case 3:
		spawn work(&c);
		return;
	default:
		spawn work(&d);
	}
	if (n) return;
	conc_barrier_wait(&done);
}

void in_a_scope(int n)
{
	scope {
		while (n--) {
			struct job job = {n};
			spawn work(&job);
		}
	}
}

task(void) moves(void)
{
	struct job job = {1};
	task(void) t = spawn work(&job);
	return t;
}

task(void) moves_at_once(void)
{
	struct job job = {1};
	return spawn work(&job);
}

/* these are right, or right enough */
void joined(void)
{
	struct job a = {1}, b = {2}, c = {3};
	task(void) t = spawn work(&a), u[2] = {spawn work(&b)};
	u[1] = spawn work(&c);
}

void joined_later(int n)
{
	struct job jobs[8] = {0}, one = {0};
	for (int i = 0; i < n; i++)
		tasks[i] = spawn work(&jobs[i]);
	join(spawn work(&one));
	for (int i = 0; i < n; i++)
		join(tasks[i]);
}

void children(void)
{
	struct job a = {1};
	scope {
		struct job b = {2};
		if (a.n) spawn work(&a);
		spawn work(&b);
	}
}

void told(int n)
{
	struct job job = {1}, other = {2}, third = {3};
	spawn work(&job);
	n << answer;
	do {
		spawn work(&other);
		if (!n) break;
	} while (conc_barrier_wait(&done));
	spawn work(&third);
	while (!ready) ;
}

int main(void)
{
	struct job job = {1};
	spawn work(&job);
}
