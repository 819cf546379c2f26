#!/bin/sh
# SPDX-License-Identifier: MIT
# one in 2: it takes long
# The programs of this folder with NAME.out, on 1, 2 and 4 ranks: each prints what it prints without MPI,
# where tests/run-tests runs it, too. By shared memory and by TCP.
here=$CONC/tests/mpi
for program in "$here"/*.c; do
	name=$(basename "$program" .c)
	[ -f "$here/$name.out" ] || continue
	want=0
	[ -f "$here/$name.status" ] && want=$(cat "$here/$name.status")
	flags=$(sed -n '1s,^// flags: ,,p' "$program")
	# shellcheck disable=SC2086
	"$CONCC" -O2 -g -iquote "$here" $flags "$program" -o "$name" || { echo "not ok $name: cannot be built"; continue; }
	for how in $([ "${QUICK:-}" ] || echo 1,vader 4,vader 3,tcp) 2,vader; do
		for again in 1 2 3 4 5 6; do # 9: no call was handled elsewhere, see remote.h
			OMPI_MCA_btl=self,${how#*,} timeout -k 5 60 "$here/launch" "${how%,*}" "./$name" >printed 2>said
			got=$?
			[ $got = 9 ] || break
		done
		if cmp -s printed "$here/$name.out" && [ $got = "$want" ]; then
			echo "ok $name on ${how%,*} ranks by ${how#*,}"
		else
			echo "not ok $name on ${how%,*} ranks by ${how#*,}: status $got, after $again runs"
			diff "$here/$name.out" printed | head -n 10
			tail -n 20 said
		fi
	done
done
