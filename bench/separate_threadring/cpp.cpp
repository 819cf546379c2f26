// SPDX-License-Identifier: MIT
// libraries: -ltbb
// Members are nodes of a flow graph, which is many times as fast as kernel threads are.
#include <cstdlib>
#include <memory>
#include <tbb/flow_graph.h>
#include <tbb/global_control.h>
#include <thread>
#include <vector>
#include "../clock.h"
#include "../processors.h"

using tbb::flow::graph, tbb::flow::make_edge, tbb::flow::output_port, tbb::flow::serial;
using member = tbb::flow::multifunction_node<long, std::tuple<long>>;

static long run(long n, long passes)
{
	graph all;
	std::vector<std::unique_ptr<member>> ring;
	long last = 0;
	for (long i = 0; i < n; i++)
		ring.push_back(std::make_unique<member>(all, serial, [&, i](long token, member::output_ports_type &next) {
			if (token == 0) last = i + 1;
			else std::get<0>(next).try_put(token - 1);
		}));
	for (long i = 0; i < n; i++) make_edge(output_port<0>(*ring[i]), *ring[(i + 1) % n]);
	ring[0]->try_put(passes);
	all.wait_for_all();
	return last;
}

int main(int argc, char **argv)
{
	if (argc != 4) return 2;
	use_processors(atoi(argv[1]));
	tbb::global_control limit(tbb::global_control::max_allowed_parallelism, atoi(argv[1]));
	long n = atol(argv[2]), passes = atol(argv[3]);
	run(n, passes / 10);
	double start = clock_ns();
	long last = run(n, passes);
	report((clock_ns() - start) / double(passes), last);
}
