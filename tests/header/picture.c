// SPDX-License-Identifier: MIT
#include <conc.h>
#include "picture.h"
#include "picture.h"
#include <stddef.h>

long f(account *a);

long f(account *a)
{
	return get(a);
}
