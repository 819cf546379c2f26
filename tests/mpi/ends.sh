#!/bin/sh
# SPDX-License-Identifier: MIT
# test-all: a minute
# How programs end on three ranks: what is printed is rank 0's alone, its status is that of mpirun, and what
# goes wrong on a host is said and stops the program.
here=$CONC/tests/mpi
"$CONCC" -O2 -g -fconc-mpi -iquote "$here" "$here/ends.c" -o ends || { echo "not ok ends: cannot be built"; exit; }
export CONC_MPI_TIMEOUT=10

# ends HOW STATUS OUTPUT [PATTERN …]: lines of standard error; without one, libconc says nothing. STATUS may be
# several: Open MPI 5 reports the rank whose end it sees first, and hosts that have lost rank 0 end with 1.
ends() {
	how=$1 status=$2 output=$3
	shift 3
	for again in 1 2 3 4 5 6; do
		HOW=$how timeout -k 5 60 "$here/launch" 3 ./ends >printed 2>said
		got=$?
		[ $got = 9 ] || break # 9: no call was handled elsewhere, see remote.h
	done
	bad=
	[ "$(cat printed)" = "$output" ] || bad="printed '$(cat printed)'"
	case " $status " in *" $got "*) ;; *) bad="$bad status $got instead of $status" ;; esac
	[ $# -gt 0 ] || ! grep -q conc: said || bad="$bad messages"
	for pattern in "$@"; do grep -qE "$pattern" said || bad="$bad no line matches: $pattern;"; done
	if [ -z "$bad" ]; then echo "ok $how"; else echo "not ok $how (run $again): $bad"; cat said; fi
}
last='atexit on rank 0
destructor on rank 0'
good="1999000
$last"

ends returns 3 "$good"
ends 'exits at once' 4 "$last"
ends forks 3 "$last
$good"
CONC_MPI_TIMEOUT=5 # shorter than what these behaviours take
ends 'works long' 3 "6
$last"
ends 'computes long' 3 "$good"
CONC_MPI_TIMEOUT=10
ends 'exits elsewhere' 5 "$last"
ends 'exits in several threads' 5 "$last"
lost="^conc: rank [12] \(process [0-9]+ on .*\) was lost: its process has ended$"
# mpirun tells the status of the process whose end it hears of first: the host's, or that of rank 0, which stops for it
ends 'crashes elsewhere' '139 134' '' "$lost" "^conc: lost are the effects of these messages to actor 'sum': [0-9]+ 'add'$"
ends 'sends elsewhere' 134 '' "ends.c:[0-9]+: conc: message 'poke' is sent to actor 'other' on rank [12], which only hosts"
ends 'reads what was not written' 134 '' '^conc: deserialize of odd asks for 16 bytes where 8 are left'
ends 'sends nowhere' 134 '' "ends.c:[0-9]+: conc: message 'poke' is sent to an actor 'other' by a null pointer"
ends aborts '134 1' 1999000 '' # what the hosts say of it

# Ranks that do not run the same program. The mpirun of Open MPI 5.0.7 crashes where it is given two.
sed 's/long by; unsigned turns; };/long by, more; unsigned turns; };/' "$here/ends.c" >other.c
"$CONCC" -O2 -fconc-mpi -iquote "$here" other.c -o other
sed 's/50);/51);/' "$here/ends.c" >similar.c
"$CONCC" -O2 -fconc-mpi -iquote "$here" similar.c -o similar
differs() {	# differs PROGRAM WHAT
	# shellcheck disable=SC2016
	timeout -k 5 60 "$here/launch" 3 sh -c '[ "$OMPI_COMM_WORLD_RANK" = 2 ] || exec ./ends; exec "$0"' "$1" >printed 2>said
	got=$?
	if [ $got != 0 ] && [ ! -s printed ] && grep -q "^conc: rank 2 runs another program than rank 0: it has $2" said; then
		echo "ok rank 2 has $2"
	else
		echo "not ok rank 2 has $2: status $got"
		cat printed said
	fi
}
differs ./other 'other actors, messages or scalable behaviours'
differs ./similar 'another executable'

# A host that has nothing to do uses next to nothing of its processor: of 3 s, 1/20. What MPI_Init takes is
# what it has used when main begins.
cp ends idle$$
HOW='sleeps long' timeout -k 5 60 "$here/launch" 3 ./idle$$ >printed 2>said
used=$(sed -n 's/^used //p' printed)
if [ "${used:-999}" -le 15 ]; then echo "ok idle hosts"; else echo "not ok idle hosts: ${used:-?} hundredths of a second of 3 s"; cat said; fi
