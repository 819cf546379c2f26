# SPDX-License-Identifier: MIT
# Completion of concc for bash: its own options, those of the C compiler behind it, and files.
_concc()
{
	local line=${COMP_LINE:0:COMP_POINT} word reply list
	word=${line##*[[:blank:]]}
	COMPREPLY=()
	[[ " ${COMP_WORDS[*]:1:COMP_CWORD-1} " != *' -- '* && $word == -* ]] || return 0	# files: complete -o default
	case $word in
	-fconc-separate=*) list='none dynamic static qoq all' ;;
	--report=*) list=sync ;;
	--emit-c=*) list=pretty ;;
	*)
		list='-fconc -fno-conc --emit-c --emit-c=pretty --emit-header --report=sync -fconc-schedules -fno-conc-schedules
			-fconc-check-sync -fno-conc-check-sync -fconc-mpi -fno-conc-mpi -fconc-safe -fno-conc-safe -fconc-summaries -fno-conc-summaries -fconc-separate= --test-schedules= --verify --verify=
			-Wconc -Wno-conc -save-temps --show-compile-flags --show-link-flags --conc-version --conc-identity --clangd --trace-from-core --help'
		for reply in cancel dangling-pointer destroy escape guarded large-message pointer-argument safe scalable shared thread-local timeout waituntil; do
			list+=" -Wconc-$reply -Wno-conc-$reply -Werror=conc-$reply -Wno-error=conc-$reply"
		done
		list+=" $("$1" "--completion=$word" 2>/dev/null || "$1" "--autocomplete=$word" 2>/dev/null | cut -f1)"
		;;
	esac
	case $list in none* | sync | pretty) word=${word#*=} ;; esac
	mapfile -t COMPREPLY < <(compgen -W "$list" -- "$word" | sort -u)
	# Where bash parts words at =, it replaces only what stands behind.
	if [[ $word == *=* && $COMP_WORDBREAKS == *=* ]]; then COMPREPLY=("${COMPREPLY[@]#*=}"); fi
	if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi
	return 0
}
complete -F _concc -o default -o bashdefault concc
