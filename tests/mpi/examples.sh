#!/bin/sh
# SPDX-License-Identifier: MIT
# The examples whose actors and messages can travel print on 1 and 3 ranks what they print without MPI.
for name in scalable scalable_queue; do
	"$CONCC" -O2 -fconc-mpi "$CONC/examples/$name.c" -o "$name" || { echo "not ok $name: cannot be built"; continue; }
	for ranks in 1 3; do
		timeout -k 5 60 "$CONC/tests/mpi/launch" "$ranks" "./$name" >printed 2>said
		if cmp -s printed "$CONC/examples/expected/$name.out"; then
			echo "ok $name on $ranks ranks"
		else
			echo "not ok $name on $ranks ranks"
			cat said
		fi
	done
done
