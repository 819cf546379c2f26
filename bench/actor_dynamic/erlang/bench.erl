% SPDX-License-Identifier: MIT
% options: +S 1:1
% A fifth of the messages.
-module(bench).
-export([main/0]).

relay(Main) ->
    receive
        {hop, 0, Received} -> Main ! {done, erlang:monotonic_time(), Received + 1};
        {hop, Left, Received} -> spawn(fun() -> relay(Main) end) ! {hop, Left - 1, Received + 1}
    end.

run(N) ->
    Main = self(),
    Start = erlang:monotonic_time(),
    spawn(fun() -> relay(Main) end) ! {hop, N - 1, 0},
    receive {done, End, Received} ->
        {erlang:convert_time_unit(End - Start, native, nanosecond), N - Received}
    end.

main() ->
    [All] = [list_to_integer(A) || A <- init:get_plain_arguments()],
    N = All div 5,
    run(N div 10),
    {Took, Missing} = run(N),
    io:format("value ~.4f~ncheck ~b~n", [Took / N, Missing]),
    halt().
