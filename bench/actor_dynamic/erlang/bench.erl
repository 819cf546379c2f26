% SPDX-License-Identifier: MIT
% options: +S 1:1
% A fifth of the messages.
-module(bench).
-export([main/0]).

relay(Main) ->
    receive
        {hop, 0} -> Main ! {done, erlang:monotonic_time()};
        {hop, Left} -> spawn(fun() -> relay(Main) end) ! {hop, Left - 1}
    end.

run(N) ->
    Main = self(),
    Start = erlang:monotonic_time(),
    spawn(fun() -> relay(Main) end) ! {hop, N - 1},
    receive {done, End} -> erlang:convert_time_unit(End - Start, native, nanosecond) end.

main() ->
    [All] = [list_to_integer(A) || A <- init:get_plain_arguments()],
    N = All div 5,
    run(N div 10),
    io:format("value ~.4f~ncheck 0~n", [run(N) / N]),
    halt().
