# SPDX-License-Identifier: MIT
# Completion of concc for fish: its own options, those of the C compiler behind it, and files.
function __concc_back_end --description 'options of the C compiler behind concc'
	set -l word (commandline -ct)
	string match -q -- '-*' $word; or return
	set -l concc (commandline -opc)[1]
	$concc --completion=$word 2>/dev/null; or $concc --autocomplete=$word 2>/dev/null
end
set -l mine 'not contains -- -- (commandline -opc)'
complete -c concc -n $mine -a '(__concc_back_end)'
complete -c concc -o fconc -d 'translate every unit in C'
complete -c concc -o fno-conc -d 'translate no unit'
complete -c concc -l emit-c -d 'print the C that is compiled'
complete -c concc -n $mine -a --emit-c=pretty -d 'print it for a reader'
complete -c concc -l emit-header -d 'print a header with which plain C sends to actors'
complete -c concc -n $mine -a --report=sync -d 'print where queries of separate objects synchronise'
complete -c concc -o fconc-schedules -d 'build a program for CONC_SCHEDULE'
complete -c concc -o fno-conc-schedules -d 'build it as always'
complete -c concc -o fconc-check-sync -d 'stop where a synchronisation is missing'
complete -c concc -o fno-conc-check-sync -d 'do not check that'
complete -c concc -o fconc-mpi -d 'replicas of actors on the other ranks of mpirun'
complete -c concc -o fno-conc-mpi -d 'replicas here only'
complete -c concc -o fconc-safe -d 'refuse what threads may share without protection'
complete -c concc -o fno-conc-safe -d 'warn only of what is known'
complete -c concc -o fconc-summaries -d 'warn of data that threads of several units share'
complete -c concc -o fno-conc-summaries -d 'look at one unit only'
complete -c concc -n $mine -a '-fconc-separate=none -fconc-separate=dynamic -fconc-separate=static -fconc-separate=qoq -fconc-separate=all' \
	-d "the optimisations of 'separate'"
complete -c concc -l test-schedules= -d 'run a program under so many schedules'
complete -c concc -l verify -d 'run a small program under all its schedules'
complete -c concc -l verify= -d 'run it under those with so many preemptions'
complete -c concc -o Wconc -d 'warnings of the translator'
complete -c concc -o Wno-conc -d 'no warnings of the translator'
for name in cancel dangling-pointer destroy escape guarded large-message pointer-argument safe scalable shared thread-local timeout waituntil
	complete -c concc -o Wconc-$name -o Wno-conc-$name -o Werror=conc-$name -o Wno-error=conc-$name
end
complete -c concc -o save-temps -d 'keep intermediate files, NAME.lowered.c too'
complete -c concc -l show-compile-flags -d 'for compiling the output of --emit-c without concc'
complete -c concc -l show-link-flags -d 'for linking objects without concc'
complete -c concc -l conc-version -d 'the version of concc'
complete -c concc -l conc-identity -d 'translator, headers and back end, for compiler caches'
complete -c concc -l clangd -d 'clangd for an editor, on files with Conc words'
complete -c concc -l trace-from-core -r -d "the flight recorder's last events in a core file"
complete -c concc -l help -d 'the options on one screen'
