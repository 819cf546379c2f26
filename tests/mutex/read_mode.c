// SPDX-License-Identifier: MIT
// mutex(read): the word, what can be held so, and one mode in all declarations.
#include <conc.h>
monitor account { long balance; };

long misspelt(account * mutex(reed) a) { return a->balance; }
int no_readers(conc_mutex * mutex(read) m, conc_semaphore * mutex(read) s) { return m && s; }
int constant(const conc_rw_lock * mutex(read) l) { return l != 0; }
int constant_monitor(const account * mutex a) { return a != 0; }
long more(account * mutex(read) a);
long more(account * mutex a) { return a->balance; }
long less(account * mutex);
long less(account * mutex a) { return a->balance; }
long fewer(account * mutex a);
long fewer(account * mutex(read) a) { return a->balance; }
long nothing(account * mutex(read) a);
long nothing(account *a) { return a->balance; }
long unnamed(account * mutex(read)) { return 0; }
long also_unnamed(account * mutex (read), int);
long c_function(account * mutex(int), account *mutex_read(void));
long pointer(account ** mutex(read) a) { return (*a)->balance; }
long twice(account * mutex(read) mutex a) { return a->balance; }
static const account fixed = { 55 };
long fixed_balance(void) { const account fixed_too[2] = { { 1 } }; return fixed.balance + fixed_too[0].balance; }
