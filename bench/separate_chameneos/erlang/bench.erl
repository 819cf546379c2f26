% SPDX-License-Identifier: MIT
-module(bench).
-export([main/0]).

complement(C, C) -> C;
complement(A, B) -> 3 - A - B.

creature(Place, Colour, Met, Same, Main) ->
    Place ! {self(), Colour},
    receive
        {Other, Its} when Other =:= self() -> creature(Place, complement(Colour, Its), Met + 1, Same + 1, Main);
        {_, Its} -> creature(Place, complement(Colour, Its), Met + 1, Same, Main);
        closed -> Main ! {met, Met + Same * 1000000000}
    end.

place(0) -> closed();
place(Left) ->
    receive
        First = {A, _} ->
            receive
                Second = {B, _} ->
                    A ! Second,
                    B ! First,
                    place(Left - 1)
            end
    end.

closed() ->
    receive
        {Late, _} -> Late ! closed, closed();
        stop -> ok
    end.

game(N, Meetings) ->
    Main = self(),
    Place = spawn_opt(fun() -> place(Meetings) end, [{min_heap_size, 10000}]),
    [spawn(fun() -> creature(Place, I rem 3, 0, 0, Main) end) || I <- lists:seq(0, N - 1)],
    Sum = lists:sum([receive {met, Met} -> Met end || _ <- lists:seq(1, N)]),
    Place ! stop,
    Sum.

run(Meetings) -> game(3, Meetings) + game(10, Meetings).

main() ->
    [P, Meetings] = [list_to_integer(A) || A <- init:get_plain_arguments()],
    erlang:system_flag(schedulers_online, P),
    run(Meetings div 10),
    Start = erlang:monotonic_time(),
    Sum = run(Meetings),
    Took = erlang:convert_time_unit(erlang:monotonic_time() - Start, native, nanosecond),
    io:format("value ~.4f~ncheck ~b~n", [Took / (2 * Meetings), Sum]),
    halt().
