% SPDX-License-Identifier: MIT
% options: +S 2:2 +sbt db +sbwt none +P 262144
% A fifth of the rounds.
-module(bench).
-export([main/0]).

-define(SERVERS, 100000).

server(Number) ->
    receive
        {ask, Client, Round} ->
            Client ! Round + Number,
            server(Number);
        stop -> ok
    end.

ask(_, _, []) -> ok;
ask(Self, Round, [To | More]) ->
    To ! {ask, Self, Round},
    ask(Self, Round, More).

gather(0, Sum) -> Sum;
gather(Left, Sum) ->
    receive Value -> gather(Left - 1, Sum + Value) end.

client(_, 0, Sum) -> Sum;
client(Servers, Rounds, Sum) ->
    ask(self(), Rounds - 1, Servers),
    client(Servers, Rounds - 1, gather(?SERVERS, Sum)).

run(Rounds) ->
    Servers = [spawn(fun() -> server(I) end) || I <- lists:seq(0, ?SERVERS - 1)],
    Main = self(),
    Start = erlang:monotonic_time(),
    spawn_opt(fun() -> Main ! {done, client(Servers, Rounds, 0)} end, [{message_queue_data, off_heap}]),
    Sum = receive {done, S} -> S end,
    Took = erlang:convert_time_unit(erlang:monotonic_time() - Start, native, nanosecond),
    lists:foreach(fun(S1) -> S1 ! stop end, Servers),
    {Took, Sum}.

main() ->
    [Workers, All] = [list_to_integer(A) || A <- init:get_plain_arguments()],
    Rounds = All div 5,
    erlang:system_flag(schedulers_online, Workers),
    run(1),
    {Took, Sum} = run(Rounds),
    Expected = ?SERVERS * (Rounds * (Rounds - 1) div 2) + Rounds * (?SERVERS * (?SERVERS - 1) div 2),
    io:format("value ~.4f~ncheck ~b~n", [Took / (2 * ?SERVERS * Rounds), Sum - Expected]),
    halt().
