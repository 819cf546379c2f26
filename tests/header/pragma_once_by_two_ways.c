// SPDX-License-Identifier: MIT
// #pragma once, reached by two ways: what the header holds stands once in the unit.
#include "first.h"
#include "second.h"
#include <stdio.h>

int main(void)
{
	counter c = {0};
	add_one(&c);
	add_two(&c);
	mutex (c) printf("%d\n", c.n);
}
