#!/bin/bash
# SPDX-License-Identifier: MIT
# Measures the figures in the tables of docs/algorithms anew and prints them as rows of these tables.
#   FAIRWAY_BENCHMARKS=FOLDER docs/measure.sh [BUILD]    with the program of build/release or another build folder
# Pose problems are in poses/NAME.poses of that folder. All but times is the same on every machine.
# Figures of hierarchies are bench_haa's; docs/fill_haa.py puts its output into the pages.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
fairway=$(cd -- "${1:-build/release}" && pwd)/cli/fairway
cd "$FAIRWAY_BENCHMARKS"

# row NAME: from the report on standard input, the columns that the tables have.
row()
{
	awk -v name="$1" '
		/^solved/ { solved = $2; all = $4 }
		/^legal/ { legal = $2 }
		/^length/ { length_mean = $3 }
		/^turned/ { turned = $3 }
		/^time/ { median = $5; p95 = $7 }
		/^expanded/ { expanded = $3 }
		END {
			sub(",", "", median); sub(",", "", p95)
			printf "| %s | %s of %s | %s | %.2f | %.4f | %.0f | %.2f | %.2f |\n", name, solved, all, legal, length_mean,
				turned, expanded, median / 1000, p95 / 1000
		}'
}

problems="dao/brc202d:brc202d dao/brc202d:brc202d-fix bg512/AR0602SR:AR0602SR bg512/AR0602SR:AR0602SR-fix"
each()
{
	local name=$1
	shift
	for pair in $problems; do
		"$fairway" poses "${pair%%:*}.map" "poses/${pair##*:}.poses" "$@" 2>/dev/null | row "$name | ${pair##*:}"
	done
}

echo "## Scenarios of A*: map, problems, solved, published lengths reproduced, mean of expanded nodes"
for map in */*.map; do
	[ ! -f "$map.scen" ] || "$fairway" scen "$map" "$map.scen" 2>/dev/null | awk -v map="$map" '
		/^solved/ { solved = $2; all = $4 }
		/^equal/ { equal = $2 }
		/^expanded/ { expanded = $3 }
		END { printf "| %s | %s | %s | %s | %.0f |\n", map, all, solved, equal, expanded }'
done

head="solved | legal | length | radians per tile | expanded | median ms | 95 % ms"
echo "## Rings: method | problems | $head"
for method in directional directional8 directional24 directional48; do
	each "\`$method\`" --method "$method" --no-second-try
done
echo "## Retry, lattices, headings, clean-up: option | problems | $head"
each "as it is"
for option in "--lattice tiles" "--lattice half" "--headings 16" --no-clean; do
	# shellcheck disable=SC2086 # words are meant to be split
	each "\`$option\`" $option
done
echo "## Estimates: heuristic | problems | $head"
for heuristic in zero euclidean table octile field best; do
	each "\`$heuristic\`" --heuristic "$heuristic" --weight 1 --no-clean --no-second-try
done
each "\`best\`, weight 1.1" --no-clean --no-second-try
echo "## Length over that with zero: heuristic, problems, mean, worst"
for pair in $problems; do
	for heuristic in zero euclidean table octile field best; do
		"$fairway" poses "${pair%%:*}.map" "poses/${pair##*:}.poses" --heuristic "$heuristic" --weight 1 --no-clean \
			--no-second-try --csv - >"/tmp/fairway-measure-$$.$heuristic"
		paste -d, "/tmp/fairway-measure-$$.zero" "/tmp/fairway-measure-$$.$heuristic" |
			awk -F, -v name="$heuristic | ${pair##*:}" 'NR > 1 && $8 && $26 {
				ratio = $26 / $8; sum += ratio; n++; if (ratio > worst) worst = ratio }
				END { printf "| %s | %.4f | %.4f |\n", name, sum / n, worst }'
	done
	rm -f "/tmp/fairway-measure-$$".*
done
