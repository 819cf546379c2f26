% SPDX-License-Identifier: MIT
-module(bench).
-export([main/0]).

% Items that came (the last first), items that go, consumers that wait.
queue(In, Out, Waiting) ->
    receive
        {put, Item} ->
            case Waiting of
                [C | Others] -> C ! Item, queue(In, Out, Others);
                [] -> queue([Item | In], Out, [])
            end;
        {take, C} ->
            case Out of
                [Item | Rest] -> C ! Item, queue(In, Rest, Waiting);
                [] -> turned(lists:reverse(In), C, Waiting)
            end;
        stop -> ok
    end.

turned([Item | Rest], C, Waiting) -> C ! Item, queue([], Rest, Waiting);
turned([], C, Waiting) -> queue([], [], [C | Waiting]).

producer(_, End, End) -> ok;
producer(Queue, Item, End) ->
    Queue ! {put, Item},
    producer(Queue, Item + 1, End).

consumer(_, 0, Sum, Main) -> Main ! {sum, Sum};
consumer(Queue, Left, Sum, Main) ->
    Queue ! {take, self()},
    receive Item -> consumer(Queue, Left - 1, Sum + Item, Main) end.

run(N, Items) ->
    Main = self(),
    Queue = spawn_opt(fun() -> queue([], [], []) end, [{min_heap_size, 10000000}]),
    [spawn(fun() -> producer(Queue, P * Items, (P + 1) * Items) end) || P <- lists:seq(0, N - 1)],
    [spawn(fun() -> consumer(Queue, Items, 0, Main) end) || _ <- lists:seq(1, N)],
    Sum = lists:sum([receive {sum, S} -> S end || _ <- lists:seq(1, N)]),
    Queue ! stop,
    Sum.

main() ->
    [P, N, Items] = [list_to_integer(A) || A <- init:get_plain_arguments()],
    erlang:system_flag(schedulers_online, P),
    run(N, Items div 10),
    Start = erlang:monotonic_time(),
    Sum = run(N, Items),
    Took = erlang:convert_time_unit(erlang:monotonic_time() - Start, native, nanosecond),
    io:format("value ~.4f~ncheck ~b~n", [Took / (N * Items), Sum]),
    halt().
