% SPDX-License-Identifier: MIT
% options: +S 2:2 +sbt db +sbwt none +P 262144
% A fifth of the rounds.
-module(bench).
-export([main/0]).

-define(ACTORS, 40000).
-define(GROUP, 100).

member(Rounds, Main) ->
    receive {group, Group} -> member(Group, 0, Rounds * ?GROUP, Main) end.

member(_, End, End, Main) ->
    receive tick -> Main ! {done, End} end;
member(Group, Received, End, Main) ->
    receive tick -> ok end,
    case Received rem ?GROUP of
        0 -> send(Group);
        _ -> ok
    end,
    member(Group, Received + 1, End, Main).

send([]) -> ok;
send([To | More]) ->
    To ! tick,
    send(More).

tell(_, []) -> ok;
tell(Group, [To | More]) ->
    To ! {group, Group},
    tell(Group, More).

run(Rounds) ->
    Main = self(),
    Groups = [[spawn(fun() -> member(Rounds, Main) end) || _ <- lists:seq(1, ?GROUP)]
              || _ <- lists:seq(1, ?ACTORS div ?GROUP)],
    lists:foreach(fun(Group) -> tell(Group, Group) end, Groups),
    Start = erlang:monotonic_time(),
    lists:foreach(fun send/1, Groups),
    Total = lists:sum([receive {done, N} -> N end || _ <- lists:seq(1, ?ACTORS)]),
    {erlang:convert_time_unit(erlang:monotonic_time() - Start, native, nanosecond), Total}.

main() ->
    [Workers, All] = [list_to_integer(A) || A <- init:get_plain_arguments()],
    Rounds = All div 5,
    erlang:system_flag(schedulers_online, Workers),
    run(1),
    {Took, Total} = run(Rounds),
    Sent = ?ACTORS * Rounds * ?GROUP,
    {ok, Status} = file:read_file("/proc/self/status"),
    {match, [Peak]} = re:run(Status, "VmHWM:\\s*(\\d+)", [{capture, [1], list}]),
    io:format("value ~.4f~ncheck ~b~nMiB ~.1f~n",
              [Took / (Sent + ?ACTORS), Sent - Total, list_to_integer(Peak) / 1024]),
    halt().
