% SPDX-License-Identifier: MIT
-module(bench).
-export([main/0]).

% When the token has come to its end it goes round once more, and each member with it.
member(Number, N, Next, Main) ->
    receive
        Token when Token > 0 -> Next ! Token - 1, member(Number, N, Next, Main);
        0 -> Main ! {last, Number}, Next ! -1;
        Token when Token > 1 - N -> Next ! Token - 1;
        _ -> ok
    end.

ring(N, Main) ->
    Member = fun(Number, Next) -> spawn(fun() -> member(Number, N, Next, Main) end) end,
    Second = lists:foldl(Member, self(), lists:seq(N, 2, -1)),
    member(1, N, Second, Main).

run(N, Passes) ->
    Main = self(),
    spawn(fun() -> ring(N, Main) end) ! Passes,
    receive {last, Number} -> Number end.

main() ->
    [P, N, Passes] = [list_to_integer(A) || A <- init:get_plain_arguments()],
    erlang:system_flag(schedulers_online, P),
    run(N, Passes div 10),
    Start = erlang:monotonic_time(),
    Last = run(N, Passes),
    Took = erlang:convert_time_unit(erlang:monotonic_time() - Start, native, nanosecond),
    io:format("value ~.4f~ncheck ~b~n", [Took / (Passes), Last]),
    halt().
