// SPDX-License-Identifier: MIT
// flags: -std=gnu2x -Wno-attributes -Wno-pedantic (gcc has no likely in front of an if)
// What C23 adds, in and beside constructs. Older compilers lack some of it.
#include <conc.h>
#include <stdio.h>

#if __STDC_VERSION__ > 202000L || __GNUC__ >= 13 || __clang_major__ >= 19
#define NEW 1
#define INFERRED auto
constexpr int LIMIT = 1'000;
enum colour : unsigned char { RED, GREEN };
static_assert(sizeof(enum colour) == 1);
#else
#define NEW 0
#define INFERRED __auto_type
enum { LIMIT = 1'000 };
enum colour { RED, GREEN };
#endif

monitor [[gnu::aligned(64)]] cell { int n; [[maybe_unused]] int spare; _Static_assert(sizeof(int) == 4); };
monitor __attribute__((aligned(64))) other { typeof(int) n; };
message request { enum colour colour; typeof(LIMIT) n; future(int) *answer; _Static_assert(1); };
actor [[gnu::aligned(64)]] server { int served; };
thread [[gnu::aligned(64)]] worker { int n; };

static void main([[maybe_unused]] worker *self)
{
	INFERRED twice = self->n * 2;
	self->n = twice;
}

[[maybe_unused]] receive (server *self, request *r)
{
	INFERRED n = r->n;
	switch (r->colour) {
	case RED: n++; [[fallthrough]];
	case GREEN: n += 2; break;
	}
	self->served++;
	*r->answer << n;
	return Finished;
}

static enum colour paint(enum colour c, int) { return c; }
static int locked(cell *mutex c, int) { return c->n; }

#ifdef NEVER
spawn mutex (
#elifdef __linux__
static int system_of(void) { return 1; }
#endif

int main(void)
{
	channel(typeof(int)) numbers = {4};
	channel(enum colour) colours = {1};
	cell c = {}, many[2] = {};
	other o = {};
	conc_mutex m = {};
	future(int) answer = {};
	server s = {};
	worker w = { 3 };
	task(enum colour) painted = spawn paint(GREEN, 1'0);
	conc_actors_start(NULL);
	s | (request){ RED, 1'0, &answer };
	conc_actors_stop();
	int got = 0, x = LIMIT;
	got << answer;
	[[likely]] if (x) mutex (m) x++;
	if (x) [[unlikely]] mutex (c, o) { [[maybe_unused]] int unused; c.n = o.n = 0x1'0; }
	for (int i = 0; i < 2; i++) [[likely]] mutex (many[i]) many[i].n = i;
	numbers << 1'000'000;
	waituntil (x << numbers) { [[maybe_unused]] int y = 0b1'1; } or waituntil (timeout(1'000s)) { return 1; }
	colours << join(painted);
	enum colour seen = RED;
	seen << colours;
	scope { task(int) job = spawn locked(&c, 1); got += join(job); }
#if NEW
	mutex (m) { constexpr int one = 1; before: int z = one; INFERRED t = z; x += t; if (x < 0) goto before; else goto end; end: }
	waituntil (m) { if (!x) goto last; typeof(nullptr) none = nullptr; x += none == nullptr; last: }
	blocking { if (!x) goto out; x -= 2; out: }
#endif
	join(w);
	printf("%d %d %d %d %d %d\n", x, got, (int)seen, w.n, system_of(), _Alignof(cell) == 64 && _Alignof(other) == 64);
	return 0;
}
