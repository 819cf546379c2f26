// SPDX-License-Identifier: MIT
// class: publish
// A thread reloads the configuration: it fills a new structure and sets an atomic pointer to it. Old ones are kept.
#include <conc.h>
#include <stdio.h>

struct config { int limit; };
static struct config versions[2] = { { 10 }, { 0 } }, *_Atomic config = &versions[0];

static void reload(void)
{
	versions[1].limit = 20;
	config = &versions[1];
}

static int serve(void)
{
	int sum = 0;

	for (int i = 0; i < 10; i++) {
		const struct config *now = config;
		sum += now->limit;
		conc_yield();
	}
	return sum;
}

int main(void)
{
	task(int) server = spawn serve();

	reload();
	int sum = join(server);
	printf("%s\n", sum >= 100 && sum <= 200 ? "served" : "wrong");
	return sum < 100 || sum > 200;
}
