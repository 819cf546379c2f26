% SPDX-License-Identifier: MIT
-module(bench).
-export([main/0]).

variable(Value) ->
    Parity = Value rem 2,
    receive
        {Parity, Worker} -> Worker ! done, variable(Value + 1);
        {value, Main} -> Main ! {value, Value}
    end.

worker(_, _, 0) -> ok;
worker(Variable, Parity, Times) ->
    Variable ! {Parity, self()},
    receive done -> worker(Variable, Parity, Times - 1) end.

run(N, Times) ->
    Variable = spawn_opt(fun() -> variable(0) end, [{min_heap_size, 10000}]),
    Workers = [spawn_monitor(fun() -> worker(Variable, I rem 2, Times) end) || I <- lists:seq(1, 2 * N)],
    [receive {'DOWN', Reference, process, _, _} -> ok end || {_, Reference} <- Workers],
    Variable ! {value, self()},
    receive {value, Value} -> Value end.

main() ->
    [P, N, Times] = [list_to_integer(A) || A <- init:get_plain_arguments()],
    erlang:system_flag(schedulers_online, P),
    run(N, Times div 10),
    Start = erlang:monotonic_time(),
    Value = run(N, Times),
    Took = erlang:convert_time_unit(erlang:monotonic_time() - Start, native, nanosecond),
    io:format("value ~.4f~ncheck ~b~n", [Took / (2 * N * Times), Value]),
    halt().
