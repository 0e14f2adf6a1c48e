#!/bin/sh
# SPDX-License-Identifier: MIT
# Instructions per expanded node of the standard A*, counted by callgrind: the difference between two runs with
# different numbers of problems, so that loading and building do not count.
# usage: bench/instructions.sh BENCH_ASTAR [FOLDER/MAP ...]   (FAIRWAY_BENCHMARKS names the folder of the maps)
set -eu
bench=$1
shift
[ $# -gt 0 ] || set -- dao/brc202d random/random512-40-0 mazes/maze512-8-0
[ -n "${FAIRWAY_BENCHMARKS:-}" ] || { echo "instructions.sh: FAIRWAY_BENCHMARKS names no folder of benchmark maps" >&2; exit 1; }
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

# Prints "instructions expanded" of a run over the first $2 problems of map $1.
count() {
	valgrind --tool=callgrind --callgrind-out-file="$out/callgrind" "$bench" --only "$1" --limit "$2" --textbook 0 \
		>"$out/table" 2>/dev/null
	instructions=$(sed -n 's/^summary: \([0-9]*\).*/\1/p; s/^totals: \([0-9]*\).*/\1/p' "$out/callgrind" | head -n 1)
	awk -v map="$1" -v n="$instructions" '$1 == map { printf "%.0f %.0f\n", n, $5 * $2 }' "$out/table"
}

for map; do
	set -- $(count "$map" 400) $(count "$map" 1200)
	awk -v map="$map" -v a="$1" -v ea="$2" -v b="$3" -v eb="$4" \
		'BEGIN { printf "%-26s %6.1f instructions per expanded node\n", map, ( b - a ) / ( eb - ea ) }'
done
