#!/bin/sh
# SPDX-License-Identifier: MIT
# test-all: random moments, half a minute
# tests/mpi/kill.sh [COUNT [SEED]]: a rank, any, is sent SIGKILL or SIGSTOP at a random moment of a program on
# four ranks, from the start of its processes to their end, COUNT (6) times. Each time:
# - mpirun ends, and no process stays;
# - what was printed is right, or nothing;
# - in a quarter of the tries ranks look at each other as if on different machines;
# - if main ran when the rank was lost, its loss is said, and the status is not 0. Ranks that are as if on different
#   machines learn of it by the connection: mpirun, which kills them all, may be faster, and then says it itself.
# `make test-mpi-kill COUNT=500` takes half an hour.
if [ -z "${CONC:-}" ]; then
	CONC=$(cd "$(dirname "$0")/../.." && pwd) CONCC=$CONC/build/concc
	work=$(mktemp -d) && cd "$work" && trap 'rm -rf "$work"' EXIT
fi
here=$CONC/tests/mpi
count=${1:-${COUNT:-6}} seed=${2:-${SEED:-$(date +%s)}}
victim=victim$$
"$CONCC" -O2 -g -fconc-mpi -Wno-unused-parameter -iquote "$here" "$here/victim.c" -o $victim || { echo "not ok kill: cannot be built"; exit; }
export CONC_MPI_TIMEOUT=3 OMPI_MCA_btl=self,vader

random() { seed=$(((seed * 1103515245 + 12345) % 2147483648)) chosen=$((seed / 65536 % $1)); }	# into chosen
alive() {	# not those that only wait for somebody to ask how they ended
	for comm in /proc/[0-9]*/comm; do
		read -r name 2>/dev/null <"$comm" && [ "$name" = $victim ] || continue
		p=${comm#/proc/} p=${p%/comm}
		case $(cut -d' ' -f3 "/proc/$p/stat" 2>/dev/null) in '' | Z | X) ;; *) echo "$p" ;; esac
	done
}
rank_of() { tr '\0' '\n' 2>/dev/null <"/proc/$1/environ" | sed -n 's/^OMPI_COMM_WORLD_RANK=//p'; }
process() {	# process RANK: its number, once it is there
	for _ in $(seq 20); do
		for p in $(alive); do [ "$(rank_of "$p")" = "$1" ] && echo "$p" && return; done
		sleep 0.05
	done
}
gone() { for _ in $(seq 20); do [ -n "$(alive)" ] || return 0; sleep 0.1; done; false; }

try() {	# try NUMBER
	random 4; rank=$chosen
	random 1000; delay=$chosen
	random 200; rounds=$((chosen + 5)) # at times it ends before, or just then
	right=$(./$victim $rounds 2>/dev/null)
	random 3; if [ "$chosen" = 0 ]; then signal=STOP; else signal=KILL; fi
	random 4; if [ "$chosen" = 0 ]; then export CONC_MPI_FAR=1 signal=KILL; else unset CONC_MPI_FAR; fi
	timeout -k 1 40 "$here/launch" 4 ./$victim $rounds >printed 2>said &
	job=$!
	target=$(process "$rank" 2>/dev/null)
	sleep "$(printf '%d.%03d' $((delay / 1000)) $((delay % 1000)))"
	cp said before
	sent=no
	[ -z "$target" ] || { kill -$signal "$target" 2>/dev/null && sent=yes; }
	wait $job
	status=$? bad=
	[ $status != 124 ] || bad=" it hangs;"
	gone || bad="$bad processes stay;"
	[ ! -s printed ] || [ "$(cat printed)" = "$right" ] || bad="$bad printed $(cat printed);"
	[ $status != 0 ] || [ -s printed ] || bad="$bad ends well with nothing printed;"
	if [ $sent = yes ] && grep -q begins before && ! grep -q ends said; then
		grep -qE "^conc: (rank [0-9]: )?rank $rank .*was lost" said ||
			{ [ "${CONC_MPI_FAR:-}" ] && grep -qE "(mpirun|prterun) noticed that process rank $rank " said; } ||
			bad="$bad does not say that rank $rank was lost;"
		[ $status != 0 ] || bad="$bad status 0;"
	fi
	[ $sent = no ] || hit=yes
	[ $sent = yes ] || [ $status = 0 ] || bad="$bad fails by itself;"
	what="SIG$signal to ${CONC_MPI_FAR:+far }rank $rank after $delay ms ($sent): status $status, $(grep -c '^conc:' said) messages, $(grep -cE 'begins|ends' said) marks"
	if [ -z "$bad" ]; then echo "ok $1: $what"; else echo "not ok $1: $what:$bad"; cat printed said; fi
	for p in $(alive); do kill -9 "$p"; done
}

hit=no
echo "# seed $seed"
for number in $(seq "$count"); do try "$number"; done
[ $hit = yes ] || [ "$count" -lt 3 ] || echo 'not ok kill: no rank was ever sent a signal'
