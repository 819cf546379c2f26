#!/bin/sh
# SPDX-License-Identifier: MIT
# needs: python3
# examples/crawler.c against a server that stalls, drips, resets, sends garbage, never ends, sends it in circles and counts; slow and closed
# readers of its output; SIGTERM and limits in every state. RUNS=1000 FIRST=1 for so many random ones.
# reads: concc libraries examples/crawler.c
"$CONCC" -O2 -Wall -Wextra -Werror "$CONC/examples/crawler.c" -o crawler || exit 1
trap 'kill $server 2>/dev/null' EXIT
export CONC_DEBUG=1
check() { [ "$2" = "$3" ] && echo "ok - $1" || echo "not ok - $1: $2 instead of $3"; }

cat >server.py <<'END'
import random, socket, struct, sys, threading, time
lock, active, most, asked = threading.Lock(), 0, 0, []
links = lambda *to: ''.join('<a href="%s">x</a>\n' % t for t in to).encode()
page = lambda body, head='200 OK': b'HTTP/1.1 %s\r\nContent-Type: text/html\r\n\r\n%s' % (head.encode(), body)
SLOW = ['stall', 'drip', 'half']
HOSTILE = ['reset', 'garbage', 'endless', 'self', 'circle1', 'empty', 'nul', 'line', 'none', 'inject']

def answer(c, path):
    global active, most
    name = path.strip('/').split('?')[0]
    if name == 'stall' or name == 'half': # says nothing more, until the client has gone
        if name == 'half': c.sendall(b'HTTP/1.1 200 OK\r\nContent-')
        c.recv(1)
    elif name == 'drip':
        for b in page(b''): c.sendall(bytes([b])); time.sleep(0.005)
        while True: c.sendall(b' '); time.sleep(0.01)
    elif name == 'reset': c.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0)) # and close
    elif name == 'garbage': c.sendall(random.randbytes(100000))
    elif name == 'endless':
        c.sendall(page(links('/ok/0')))
        while True: c.sendall(b'x href="' * 8000)
    elif name == 'self': c.sendall(page(b'', '302 Found\r\nLocation: /self'))
    elif name.startswith('circle'): c.sendall(page(b'', '301 Moved\r\nLocation: circle%d#x' % (3 - int(name[6]))))
    elif name == 'nul': c.sendall(page(b'\0\0\0' + links('/ok/1') + b'\0'))
    elif name == 'line': c.sendall(page(b'<a href="' + b'y' * 300000))
    elif name == 'none': c.sendall(page(b'', '404 Not Found'))
    elif name.startswith('stairs'): c.sendall(page(links('up/', '?' + 'q' * (len(path) % 7))))
    elif name == 'inject': c.sendall(page(links('/ok/2\r\nX-Evil: 1', '/ok/ 2', '/ok/\x012', '//[::1]/', 'http://a@b/', 'http://:80/', 'ftp://x/', 'mailto:x', '#', '', '/' + 'z' * 600)))
    elif name == 'hostile': c.sendall(page(links(*HOSTILE)))
    elif name == 'all': c.sendall(page(links('stairs/', 'busy', *(HOSTILE + SLOW))))
    elif name == 'busy': c.sendall(page(links(*['/work/%d' % i for i in range(40)])))
    elif name.startswith('work'):
        with lock: active += 1; most = max(most, active)
        time.sleep(0.002)
        with lock: active -= 1 # before the client can know
        c.sendall(page(links('/busy', '../work/1', './2', '//127.0.0.2:%d/ok/3' % port)))
    elif name == 'asked': # writes what was asked since the last time, and how many of the work at once
        with lock:
            with open('asked', 'w') as f: f.write(''.join(['%s\n' % p for p in asked]))
            with open('most', 'w') as f: f.write('%d\n' % most)
            asked.clear(); most = 0
        c.sendall(page(b''))
    elif name.startswith('ok') or not name: c.sendall(page(links(*['/ok/%d' % i for i in range(8)])))

def serve(c):
    try:
        head = b''
        while b'\r\n\r\n' not in head: head += c.recv(1000) or 1 / 0
        path = head.split()[1].decode()
        if head.count(b'\r\n') != 4: path = '/evil' + path
        if path != '/asked':
            with lock: asked.append(path)
        answer(c, path)
        if path.strip('/') != 'reset': c.shutdown(socket.SHUT_WR); c.recv(1)
    except (OSError, ArithmeticError): pass
    finally: c.close()

def listen(s):
    while True: threading.Thread(target=serve, args=(s.accept()[0],), daemon=True).start()

while True:
    try:
        one = socket.create_server(('127.0.0.1', 0), backlog=1000)
        port = one.getsockname()[1]
        two = socket.create_server(('127.0.0.2', port), backlog=1000)
        break
    except OSError: pass
threading.Thread(target=listen, args=(two,), daemon=True).start()
print(port, flush=True)
listen(one)
END
python3 server.py >port & server=$!
while ! grep -q . port; do sleep 0.02; done
port=$(cat port) url=http://127.0.0.1:$port

# crawl ARGUMENTS …: what it prints in got and err, its exit status in status
crawl() { timeout 300 ./crawler "$@" >got 2>err; status=$?; }
asked() { timeout 300 ./crawler "$url/asked" >got 2>err; }
pages() { sed 's/^\([0-9]\{3\}\) [0-9]*/\1/; s,http://[^/]*,,' got | sort | tr '\n' ' '; cat err; }

crawl "$url"
check "a small site" "$status $(pages)" \
	"0 200 / 200 /ok/0 200 /ok/1 200 /ok/2 200 /ok/3 200 /ok/4 200 /ok/5 200 /ok/6 200 /ok/7 9 pages, 0 of them failed, 0 not fetched"
asked
crawl -n 100 -m 3 -r 100000 "$url/busy"
check "a busy site" "$status $(cat err)" "0 41 pages, 0 of them failed, 0 not fetched"
asked
check "each page once" "$(wc -l <asked) $(sort -u asked | wc -l)" "41 41"
check "at most three of a host" "$([ "$(cat most)" -le 3 ] && echo yes)" yes
crawl -n 2 -m 100 -r 100000 "$url/busy"
asked
check "at most two at once" "$([ "$(cat most)" -le 2 ] && echo yes)" yes
start=$(date +%s%N)
crawl -n 100 -m 100 -r 200 "$url/busy"
check "41 pages at 200 in a second" "$([ $(($(date +%s%N) - start)) -ge 200000000 ] && echo slow) $status" "slow 0"
crawl -a -r 100000 "$url/busy"
check "another host" "$status $(grep -c '^200.*//127.0.0.2' got) $(cat err)" "0 8 49 pages, 0 of them failed, 0 not fetched"

asked
crawl -n 20 -m 20 -r 100000 "$url/hostile"
check "a hostile site" "$status $(pages)" "0 200 /endless 200 /hostile 200 /inject 200 /line 200 /nul 200 /ok/0 200 /ok/1 200 /ok/2 200 /ok/3 \
200 /ok/4 200 /ok/5 200 /ok/6 200 /ok/7 301 /circle1 301 /circle2 302 /self 404 /none Connection reset by peer /reset not HTTP /empty \
not HTTP /garbage 20 pages, 3 of them failed, 0 not fetched"
asked
check "no request in a request" "$(grep -c evil asked)" 0
crawl -n 50 -m 50 -r 100000 "$url/stairs/"
check "stairs without an end" "$status $(grep -cv '^200' got)" "0 0"
for name in stall drip half; do
	crawl -l 0.05 "$url/$name"
	check "$name: the page's limit" "$status $(pages)" "0 too slow /$name 1 pages, 1 of them failed, 0 not fetched"
	crawl -t 0.05 "$url/$name"
	check "$name: the whole limit" "$status $(pages)" "1 0 pages, 0 of them failed, 1 not fetched"
done
crawl http://127.0.0.1:1/
check "no server" "$status $(pages)" "0 Connection refused / 1 pages, 1 of them failed, 0 not fetched"
for wrong in "" ftp://x/ http:// http:/// 'http://x:/' "http://x/ y" "http://$(head -c 600 /dev/zero | tr '\0' x)/" "-r 0 $url" "-n 0 $url" "-l 1x $url" "-x $url" "$url $url"; do
	# shellcheck disable=SC2086
	[ "$wrong" = "http://x/ y" ] && crawl "$wrong" || crawl $wrong
	[ "$status" = 2 ] && [ -s err ] || echo "not ok - $wrong: status $status"
done
timeout 300 ./crawler "$url" >&- 2>err
check "closed output" "$? $(cat err)" "1 0 pages, 0 of them failed, 9 not fetched"
mkfifo stuck
exec 8<>stuck	# room for 64 KiB, and nobody reads it
timeout 300 ./crawler -n 50 -m 50 -r 100000 -t 0.3 "$url/stairs/" >stuck 2>err
check "stuck output" "$?" 1

seed=${FIRST:-$(date +%s)} runs=${RUNS:-12} bad=0
for i in $(seq "$seed" $((seed + runs - 1))); do
	awk -v seed="$i" -v url="$url" 'function any(n) { return int(rand() * n) } BEGIN {
		srand(seed); split("all all all stairs/ busy hostile stall", start)
		printf "-n %d -m %d -r %d -l %.2f -t %.2f %s%s/%s\n", 1 + any(20), 1 + any(20), 100 + any(10000), 0.01 + any(10) / 100, 0.02 + any(20) / 100,
			any(2) ? "-a " : "", url, start[1 + any(7)]
		print any(3) ? "" : rand() / 5
		print any(2) ? "TERM" : "INT"
		print any(4)
	}' >run
	arguments=$(sed -n 1p run) after=$(sed -n 2p run) signal=$(sed -n 3p run)
	{
		# shellcheck disable=SC2086
		timeout 300 ./crawler $arguments 2>err & pid=$!
		[ -z "$after" ] || { sleep "$after"; kill -"$signal" "$(cat "/proc/$pid/task/$pid/children")"; } 2>/dev/null
		wait $pid
		echo $? >status
	} | case $(sed -n 4p run) in
	0) head -n 3 >got ;;
	1) while read -r line; do echo "$line"; sleep 0.002; done >got ;;
	*) cat >got ;;
	esac
	case $(cat status) in
	[01]) grep -q '^[0-9]* pages, [0-9]* of them failed, [0-9]* not fetched$' err && [ "$(wc -l <err)" = 1 ] ;;
	143 | 130) [ "$after" ] && ! [ -s err ] ;;	# the signal came before anything else
	*) false ;;
	esac && [ "$(sed 's/.* //' got | sort | uniq -d)" = "" ] ||
		{ echo "not ok - FIRST=$i RUNS=1: status $(cat status)"; cat run got err; bad=$((bad + 1)); }
done
check "$runs random ones from $seed" $bad 0

# Under seeds, with servers that are threads of the program, and a SIGTERM at some moment.
cat >net.c <<'END'
static void answer(int connection)
{
	char head[2000], text[500];
	int n = 0, number = 0;
	for (long got; (got = conc_read(connection, head + n, sizeof head - 1 - (size_t)n)) > 0;) {
		head[n += (int)got] = 0;
		if (strstr(head, "\r\n\r\n")) break;
	}
	sscanf(head, "GET /%d", &number);
	n = snprintf(text, sizeof text, "HTTP/1.0 200 OK\r\n\r\n<a href='%d'><a href='/%d'>", (2 * number + 1) % 16, (2 * number + 2) % 16);
	if (number == 5) conc_read(connection, head, 1);
	if (number == 7) n = 0;
	for (int i = 0; number == 4 && i < n; i++) {
		conc_sleep(1ms);
		if (conc_send(connection, text + i, 1, MSG_NOSIGNAL) != 1) break;
	}
	if (number != 4) conc_send(connection, text, (size_t)n, MSG_NOSIGNAL);
	close(connection);
}
static int local_connect(int s, const struct sockaddr *address, unsigned size)
{
	int ends[2];
	(void)address, (void)size;
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) return -1;
	dup2(ends[0], s);
	close(ends[0]);
	shield { spawn answer(ends[1]); }
	return 0;
}
static void stop(void) { if (conc_sleep(40ms) == 0) raise(SIGTERM); }
END
awk '/^enum/ { while ((getline line <"net.c") > 0) net = net line "\n"; printf "%s", net }
	{ sub(/conc_connect\(/, "local_connect("); sub(/conc_getaddrinfo\(/, "getaddrinfo("); print }
	/^\tsignal\(SIGPIPE/ { print "\twaituntil (signalled(SIGTERM)) return 3; or else { }\n\tspawn stop();" }' "$CONC/examples/crawler.c" >seeded.c
for status in 0 1; do
	[ $status = 1 ] || sed '/spawn stop/d' seeded.c >whole.c
	"$CONCC" --test-schedules="${RUNS:-10}",status:$status "$([ $status = 1 ] && echo seeded.c || echo whole.c)" -- \
		-n 3 -m 2 -r $([ $status = 1 ] && echo 200 || echo 10000) -l 0.05 -t 100 http://127.0.0.1:1/0 >log 2>&1 || cat log
	check "seeds, status $status" "$(grep -c ' none failed' log)" 1
done
