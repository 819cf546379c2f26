// SPDX-License-Identifier: MIT
// A header with dialect whose include, guard and names are spelled in other ways, and one that is not found by its letters.
%:include "cou\
nter.h"
#inclu\
de "counter.h"
#include <stdio.h>
int main(void)
<%
	count\u00e9r c = <% 4 %>;
	printf("%d\n", next(&c) + next(&c));
%>
