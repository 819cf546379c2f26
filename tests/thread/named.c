// SPDX-License-Identifier: MIT
// A thread's name: set, read, bounded, cleaned, taken back; its descriptor's next thread has its own.
#include <conc.h>
#include <stdio.h>
#include <string.h>

thread worker { int number; };

void main(worker *self)
{
	printf("%s\n", conc_get_name());
	conc_set_name("fetcher of %d", self->number);
	printf("%s\n", conc_get_name());
}

static void show(const char *text)
{
	conc_set_name("%s", text);
	printf("%s\n", conc_get_name());
}

static int rename_often(int n)
{
	const char *first = conc_get_name();
	int wrong = 0;
	for (int i = 0; i < n; i++) {
		char expected[CONC_NAME_SIZE];
		conc_set_name("request %d", i);
		snprintf(expected, sizeof expected, "request %d", i);
		wrong += strcmp(conc_get_name(), expected) != 0;
		if (i % 1000 == 0) conc_yield();
	}
	conc_set_name("%s", "");
	return wrong + (conc_get_name() != first);
}

int main(void)
{
	{ worker a = { 1 }; }
	{ worker b = { 2 }; }	// in the same descriptor
	printf("%s\n", conc_get_name());
	conc_set_name("%s", "");
	show("ui");
	conc_set_name("%s", "");
	printf("%s\n", conc_get_name());
	show("tab\tline\nescape\033[31m\177");
	show("größer \xe2\x82\xac \xf0\x9f\x90\xa7");	// €, a penguin
	show("\xff\xc0\x80 \xed\xa0\x80 \xc2\x85 \xe2\x80\xae \xf5\x80\x80\x80 \xe2\x82");	// no UTF-8, or not printable
	show("a name of exactly 47 bytes is whole, to the end");
	show("a name that is longer than that is cut off here, at byte 47");
	show("123456789 123456789 123456789 123456789 12345€ is cut before a character");
	show("\\\"'<&>%s;");
	task(int) t[3];
	for (int i = 0; i < 3; i++) t[i] = spawn rename_often(60000);	// places are used again
	printf("%d wrong\n", join(t[0]) + join(t[1]) + join(t[2]));
}
