#!/bin/sh
# SPDX-License-Identifier: MIT
# examples/job_scheduler.c with jobs that fail, hang, flood, ignore SIGTERM and leave processes behind, and SIGTERM in every state.
# RUNS=1000 FIRST=1 for so many random ones.
# reads: concc libraries examples/job_scheduler.c
"$CONCC" -O2 -Wall -Wextra -Werror "$CONC/examples/job_scheduler.c" -o scheduler || exit 1
export CONC_DEBUG=1
check() { [ "$2" = "$3" ] && echo "ok - $1" || echo "not ok - $1: $2 instead of $3"; }
mkfifo living

# run ARGUMENTS …: the report in got, what it complains about in err, its exit status in status. All that it starts has the pipe
# open: it is at its end when nobody is left.
run() {
	timeout 300 ./scheduler "$@" >got 2>err 9>living & pid=$!
	[ -z "${after:-}" ] || { sleep "$after"; kill -TERM "$(cat "/proc/$pid/task/$pid/children")"; } 2>/dev/null
	timeout 300 cat living || echo "not ok - something is left: $*"
	wait $pid
	status=$?
}
without_times() { sed 's/, [0-9.]* s: /: /; s/: $/:/' got; }

cat >jobs <<'END'
# a comment
good - 1 300 echo one; echo two

bad good 3 300 exit 3
never good,bad 1 300 echo never
stubborn - 1 0.05 trap '' TERM; while :; do sleep 0.01; done
late - 2 0.05 sleep 1000 & sleep 1000
shot - 1 300 kill -9 $$
stops - 1 0.05 kill -STOP $$
flood - 1 300 yes | head -c 3000000
zeros - 1 300 head -c 300000 /dev/zero
silent - 1 0.05 exec >&- 2>&-; sleep 1000
leaves - 1 300 (trap '' TERM; sleep 1000) & echo left
escapes - 1 300 setsid yes 9>&- & sleep 0.01
polite - 1 0.3 trap 'echo bye; exit 5' TERM; while :; do sleep 0.01; done
ends - 1 300 printf 'no newline'
END
run jobs 3 300 0.05
check "all kinds" "$(without_times | sed 's/^escapes .*/escapes/; s/: ??*$/: ?/; s/^polite .*timed out, tries: 1:.*/polite/')" "good         done, tries: 1: two
bad          exit 3, tries: 3:
never        not run, tries: 0:
stubborn     timed out, tries: 1:
late         timed out, tries: 2:
shot         signal 9, tries: 1:
stops        timed out, tries: 1:
flood        done, tries: 1: y
zeros        done, tries: 1: ?
silent       timed out, tries: 1:
leaves       done, tries: 1: left
escapes
polite
ends         done, tries: 1: no newline
6 of 14 done"
check "its status, and no complaint" "$status $(cat err)" "1 "

: >jobs
for i in 1 2 3 4 5 6; do
	echo "j$i - 1 300 mkdir p1 2>&- && p=p1 || mkdir p2 && p=\${p:-p2} || exit 9; sleep 0.02; rmdir \$p" >>jobs
done
run jobs 2
check "two at once" "$status $(tail -n 1 got)" "0 6 of 6 done"

echo 'no newline at the end' | tr -d '\n' >jobs
run jobs
check "a wrong line" "$status $(cat err)" "2 jobs:1: it is not NAME AFTER TRIES LIMIT COMMAND"
for line in 'a - 0 1 x' 'a - 1 nan x' 'a a 1 1 x' 'a b 1 1 x' 'a - 1 1' "$(head -c 100000 /dev/zero | tr '\0' a)"; do
	echo "$line" >jobs
	run jobs
	[ $status = 2 ] && [ -s err ] || echo "not ok - $line"
done

# SIGTERM: what runs is finished in time, nothing else is begun.
cat >jobs <<'END'
one - 1 300 kill -TERM $PPID; sleep 0.05; echo finished
two one 1 300 echo two
END
run jobs 1 300
check "what runs at SIGTERM is finished" "$status $(without_times)" "1 one          done, tries: 1: finished
two          not run, tries: 0:
1 of 2 done"
cat >jobs <<'END'
one - 1 300 trap '' TERM; kill -TERM $PPID; sleep 1000
END
run jobs 1 0.05 0.05
check "at most until the deadline" "$status $(without_times)" "1 one          ended, tries: 1:
0 of 1 done"
echo 'one - 1 300 trap "" TERM; kill -TERM $PPID; sleep 0.05; kill -INT $PPID; sleep 1000' >jobs
run jobs 1 1000 0.05
check "or until the second" "$status $(without_times)" "1 one          ended, tries: 1:
0 of 1 done"
run jobs 1 1000 0.05 >/dev/null <&- 2>&-
check "without standard files" "$status" 1
echo 'one - 1 300 echo one' >jobs
(timeout 300 ./scheduler jobs <&- >&- 2>&- 9>living; echo $? >code) & timeout 300 cat living; wait
check "closed standard files" "$(cat code)" 0

random_jobs() {	# random_jobs SEED: jobs of it, and behind the last line its arguments and when the signal comes
	awk -v seed="$1" 'function any(n) { return int(rand() * n) }
	BEGIN { srand(seed); n = 1 + any(8)
		k[0] = "echo ok"; k[1] = "exit 3"; k[2] = "kill -9 $$"; k[3] = "trap \"\" TERM; while :; do sleep 0.01; done"
		k[4] = "sleep 1000 & sleep 1000"; k[5] = "yes | head -c 500000"; k[6] = "yes"
		k[7] = "trap \"sleep 1000 & exit 0\" TERM; while :; do sleep 0.01; done"; k[8] = "(trap \"\" TERM; sleep 1000) & exit 0"
		k[9] = "kill -STOP $$"; k[10] = "kill -TERM $PPID"; k[11] = "head -c 100000 /dev/zero"; k[12] = "exec >&- 2>&-; sleep 1000"
		k[13] = "setsid yes 9>&- & exit 0"; k[14] = "kill -INT $PPID; kill -TERM $PPID; exit 1"; k[15] = "sleep 0.02"
		for (i = 0; i < n; i++) {
			after = i && any(2) ? "j" any(i) : "-"
			if (i > 1 && any(4) == 0) after = "j" any(i) ",j" any(i)
			printf "j%d %s %d %.2f %s\n", i, after, 1 + any(3), any(10) / 50, k[any(16)]
		}
		printf "# %d %.2f %.2f\n%s\n", 1 + any(4), any(5) / 50, any(4) / 50, any(4) ? "# " rand() / 8 : "#"
	}'
}
seed=${FIRST:-$(date +%s)} runs=${RUNS:-12} bad=0
for i in $(seq "$seed" $((seed + runs - 1))); do
	random_jobs "$i" >jobs
	after=$(tail -n 1 jobs | cut -c3-)
	# shellcheck disable=SC2046
	run jobs $(tail -n 2 jobs | sed -n 's/# //; 1p')
	grep -v '^#' jobs >wanted
	# a line for each, and none was run before what it is to wait for had succeeded
	if [ $status = 143 ] && ! [ -s got ] && ! [ -s err ]; then :	# the signal came before it began
	elif [ $status -gt 1 ] || [ -s err ] || ! awk '
		FNR == NR { after[$1] = $2; wanted++; next }
		$2 == "of" { if (FNR != wanted + 1 || $1 != done || $3 != wanted) wrong = 1; whole = 1; next }
		{ done += ok[$1] = $2 == "done,"; n = split(after[$1] == "-" ? "" : after[$1], a, ",")
		  for (i = 1; i <= n; i++) if ($2 $3 != "notrun," && !ok[a[i]]) wrong = 1 }
		END { exit wrong || !whole }' wanted got; then
		echo "not ok - FIRST=$i RUNS=1: status $status"; cat jobs got err
		bad=$((bad + 1))
	fi
done
check "$runs random ones from $seed" $bad 0

# Under seeds, whose virtual time does not wait for children: most of them are too late.
printf '%s\n' 'a - 2 0.05 exit 3' 'b - 1 1 echo hi' 'c b 1 0.01 sleep 1000' 'd - 1 5 kill -TERM $PPID' >jobs
"$CONCC" --test-schedules="${RUNS:-20}",status:1 "$CONC/examples/job_scheduler.c" -- jobs 2 0.05 0.05 >log 2>&1 || cat log
check seeds "$(grep -c ' none failed' log)" 1
