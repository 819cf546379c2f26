% SPDX-License-Identifier: MIT
% options: +S 2:2 +sbt db +sbwt none
% A fifth of the messages.
-module(bench).
-export([main/0]).

alone(Times, Times, Main) -> Main ! {done, erlang:monotonic_time(), Times};
alone(Received, Times, Main) ->
    receive ping ->
        self() ! ping,
        alone(Received + 1, Times, Main)
    end.

receiver(Times, Times, Main) -> Main ! {done, erlang:monotonic_time(), Times};
receiver(Received, Times, Main) ->
    receive ping -> receiver(Received + 1, Times, Main) end.

send(_, 0) -> ok;
send(To, Left) ->
    To ! ping,
    send(To, Left - 1).

run(Workers, N) ->
    Main = self(),
    Pid = spawn_opt(fun() -> case Workers of 1 -> alone(0, N, Main); _ -> receiver(0, N, Main) end end,
                    [{message_queue_data, case Workers of 1 -> on_heap; _ -> off_heap end}]),
    Start = erlang:monotonic_time(),
    send(Pid, case Workers of 1 -> 1; _ -> N end),
    receive {done, End, Received} ->
        {erlang:convert_time_unit(End - Start, native, nanosecond), N - Received}
    end.

main() ->
    [Workers, All] = [list_to_integer(A) || A <- init:get_plain_arguments()],
    N = All div 5,
    erlang:system_flag(schedulers_online, Workers),
    run(Workers, N div 10),
    {Took, Missing} = run(Workers, N),
    io:format("value ~.4f~ncheck ~b~n", [Took / N, Missing]),
    halt().
