// SPDX-License-Identifier: MIT
// _Conc_mutex and its like are the dialect's whatever the plain words mean.
#include <conc.h>
#include <stdio.h>

static int mutex, monitor, thread, spawn, join, task, new, delete, blocking;

_Conc_monitor account { long balance; };
_Conc_thread worker { account *a; };

void main(worker *self)
{
	_Conc_mutex (self->a) self->a->balance++;
}

static void deposit(account * _Conc_mutex a, int n) { a->balance += n; }
static int one(void) { return 1; }

int main(void)
{
	account a = { 1 };
	{
		worker w = { &a };
	}
	deposit(&a, 3);
	_Conc_task(int) t = _Conc_spawn one();
	int *p = _Conc_new int { 4 };
	printf("%ld %d %d\n", a.balance, _Conc_join(t), *p);
	_Conc_delete p;
	_Conc_blocking { mutex = monitor + thread + spawn + join + task + new + delete + blocking; }
}
