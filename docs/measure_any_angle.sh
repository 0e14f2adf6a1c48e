#!/bin/sh
# SPDX-License-Identifier: MIT
# Measures everything in the part "Any angle" of docs/performance.md anew: the kept output and its CSV, the tables and
# the plots. Takes about a quarter of an hour. Needs matplotlib (Debian: python3-matplotlib).
#   FAIRWAY_BENCHMARKS=FOLDER docs/measure_any_angle.sh [BUILD [options of bench_any_angle]]
# RESULTS names another folder than bench/results/epyc-2-cores for what is kept, PYTHON another python3.
set -eu
unset CDPATH
build=$(cd -- "${1:-$(dirname -- "$0")/../build/release}" && pwd)
cd -- "$(dirname -- "$0")/.."
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- --problems 150 --maps 15 --side 8192 --theta-side 2048
: "${FAIRWAY_BENCHMARKS:?names no folder of MovingAI maps}"
results=${RESULTS:-bench/results/epyc-2-cores}

# One that has matplotlib: often it is Debian's own, behind another one.
python=
for each in ${PYTHON:-python3 /usr/bin/python3}; do
	if [ -z "$python" ] && "$each" -c 'import matplotlib' 2>/dev/null; then
		python=$each
	fi
done
if [ -z "$python" ]; then
	echo "measure_any_angle: no python3 with matplotlib: apt-get install python3-matplotlib" >&2
	exit 1
fi

mkdir -p "$results"
new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT
echo "bench_any_angle $*" >"$new/any-angle.txt"
"$build/bench/bench_any_angle" --csv "$new/any-angle.csv" "$@" >>"$new/any-angle.txt"
cp "$new/any-angle.txt" "$new/any-angle.csv" "$results/"
"$python" docs/fill_tables.py "$results/any-angle.csv" docs/performance.md
"$python" docs/plot.py "$results/any-angle.csv" docs/images
ls -l "$results"/any-angle.* docs/images/any-angle-*.svg
