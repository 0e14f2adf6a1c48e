# SPDX-License-Identifier: MIT
# Completion of the fairway command line for bash. Options are asked from the program itself, so none can be missing.

_fairway_options()
{
	"$1" "$2" --help 2>/dev/null | sed -n 's/^  \(--[a-z-]*\).*/\1/p'
}

_fairway()
{
	local program="${COMP_WORDS[0]}" word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD - 1]}"
	local command="${COMP_WORDS[1]}" choices=""
	COMPREPLY=()
	if [[ $COMP_CWORD -eq 1 ]]; then
		mapfile -t COMPREPLY < <(compgen -W "plan compare scen queue poses check info abstract simulate methods --help --version" -- "$word")
		return
	fi
	case "$before" in
	--method) choices="$("$program" methods 2>/dev/null | sed '1d; s/ .*//')" ;;
	--methods)
		# A list: what is completed is its last name, behind those that are there.
		local list="" name=""
		[[ $word == *,* ]] && list="${word%,*},"
		for name in $("$program" methods 2>/dev/null | sed '1d; s/ .*//'); do
			choices="$choices $list$name"
		done
		;;
	--anchor) choices="center corner" ;;
	--corners) choices="closed open" ;;
	--heuristic) choices="best octile euclidean zero table field" ;;
	--lattice) choices="gaps tiles half" ;;
	--headings) choices="8 16" ;;
	--neighbors) choices="4 8" ;;
	--turns) choices="ignore along tighter backing recalculate" ;;
	--roads) choices="none steps only rings cones" ;;
	--lane) choices="any right left" ;;
	--fps) choices="1 2 4 5 10 20" ;;
	--color-by) choices="gear speed" ;;
	--show) choices="expanded footprint waypoints" ;;
	--quality) choices="high low initial" ;;
	--clearance) choices="true brushfire" ;;
	--capability) choices="ground water swamp trees road" ;;
	--json-dir)
		mapfile -t COMPREPLY < <(compgen -d -- "$word")
		return
		;;
	--out | --csv | --exact | --profile)
		mapfile -t COMPREPLY < <(compgen -f -- "$word")
		return
		;;
	esac
	if [[ -n $choices ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$word")
	elif [[ $word == -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$(_fairway_options "$program" "$command")" -- "$word")
	else
		mapfile -t COMPREPLY < <(compgen -f -- "$word")
	fi
}

complete -o filenames -F _fairway fairway
