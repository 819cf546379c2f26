#!/bin/sh
# SPDX-License-Identifier: MIT
# needs: curl
# examples/file_server.c under curl: files, kept connections, what is not there, many at once, a slow client, SIGINT.
work=$(mktemp -d) || exit 1
trap 'kill -9 $server $few $held 2>/dev/null; rm -rf "$work"' EXIT
"$CONCC" -O2 "$CONC/examples/file_server.c" -o "$work/server" || exit 1
mkdir "$work/www" && cd "$work/www" || exit 1
echo hello >index.html
head -c 2000000 /dev/urandom >big.bin
"$work/server" . 0 2>"$work/says" & server=$!
while ! url=$(grep -o 'http.*' "$work/says"); do sleep 0.05; done
check() { [ "$2" = "$3" ] && echo "ok - $1" || echo "not ok - $1: $2 instead of $3"; }
get() { timeout 20 curl -s "$@"; }

check index "$(get "$url")" hello
check type "$(get -o /dev/null -w '%{content_type}' "$url")" "text/html; charset=utf-8"
check big "$(get "${url}big.bin" | cksum)" "$(cksum <big.bin)"
check head "$(get -I "${url}big.bin" | tr -d '\r' | grep Content-Length)" "Content-Length: 2000000"
check missing "$(get -o /dev/null -w '%{http_code}' "${url}nothing")" 404
check outside "$(get --path-as-is -o /dev/null -w '%{http_code}' "${url}../says")" 404
check kept "$(get -o /dev/null -o /dev/null -w '%{num_connects}' "$url" "${url}index.html")" 10
check refused "$(get -o /dev/null -w '%{http_code}' -X PUT "$url")" 501
check "a head that is too long" "$(get -o /dev/null -w '%{http_code}' -H "X: $(head -c 20000 /dev/zero | tr '\0' x)" "$url")" 431
(ulimit -n 16; exec "$work/server" . 0 2>"$work/few") & few=$!
while ! small=$(grep -o 'http.*' "$work/few"); do sleep 0.05; done
for i in 1 2 3 4 5 6 7 8 9 10; do
	sleep 20 | curl -s "telnet${small#http}" >"$work/held$i" & held="$held $!"
done
until [ "$(get -o /dev/null -w '%{http_code}' "$small")" = 503 ] || [ $((tries += 1)) = 100 ]; do sleep 0.1; done
check "too many open files" "$(get -o /dev/null -w '%{http_code}' "$small")" 503
# shellcheck disable=SC2086
kill $held
until [ "$(get "$small")" = hello ] || [ $((tries += 1)) = 300 ]; do sleep 0.1; done
check "and fewer again" "$(get "$small")" hello
kill -INT $few
wait $few
check "its end" $? 0
for i in 1 2 3 4 5 6 7 8; do get "${url}big.bin" >"$work/got$i" & all="$all $!"; done
# shellcheck disable=SC2086
wait $all
check "eight at once" "$(cat "$work"/got? | wc -c)" 16000000
get --limit-rate 400k "${url}big.bin" >"$work/slow" & slow=$!
sleep 0.5
kill -INT $server
wait $slow
check "an answer under way is finished after SIGINT" "$(cksum <"$work/slow")" "$(cksum <big.bin)"
wait $server
check "the end" $? 0
