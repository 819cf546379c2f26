#!/bin/sh
# SPDX-License-Identifier: MIT
# needs: python3
# examples/stream_pipeline.c: its output says what has become of each byte that it has read, whatever comes in, whoever reads it and how it
# ends. RUNS=1000 FIRST=1 for so many random ones.
# reads: concc libraries examples/stream_pipeline.c
"$CONCC" -O2 -Wall -Wextra -Werror "$CONC/examples/stream_pipeline.c" -o pipeline || exit 1
export CONC_DEBUG=1
check() { [ "$2" = "$3" ] && echo "ok - $1" || echo "not ok - $1: $2 instead of $3"; }
sum() { timeout 300 ./pipeline 1000 "$@" 2>&1; echo "$?"; }

check "nothing" "$(sum </dev/null)" 0
check "one line" "$(echo 7 | sum)" "1-1: sum 7, bad 0
0"
check "no newline at the end" "$(printf '1\n2' | sum)" "1-2: sum 3, bad 0
0"
check "no numbers" "$(printf 'x\n\n1x\r\n-3\r\n99999999999999999999\n1000000001\n1\0\n4' | sum)" "1-8: sum 1, bad 6
0"
check "long lines" "$({ seq 100; head -c 1000000 /dev/zero | tr '\0' 1; echo; echo 7; head -c 65536 /dev/zero | tr '\0' 1; echo; head -c 99 /dev/zero |
	tr '\0' 0; printf '\n1\n'; head -c 1000000 /dev/zero; } | sum)" "1-106: sum 5058, bad 3
0"
check "a long line up to the end" "$(head -c 131072 /dev/zero | sum)" "1-1: sum 0, bad 1
0"
check "many lines" "$(seq 300000 | sum)" "1-300000: sum 45000150000, bad 0
0"
check "closed input" "$(sum <&-)" "stream_pipeline: input: Bad file descriptor
1"
check "a folder" "$(sum <.)" "stream_pipeline: input: Is a directory
1"
check "closed output" "$(seq 3 | { timeout 300 ./pipeline 1000 2>&1 1>&- | cat; })" "stream_pipeline: output: Bad file descriptor
stream_pipeline: 0 of 3 lines are in the output"
check "a full disk" "$(seq 3 | timeout 300 ./pipeline 2>&1 1>/dev/full)" "stream_pipeline: output: No space left on device
stream_pipeline: 0 of 3 lines are in the output"
for wrong in 0 -1 x nan '1 0' '1 1 1'; do
	# shellcheck disable=SC2086
	check "arguments $wrong" "$(sum $wrong </dev/null | tail -n 1)" 2
done

cat >random.py <<'END'
import fcntl, os, random, re, signal, subprocess, sys, threading, time

def number(line):
    ok = re.fullmatch(rb'[+-]?[0-9]+\r?', line) and len(line) < 100 and abs(int(line)) <= 10**9
    return int(line) if ok else None

def some_lines(r, n):
    kinds = [lambda: b'%d' % r.randint(-10**9, 10**9)] * 20 + [lambda: b'', lambda: b'x', lambda: b'5\r', lambda: b'1\0002', lambda: b'7' * r.choice([98, 99, 100, 70000, 200000])]
    return b''.join(r.choice(kinds)() + b'\n' for _ in range(n))

def run(seed):
    r = random.Random(seed)
    end = r.choice(['eof', 'signal', 'signal', 'closes', 'stuck'])
    (in_read, in_write), (out_read, out_write) = os.pipe(), os.pipe()
    if r.random() < 0.5: fcntl.fcntl(in_write, fcntl.F_SETPIPE_SZ, 4096)
    if end == 'stuck': fcntl.fcntl(out_write, fcntl.F_SETPIPE_SZ, 4096)
    period = r.choice(['0.0001', '0.001', '0.01', '1000'] if end != 'stuck' else ['0.0001', '0.001'])
    p = subprocess.Popen(['./pipeline', period, '0.02' if end == 'stuck' else '300'], stdin=in_read, stdout=out_write, stderr=subprocess.PIPE)
    os.close(out_write)
    chunk, data, written, stop = some_lines(r, 200), [], 0, threading.Event()
    fcntl.fcntl(in_write, fcntl.F_SETFL, os.O_NONBLOCK)
    pieces, pause, most = r.randint(0, 60), r.choice([0, 0, 0.001]), 8 << 20

    def write(): # until the end of the run, or a number of pieces
        nonlocal written
        i = 0
        while not stop.is_set() and (i < pieces or end != 'eof' and written < most):
            piece = chunk[:r.randint(1, len(chunk))]
            while piece and not stop.is_set():
                try: n = os.write(in_write, piece)
                except BlockingIOError: time.sleep(0.0005); continue
                data.append(piece[:n]); written += n; piece = piece[n:]
            if pause: time.sleep(pause)
            i += 1
        if end == 'eof': os.close(in_write)
    got = []

    def read():
        slow, lines = r.random() < 0.3, r.randint(0, 3)
        while end != 'stuck':
            text = os.read(out_read, r.choice([1, 10, 10000]))
            if not text: break
            got.append(text)
            if end == 'closes' and b''.join(got).count(b'\n') >= lines: break
            if slow: time.sleep(0.0005)
        if end != 'stuck': os.close(out_read)
    writer, reader = threading.Thread(target=write), threading.Thread(target=read)
    writer.start(); reader.start()
    if end in ('signal', 'stuck'):
        time.sleep(r.random() * 0.05)
        p.send_signal(r.choice([signal.SIGTERM, signal.SIGINT]))
    elif end == 'closes' and period == '1000': # it would find out at the end
        writer.join(0.02); p.send_signal(signal.SIGTERM)
    try: errors = p.communicate(timeout=300)[1].decode()
    except subprocess.TimeoutExpired: p.kill(); return 'it does not end'
    stop.set(); writer.join(); reader.join()
    if end == 'stuck':
        os.set_blocking(out_read, False)
        try:
            while text := os.read(out_read, 1 << 16): got.append(text)
        except BlockingIOError: pass
        os.close(out_read)
    left = 0
    os.set_blocking(in_read, False)
    try:
        while n := len(os.read(in_read, 1 << 16)): left += n
    except BlockingIOError: pass
    os.close(in_read)
    if end != 'eof': os.close(in_write)
    if p.returncode in (-signal.SIGTERM, -signal.SIGINT): # before it had begun
        return '' if left == written and not got and not errors else 'lost by a signal'
    taken = b''.join(data)[:written - left]
    lines = taken.split(b'\n')
    cut = lines.pop()
    if end == 'eof' and cut: lines.append(cut)
    numbers = [number(l) for l in lines]
    output = b''.join(got).decode()
    last = 0
    for line in output.split('\n')[:-1]:
        m = re.fullmatch(r'(\d+)-(\d+): sum (-?\d+), bad (\d+)', line)
        if not m or int(m[1]) != last + 1 or int(m[2]) < int(m[1]): return 'output: ' + line
        part, last = numbers[last:int(m[2])], int(m[2])
        if last > len(numbers) or int(m[3]) != sum(n or 0 for n in part) or int(m[4]) != part.count(None): return 'wrong: ' + line
    if end in ('eof', 'signal'):
        wanted = f'stream_pipeline: {len(cut)} bytes of an unfinished line\n' if end == 'signal' and cut else ''
        if p.returncode or last != len(numbers) or not output.endswith('\n') and output or errors != wanted:
            return f'{end}: status {p.returncode}, {last} of {len(numbers)}: {errors}{wanted}'
    elif not re.fullmatch(r'(stream_pipeline: .*\n)*', errors) or (p.returncode == 0) != ('output' not in errors): return f'{end}: status {p.returncode}: {errors}'
    return ''

first, runs, bad = int(sys.argv[1]), int(sys.argv[2]), 0
for seed in range(first, first + runs):
    wrong = run(seed)
    if wrong: print(f'not ok - FIRST={seed} RUNS=1: {wrong}'); bad += 1
print(f'{"not " if bad else ""}ok - {runs} random ones from {first}')
END
python3 random.py "${FIRST:-$(date +%s)}" "${RUNS:-20}"

# Under seeds: a file as the input, the end of it, a signal on the way, and a reader who goes.
seq 2000 >numbers
echo "1-2000: sum 2001000, bad 0" >wanted
begin='if (dup2(open("numbers", O_RDONLY), 0) != 0) return 9;'
sed "s/^\tsignal(SIGPIPE/\t$begin\n&/" "$CONC/examples/stream_pipeline.c" >eof.c
"$CONCC" --test-schedules="${RUNS:-10}",output:wanted eof.c -- 1000 >log 2>&1 || cat log
check "seeds: the end" "$(grep -c ' none failed' log)" 1
cat >stop.c <<'END'
static void stop(void) { if (conc_sleep(1ms) == 0) raise(SIGTERM); }
END
awk '/^int main/ { inside = 1; while ((getline line <"stop.c") > 0) print line } { print }
	/^\tsignal\(SIGPIPE/ { print "\tint ends[2]; if (pipe(ends) || dup2(ends[0], 0)) return 9; conc_write(ends[1], \"1\\n2\\n3\\n4\", 7);" }
	/^\tscope/ && inside { print "\t\twaituntil (signalled(SIGTERM)) return 8; or else { }\n\t\tspawn stop();" }' "$CONC/examples/stream_pipeline.c" >signal.c
"$CONCC" --test-schedules="${RUNS:-10}" signal.c -- 1000 >log 2>&1 || cat log
check "seeds: a signal" "$(grep -c ' none failed' log)" 1
sed "s/^\tsignal(SIGPIPE.*/\t$begin\n&\n\tint ends[2]; if (pipe(ends) || dup2(ends[1], 1) != 1) return 9;\n\tclose(ends[0]);/" "$CONC/examples/stream_pipeline.c" >closed.c
"$CONCC" --test-schedules="${RUNS:-10}",status:1 closed.c -- 0.0001 >log 2>&1 || cat log
check "seeds: nobody reads it" "$(grep -c ' none failed' log)" 1
