% SPDX-License-Identifier: MIT
-module(bench).
-export([main/0]).

counter(0, Value, Main) -> Main ! {value, Value};
counter(Left, Value, Main) -> receive increment -> counter(Left - 1, Value + 1, Main) end.

worker(_, 0) -> ok;
worker(Counter, Times) ->
    Counter ! increment,
    worker(Counter, Times - 1).

run(N, Times) ->
    Main = self(),
    Options = [{message_queue_data, off_heap}, {priority, high}],
    Counter = spawn_opt(fun() -> counter(N * Times, 0, Main) end, Options),
    [spawn(fun() -> worker(Counter, Times) end) || _ <- lists:seq(1, N)],
    receive {value, Value} -> Value end.

main() ->
    [P, N, Times] = [list_to_integer(A) || A <- init:get_plain_arguments()],
    erlang:system_flag(schedulers_online, P),
    run(N, Times div 10),
    Start = erlang:monotonic_time(),
    Value = run(N, Times),
    Took = erlang:convert_time_unit(erlang:monotonic_time() - Start, native, nanosecond),
    io:format("value ~.4f~ncheck ~b~n", [Took / (N * Times), Value]),
    halt().
