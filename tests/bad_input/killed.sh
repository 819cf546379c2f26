#!/bin/sh
# SPDX-License-Identifier: MIT
# test-all: half a minute
# Killed at any moment: what stands under the output's name is whole or not there, nothing else is left (but for
# SIGKILL, which leaves temporary files), and the next run is unharmed.
. "$CONC/tests/bad_input/common"

"$concc" -c bank.c -o whole.o
"$concc" whole.o -o whole
whole_lines=$(./whole)

# at MOMENT SIGNAL COMMAND …: in a session of its own; the signal goes to all of it, as from a terminal or a cgroup.
at() {
	perl -e '
		my ($moment, $signal, $whom, @command) = @ARGV;
		my $child = fork;
		if (!$child) { setpgrp(0, 0); $SIG{INT} = "DEFAULT"; exec @command; exit 127; }
		select undef, undef, undef, $moment;
		kill $signal, $whom eq "all" ? -$child : $child;
		waitpid $child, 0;
		my $status = $?;
		if ($whom eq "one") { for (1 .. 300) { last unless kill 0, -$child; select undef, undef, undef, 0.01 } }
		print $status & 127 ? "signal " . ($status & 127) : "exit " . ($status >> 8), "\n";
	' "$@"
}
start=$(date +%s%N)
"$concc" bank.c -o timed
length=$((($(date +%s%N) - start) / 1000000))
steps=${KILL_STEPS:-9}
for signal in TERM INT HUP KILL; do
	for whom in one all; do
		bad='' ended=0
		for step in $(seq "$steps"); do
			moment=$(awk "BEGIN { print $length * 1.1 * $step / $steps / 1000 }")
			mode=$((step % 3))
			rm -rf out; mkdir out
			case $mode in
			0) at "$moment" $signal $whom "$concc" -c bank.c -o out/bank.o ;;
			1) at "$moment" $signal $whom "$concc" -fconc -O2 bank.c -o out/bank ;;
			2) at "$moment" $signal $whom "$concc" --emit-c bank.c -o out/bank.c ;;
			esac >how 2>stderr
			case $(cat how) in signal*) ended=$((ended + 1)) ;; esac
			for left in out/bank.o; do
				[ -e $left ] && ! cmp -s $left whole.o && bad="$bad; $left is not whole at $moment"
			done
			# The linker's own, if it was not done: it cannot be executed; plain gcc leaves it as well.
			if [ -x out/bank ] && [ $signal != KILL ] && [ "$(./out/bank)" != "$whole_lines" ]; then bad="$bad; out/bank at $moment"; fi
			[ -e out/bank.c ] && ! tail -1 out/bank.c | grep -q '^}' && bad="$bad; out/bank.c at $moment"
			if [ $signal != KILL ]; then
				[ "$whom" = one ] && sleep 0.05
				# Plain gcc leaves its own too: where it ends before its parts, and, about once in 400,
				# where a signal to the whole group finds a part that has made its file and no handler yet.
				rm -f tmp/cc*
				[ -z "$(ls -A tmp)" ] || bad="$bad; TMPDIR at $moment: $(ls -A tmp)"
				[ -z "$(ls -A out | grep -v '^bank')" ] || bad="$bad; $(ls -A out) at $moment"
			fi
			# The next run, over whatever is left.
			if [ $signal = KILL ] && [ $mode = 0 ]; then
				"$concc" -c bank.c -o out/bank.o || bad="$bad; the next run fails after $moment"
				cmp -s out/bank.o whole.o || bad="$bad; the next run makes something else after $moment"
			fi
			rm -rf tmp/* tmp/.[!.]*
		done
		is "SIG$signal to $whom of them" "$bad" ''
		yes_if "SIG$signal to $whom: it came while we ran" [ $ended -gt 0 ]
	done
done

# Ended by the signal, for whoever waits for us; one that ignores it goes on.
cat >slow <<'EOF2'
#!/bin/sh
case " $* " in *" -E "*) exec gcc "$@" ;; esac
trap '' TERM
: >compiling
sleep 0.5
exec gcc "$@"
EOF2
cat >leaving <<'EOF2'
#!/bin/sh
case " $* " in *" -E "*) exec gcc "$@" ;; esac
for word; do case $word in */.concc-*) out=${word%/*} ;; esac; done
trap 'exit 1' TERM
(trap '' TERM; for _ in $(seq 1000); do : >"$out/bank.su" || exit; sleep 0.005; done) 2>/dev/null &
: >compiling
wait
EOF2
chmod +x slow leaving
mkdir left
CONC_CC="$PWD/leaving" timeout 20 "$concc" -c bank.c -o left/bank.o & job=$!
for _ in $(seq 200); do [ -e compiling ] && break; sleep 0.02; done
kill -TERM $job
wait $job
is 'a back end that leaves by-products, and writes more' "$(ls -A left)" ''
rm -f compiling
CONC_CC="$PWD/slow" timeout 20 "$concc" -c bank.c -o slow.o & job=$!
for _ in $(seq 200); do [ -e compiling ] && break; sleep 0.02; done
kill -TERM $job
wait $job
is 'a back end that ignores SIGTERM: no output' "$(ls slow.o 2>/dev/null)" ''
sleep 1
is 'nor later' "$(ls slow.o 2>/dev/null)" ''
