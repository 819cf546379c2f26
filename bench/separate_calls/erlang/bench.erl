% SPDX-License-Identifier: MIT
% options: +S 2:2 +sbt db +sbwt none
% A tenth of the calls. A gen_server that has the counter: cast and call.
-module(bench).
-behaviour(gen_server).
-export([main/0, init/1, handle_cast/2, handle_call/3]).

init(Value) -> {ok, Value}.
handle_cast({add, By}, Value) -> {noreply, Value + By}.
handle_call({add, By}, _, Value) -> {reply, Value + By, Value + By};
handle_call(get, _, Value) -> {reply, Value, Value}.

cast(Server, 0) -> gen_server:call(Server, get, infinity);
cast(Server, Left) ->
    gen_server:cast(Server, {add, 1}),
    cast(Server, Left - 1).

ask(_, 0, Total) -> Total;
ask(Server, Left, _) -> ask(Server, Left - 1, gen_server:call(Server, {add, 1}, infinity)).

run(What, N) ->
    {ok, Server} = gen_server:start(?MODULE, 0, [{spawn_opt, [{message_queue_data, off_heap}]}]),
    Start = erlang:monotonic_time(),
    Total = case What of "call" -> cast(Server, N); "round" -> ask(Server, N, 0) end,
    Took = erlang:monotonic_time() - Start,
    gen_server:stop(Server),
    {erlang:convert_time_unit(Took, native, nanosecond), Total - N}.

main() ->
    [What, Processors, All] = init:get_plain_arguments(),
    lists:member(What, ["call", "round"]) orelse halt(77),
    N = list_to_integer(All) div 10,
    erlang:system_flag(schedulers_online, list_to_integer(Processors)),
    run(What, N div 10),
    {Took, Missing} = run(What, N),
    io:format("value ~.4f~ncheck ~b~n", [Took / N, Missing]),
    halt().
