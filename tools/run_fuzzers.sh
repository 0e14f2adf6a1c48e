#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs every fuzzer for some time, AT_A_TIME of them in parallel; a finding shows its log and fails.
#   tools/run_fuzzers.sh [SECONDS [AT_A_TIME]]
# The inputs are the same each time, apart from how many of them the machine gets through; FUZZ_SEED=0 tries others with
# every run. Seeds are taken from fuzz/corpus/<name>/ and words from fuzz/<name>.dict for fuzz_<name>.c.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."

export seconds=${1:-60}
at_a_time=${2:-2}
export out=$PWD/build/fuzz/runs

fuzz()
{
	local program=$1
	local name
	name=$(basename "$program")
	mkdir -p "$out/$name.found" "$out/$name.corpus"
	local -a inputs=("$out/$name.corpus")
	local -a options=(-seed="${FUZZ_SEED:-1}" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2560 -print_final_stats=1)
	options+=(-artifact_prefix="$out/$name.found/")
	if [ -d "fuzz/corpus/${name#fuzz_}" ]; then
		inputs+=("fuzz/corpus/${name#fuzz_}")
	fi
	if [ -f "fuzz/${name#fuzz_}.dict" ]; then
		options+=(-dict="fuzz/${name#fuzz_}.dict")
	fi
	if "$program" "${options[@]}" "${inputs[@]}" >"$out/$name.log" 2>&1 </dev/null; then
		local units coverage
		units=$(sed -n 's/^stat::number_of_executed_units: *//p' "$out/$name.log")
		coverage=$(sed -n 's/.* cov: \([0-9]*\).*/\1/p' "$out/$name.log" | tail -n 1)
		echo "$name: $units inputs, $coverage edges covered"
	else
		tail -n 60 "$out/$name.log"
		echo "$name: FAILED; the input is in $out/$name.found"
		return 1
	fi
}
export -f fuzz

mapfile -t programs < <(find build/fuzz/fuzz -maxdepth 1 -type f -executable -name 'fuzz_*' | sort)
if [ ${#programs[@]} = 0 ]; then
	echo "run_fuzzers: no fuzzers in build/fuzz: cmake --preset fuzz && cmake --build --preset fuzz"
	exit 1
fi
mkdir -p "$out"
# shellcheck disable=SC2016 # $1 is for the inner shell
printf '%s\0' "${programs[@]}" | xargs -0 -n 1 -P "$at_a_time" bash -c 'fuzz "$1"' fuzz
