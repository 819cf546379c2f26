% SPDX-License-Identifier: MIT
% options: +S 2:2 +sbt db +sbwt none +P 262144
% A fifth of the rounds.
-module(bench).
-export([main/0]).

-define(ACTORS, 40000).
-define(GROUP, 100).

member(Rounds, Batch, Main) ->
    receive {group, Group} -> member(Group, Group, 0, Rounds * ?GROUP, Batch, Main) end.

%% Next: the rest of the group, which is sent to next.
member(_, _, End, End, _, Main) ->
    receive tick -> Main ! {done, End} end;
member(Next, Group, Received, End, Batch, Main) ->
    receive tick -> ok end,
    Then = case Received rem Batch of
        0 -> send(Batch, Next, Group);
        _ -> Next
    end,
    member(Then, Group, Received + 1, End, Batch, Main).

send(0, Next, _) -> Next;
send(N, [], Group) -> send(N, Group, Group);
send(N, [To | More], Group) ->
    To ! tick,
    send(N - 1, More, Group).

tell(_, []) -> ok;
tell(Group, [To | More]) ->
    To ! {group, Group},
    tell(Group, More).

run(Rounds, Batch) ->
    Main = self(),
    Groups = [[spawn(fun() -> member(Rounds, Batch, Main) end) || _ <- lists:seq(1, ?GROUP)]
              || _ <- lists:seq(1, ?ACTORS div ?GROUP)],
    lists:foreach(fun(Group) -> tell(Group, Group) end, Groups),
    Start = erlang:monotonic_time(),
    lists:foreach(fun(Group) -> send(?GROUP, Group, Group) end, Groups),
    Total = lists:sum([receive {done, N} -> N end || _ <- lists:seq(1, ?ACTORS)]),
    {erlang:convert_time_unit(erlang:monotonic_time() - Start, native, nanosecond), Total}.

main() ->
    [Workers, All, Batch] = [list_to_integer(A) || A <- init:get_plain_arguments()],
    Rounds = All div 5,
    erlang:system_flag(schedulers_online, Workers),
    run(1, Batch),
    {Took, Total} = run(Rounds, Batch),
    Sent = ?ACTORS * Rounds * ?GROUP,
    {ok, Status} = file:read_file("/proc/self/status"),
    {match, [Peak]} = re:run(Status, "VmHWM:\\s*(\\d+)", [{capture, [1], list}]),
    io:format("value ~.4f~ncheck ~b~nMiB ~.1f~n",
              [Took / (Sent + ?ACTORS), Sent - Total, list_to_integer(Peak) / 1024]),
    halt().
