#!/bin/sh
# SPDX-License-Identifier: MIT
# reads: translator editors docs grammar examples Makefile transpiler/driver/options.c libconc/src libconc-mpi/src
# The installed completions in each shell that is here: our options, their values, the C compiler's options, files.
# shellcheck disable=SC2016
. "$CONC/tests/driver/common"
here=$PWD
PATH=$(dirname "$concc"):$PATH
export PATH CONC_CC=gcc
make -s -C "$CONC" install PREFIX=/usr DESTDIR="$here/stage" >/dev/null
: >'name with blanks.c'
{ echo '"--clangd" "--trace-from-core"'; sed -n '/ ours\[\] =/,/;/p; / warnings\[\] =/,/;/p' "$CONC/transpiler/driver/options.c"; } |
	grep -oE '[" ]-[^" ]+' | tr -d '" ' | sed 's/^-W.*conc$/-Wconc/' | sort -u >table
is "the table was found" "$(grep -cx -e -fconc -e --report= -e -Wconc -e --help table)" 4

# check SHELL: "SHELL WORDS" prints, a line each, what may stand in the place of the last word
check() {
	for option in $(cat table); do
		"$1" "${option%=}" | grep -q -e "$option" || echo "not ok - $1: no $option"
	done
	is "$1: our options" "$("$1" -fconc-s | tr '\n' ' ')" "$2"
	is "$1: our warnings" "$("$1" -Wno-error=conc-l | sed 's/.*=//')" conc-large-message
	is "$1: values" "$("$1" -fconc-separate=d | sed 's/.*=//')" dynamic
	is "$1: options of the C compiler" "$("$1" -ftree-loop-vec | tr '\n' ' ')" "-ftree-loop-vectorize "
	is "$1: their values" "$("$1" -std=gnu1 | sed 's/.*=//' | tr '\n' ' ')" "gnu11 gnu17 gnu18 gnu1x "
	is "$1: of clang too" "$(CONC_CC=clang "$1" -fthinlto-i | tr '\n' ' ' | cut -c1-16)" "-fthinlto-index="
	is "$1: files" "$("$1" 'ban' | tr '\n' ' ')" "bank.c "
	is "$1: files behind an option" "$("$1" -O2 'pla' | tr '\n' ' ')" "plain.c "
	is "$1: files only behind --" "$("$1" --test-schedules=7 bank.c -- -fconc | tr '\n' ' ')" ""
}

bash_() {
	bash --norc -c '. "$0/stage/usr/share/bash-completion/completions/concc"; COMP_LINE="concc $*" COMP_POINT=${#COMP_LINE}
		COMP_WORDS=(concc "$@") COMP_CWORD=$#; _concc concc "${!#}"; printf "%s\n" "${COMPREPLY[@]}"
		[[ ${COMPREPLY[*]} || ${!#} == -* ]] || compgen -f -- "${!#}"' "$here" "$@" | sed '/^$/d'
}
check bash_ "-fconc-safe -fconc-schedules -fconc-separate= -fconc-summaries "
if [ -f /usr/share/bash-completion/bash_completion ]; then
	is "bash finds it by itself" "$(XDG_DATA_DIRS=$here/stage/usr/share bash --norc -c '. /usr/share/bash-completion/bash_completion
		_completion_loader concc; complete -p concc')" "complete -o bashdefault -o default -F _concc concc"
fi

zsh_() {	# what the editor's list shows: the line is typed, and the functions that would show matches write them down
	zsh -f -c 'zmodload zsh/zpty; zpty z zsh -f -i
		zpty -w z "fpath=($0/stage/usr/share/zsh/site-functions \$fpath); autoload -Uz compinit; compinit -u -d $0/.zdump; PS1="
		zpty -w z "compadd() { local -a had; builtin compadd -O had \"\$@\"; local i p s; for (( i = 1; i < \$#; i++ )); do [[ \${@[i]} == -- ]] && break; done; print -rl -- \$had >>$0/matches; builtin compadd \"\$@\" }"
		zpty -w z "finish() { print done >>$0/finished; exit }; zle -N finish; bindkey ^X finish; bindkey ^I complete-word"
		zpty -w -n z "concc ${(j: :)${(q)@}}"$'\''\t\x18'\''
		while [[ ! -e $0/finished ]] && zpty -t z; do zpty -r z line || break; done; zpty -d z' "$here" "$@" >/dev/null 2>&1
	sort -u matches 2>/dev/null | sed '/^$/d'
	rm -f matches finished
}
if there zsh; then check zsh_ "-fconc-safe -fconc-schedules -fconc-separate= -fconc-summaries "; fi

fish_() {	# fish 4 also tells what has the word in its middle, which its list shows when there is nothing better
	for word; do :; done
	HOME=$here XDG_DATA_DIRS=$here/stage/usr/share:/usr/share fish --no-config -c 'source $argv[1]/stage/usr/share/fish/vendor_completions.d/concc.fish
		complete -C "concc $argv[2..]"' "$here" "$@" </dev/null | cut -f1 | awk -v word="$word" 'index($0, word) == 1' | sort
}
if there fish; then
	check fish_ "-fconc-safe -fconc-schedules -fconc-separate=all -fconc-separate=dynamic -fconc-separate=none -fconc-separate=qoq -fconc-separate=static -fconc-summaries "
fi
