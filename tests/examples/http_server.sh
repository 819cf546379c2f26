#!/bin/sh
# SPDX-License-Identifier: MIT
# needs: curl
# examples/http_server.c: what it serves, by curl; among hostile clients (hostile.c): RUNS of them, from SEED on.
work=$(mktemp -d) || exit 1
trap 'kill -9 $server 2>/dev/null; rm -rf "$work"' EXIT
"$CONCC" -O2 "$CONC/examples/http_server.c" -o "$work/server" && "$CONCC" -O1 "$CONC/tests/examples/hostile.c" -o "$work/hostile" || exit 1
"$work/server" 0 drain=100000 2>"$work/says" & server=$!
while ! url=$(grep -o 'http.*' "$work/says"); do sleep 0.05; done
check() { [ "$2" = "$3" ] && echo "ok - $1" || echo "not ok - $1: $2 instead of $3"; }
get() { timeout 60 curl -s "$@"; }
status() { get -o /dev/null -w '%{http_code}' "$@"; }

check index "$(get "$url")" hello
check kept "$(get -o /dev/null -o /dev/null -w '%{num_connects}' "$url" "$url")" 10
check big "$(get "${url}zeros/10000000" | wc -c)" 10000000
check head "$(get -I "${url}zeros/77" | tr -d '\r' | grep Content-Length)" "Content-Length: 77"
check body "$(get -d "what comes" "${url}echo")" "what comes"
check "a body that is announced" "$(get -H 'Expect: 100-continue' -d "what comes" "${url}echo")" "what comes"
check "too large a body" "$(head -c 100000 /dev/zero | status --data-binary @- "${url}echo")" 413
check "too large a head" "$(status -H "X: $(head -c 20000 /dev/zero | tr '\0' x)" "$url")" 431
check missing "$(status "${url}nothing")" 404
check method "$(status -X PUT "$url")" 405
check chunks "$(status -H 'Transfer-Encoding: chunked' -d x "${url}echo")" 501
get --limit-rate 20M "${url}zeros/20000000" >"$work/slow" & slow=$!
while ! [ -s "$work/slow" ]; do sleep 0.05; done
kill -TERM $server
wait $server
check "the end" $? 0
wait $slow
check "an answer under way" "$(wc -c <"$work/slow")" 20000000
"$work/hostile" http "$work/server" "${RUNS:-$([ "$QUICK" ] && echo 15 || echo 100)}" "${SEED:-$DAY}" 2>"$work/log" || { cat "$work/log"; exit 1; }
