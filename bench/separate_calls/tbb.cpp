// SPDX-License-Identifier: MIT
// libraries: -ltbb
// A node of a flow graph that takes one message at a time, in their order.
#include <cstdlib>
#include <cstring>
#include <oneapi/tbb/flow_graph.h>
#include <oneapi/tbb/global_control.h>
#include "../clock.h"

using namespace oneapi::tbb;

static long run(bool each, long times)
{
	long value = 0, total = 0;
	flow::graph g;
	flow::function_node<long, flow::continue_msg> counter(g, flow::serial, [&](long by) {
		value += by;
		return flow::continue_msg();
	});
	for (long i = 0; i < times; i++) {
		counter.try_put(1);
		if (!each) continue;
		g.wait_for_all();
		total = value;
	}
	g.wait_for_all();
	return each ? total : value;
}

int main(int argc, char **argv)
{
	if (argc != 4) return 2;
	const bool each = !strcmp(argv[1], "round");
	if (!each && strcmp(argv[1], "call")) return 77;
	const long times = atol(argv[3]) / 10;
	global_control limit(global_control::max_allowed_parallelism, static_cast<size_t>(atoi(argv[2])));
	run(each, times / 10);
	const double start = clock_ns();
	const long total = run(each, times);
	report((clock_ns() - start) / static_cast<double>(times), total - times);
}
