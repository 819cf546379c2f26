% SPDX-License-Identifier: MIT
% options: +S 2:2 +sbt db +sbwt none
% A fifth of the messages.
-module(bench).
-export([main/0]).

alone(0, Main) -> Main ! {done, erlang:monotonic_time()};
alone(Left, Main) ->
    receive ping ->
        self() ! ping,
        alone(Left - 1, Main)
    end.

receiver(0, Main) -> Main ! {done, erlang:monotonic_time()};
receiver(Left, Main) ->
    receive ping -> receiver(Left - 1, Main) end.

send(_, 0) -> ok;
send(To, Left) ->
    To ! ping,
    send(To, Left - 1).

run(Workers, N) ->
    Main = self(),
    Pid = spawn_opt(fun() -> case Workers of 1 -> alone(N, Main); _ -> receiver(N, Main) end end,
                    [{message_queue_data, case Workers of 1 -> on_heap; _ -> off_heap end}]),
    Start = erlang:monotonic_time(),
    send(Pid, case Workers of 1 -> 1; _ -> N end),
    receive {done, End} -> erlang:convert_time_unit(End - Start, native, nanosecond) end.

main() ->
    [Workers, All] = [list_to_integer(A) || A <- init:get_plain_arguments()],
    N = All div 5,
    erlang:system_flag(schedulers_online, Workers),
    run(Workers, N div 10),
    io:format("value ~.4f~ncheck 0~n", [run(Workers, N) / N]),
    halt().
