#!/bin/sh
# SPDX-License-Identifier: MIT
# one in 2: it takes long
# Temporary files go, whatever happens; parallel jobs do not meet.
. "$CONC/tests/driver/common"

"$concc" bank.c -o bank; "$concc" -c wrong.c 2>/dev/null; "$concc" -c broken.c 2>/dev/null
is "after success and failure" "$(ls tmp)" ""

# A back end that hangs while it compiles, so that a signal finds us in the middle.
cat >slow <<'EOF'
#!/bin/sh
case " $* " in *" -E "* | *" --version "*) exec gcc "$@" ;; esac
touch compiling
exec sleep 60
EOF
chmod +x slow
mkdir -p src && cp bank.c src
for signal in TERM INT HUP; do
	rm -f compiling
	# A shell ignores SIGINT for what it starts in the background; env does not put it back.
	CONC_CC="$PWD/slow" perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' \
		"$concc" -c src/bank.c -o slow.o &
	job=$!
	for _ in $(seq 200); do [ -e compiling ] && break; sleep 0.05; done
	yes_if "something is there to remove" [ -n "$(ls tmp)" ]
	# The others would read the list of what there is to remove while that one changes it, and that one blocks it while
	# it starts the compiler, which may have begun by now.
	for _ in $(seq 200); do
		open=$(perl -ne '
			BEGIN { %number = (HUP => 1, INT => 2, TERM => 15) }
			/^SigBlk:\s*(\w+)/ and $open += !(hex($1) >> $number{'$signal'} - 1 & 1);
			END { print $open }' /proc/$job/task/*/status)
		[ "$open" = 0 ] || break
		sleep 0.05
	done
	is "SIG$signal reaches one thread" "$open" 1
	kill -$signal $job
	wait $job
	is "SIG$signal ends us by signal" "$(($? - 128))" "$(kill -l $signal 2>/dev/null || case $signal in TERM) echo 15 ;; INT) echo 2 ;; HUP) echo 1 ;; esac)"
	is "and nothing is left" "$(ls tmp slow.o 2>/dev/null | grep -v '^tmp')" ""
done

# At any moment: what stands under the output's name is whole; without a signal it is there. The signal ends gcc, which
# removes its assembly text, and not gcc's cc1: one that has not opened that text yet makes it again and ends when it is
# written. Plain gcc leaves it too.
TMPDIR=$PWD/tmp CONC_CC=gcc "$concc" -O2 -c src/bank.c -o whole.o
for delay in 0.01 0.02 0.04 0.06 0.08 0.1 0.15 0.2 0.3; do
	rm -f any.o
	TMPDIR=$PWD/tmp CONC_CC=gcc perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' "$concc" -O2 -c src/bank.c -o any.o 2>/dev/null &
	job=$!
	sleep $delay
	kill -TERM $job 2>/dev/null
	wait $job
	got=$?
	if [ $got = 0 ]; then made=any.o; else made=; fi
	[ $got = 143 ] && cmp -s any.o whole.o && rm any.o
	is "after $delay seconds: all or nothing" "$([ $got = 0 ] || [ $got = 143 ] || echo "status $got"; ls any.o 2>/dev/null; ls tmp | grep -v '^cc......\.s$'; ls -d .concc-* 2>/dev/null)" "$made"
	rm -f tmp/cc??????.s
done
# A signal to the whole group, as a terminal sends it. Plain gcc leaves a file about once in 400 here: the signal finds
# a part of it that has made its file and no handler yet.
for delay in 0.01 0.02 0.04 0.06 0.08 0.1 0.15 0.2 0.3; do
	rm -f any.o
	TMPDIR=$PWD/tmp CONC_CC=gcc setsid "$concc" -O2 -c src/bank.c -o any.o 2>/dev/null &
	job=$!
	sleep $delay
	kill -TERM -- -$job 2>/dev/null
	wait $job
	got=$?
	while kill -0 -- -$job 2>/dev/null; do sleep 0.05; done
	if [ $got = 0 ]; then made=any.o; else made=; fi
	[ $got = 143 ] && cmp -s any.o whole.o && rm any.o
	is "the group, after $delay seconds: all or nothing" "$([ $got = 0 ] || [ $got = 143 ] || echo "status $got"; ls any.o 2>/dev/null; ls tmp | grep -v '^cc'; ls -d .concc-* 2>/dev/null)" "$made"
	rm -f tmp/cc*
done
is "a reader that leaves" "$({ "$concc" --emit-c bank.c; echo $? >left; } | head -c 1 >/dev/null; ls tmp; cat left)" 0
yes 'int f(int);' | head -n 100000 >>bank.c.long; cat bank.c bank.c.long >long.c
is "SIGPIPE ends us by signal" "$({ "$concc" --emit-c long.c; echo $? >left; } | head -c 1 >/dev/null; ls tmp; cat left)" 141

for i in 1 2 3 4 5 6; do mkdir -p "d$i"; sed "s/40/4$i/" bank.c >"d$i/bank.c"; done
for i in 1 2 3 4 5 6; do "$concc" "d$i/bank.c" -o "job$i" & done
wait
is "jobs side by side" "$(for i in 1 2 3 4 5 6; do "./job$i"; done | cut -d' ' -f1 | tr '\n' ' ')" "43 44 45 46 47 48 "
is "TMPDIR that does not exist" "$(TMPDIR=/nonexistent status "$concc" -c src/bank.c -o x.o; cat stderr)" 0
