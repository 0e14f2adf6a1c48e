#!/bin/bash
# SPDX-License-Identifier: MIT
# Completes words as a shell would, by the script that the program makes; fish and zsh, where they are installed, at
# least have to understand theirs.
#   tests/cli/completion.sh PROGRAM
set -euo pipefail

program=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

for shell in bash fish zsh; do
	"$program" --completion "$shell" >"$work/$shell"
	command -v "$shell" >/dev/null || continue
	"$shell" -n "$work/$shell"
done
# shellcheck disable=SC1091
source "$work/bash"

# completes EXPECTED WORD...: the last word becomes one of these.
completes()
{
	local expected=$1
	shift
	COMP_WORDS=("$@")
	COMP_CWORD=$(($# - 1))
	_fairway
	if [ "${COMPREPLY[*]}" != "$expected" ]; then
		echo "$*: completed as '${COMPREPLY[*]}', expected '$expected'"
		failed=1
	fi
}

completes "plan poses" fairway p
completes "--turning-radius --turn-penalty --turn-charge --turns" fairway plan --tur
completes "--fps" fairway simulate --f
completes "" fairway check --fps
completes "backing" fairway plan a.map --turns b
completes "ground,swamp" fairway plan a.map --capability ground,s
completes "astar,jps" fairway compare a.map --methods astar,jp
completes "directional8" fairway plan a.map --method directional8
completes "$work/fish" fairway plan a.map --out "$work/fi"
completes "$work/fish" fairway info "$work/fi"
exit $failed
