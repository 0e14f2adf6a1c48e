#!/bin/bash
# SPDX-License-Identifier: MIT
# Plans paths by every method of the program and runs the quickest tests of build/dev under valgrind, which finds reads
# of unset memory that sanitizers do not find. It takes 20 to 50 times as long as the test alone, hence only
# VALGRIND_TESTS of them (10), none that took over a second when ctest last ran. Only findings of valgrind count: it
# computes long double in 64 bits, so a test that compares with long double may fail here although it is right.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../build/dev"

# The program that holds a test; nothing if there is none of this name.
program_of()
{
	local file
	file=$(cd ../../tests && find . -name "$1.c" | head -n 1)
	[ -n "$file" ] || return 0
	file=$(dirname "${file#./}")
	echo "tests/tests_${file//\//_}"
}

costs=Testing/Temporary/CTestCostData.txt
if [ ! -f "$costs" ]; then
	echo "run_valgrind: run scripts/test first"
	exit 1
fi
# Below its line of dashes the list names the tests that failed: they stop in the middle and leak. A test that was
# removed since keeps its line, so its program must exist.
mapfile -t names < <(awk '
	FNR == NR { if( dashes ) failed[$1]; dashes = dashes || /^---/; next }
	/^---/ { exit }
	/^test_/ && !( $1 in failed ) && $2 > 0 { print $3, $1 }' "$costs" "$costs" | sort -n |
	while read -r seconds name; do
		[ -z "$(program_of "$name")" ] || echo "$seconds $name"
	done | awk 'NR == 1 || $1 <= 1 { print $2 }' | sed "${VALGRIND_TESTS:-10}q")

count=0
failed=0

# under_valgrind NAME PROGRAM ARGUMENT...
under_valgrind()
{
	local name=$1
	local status=0
	local log
	shift
	count=$((count + 1))
	log=$(timeout 300 valgrind -q --error-exitcode=99 --leak-check=full --track-origins=yes \
		--errors-for-leak-kinds=definite,indirect,possible "$@" 2>&1 </dev/null) || status=$?
	# 124 is from timeout; from 126 on the program did not start or was ended by a signal.
	if [ "$status" = 99 ] || [ "$status" -ge 124 ]; then
		printf '%s\n' "$log" | tail -n 60
		echo "$name: FAILED under valgrind, exit code $status"
		failed=$((failed + 1))
	else
		echo "$name: clean"
	fi
}

under_valgrind "fairway compare" cli/fairway compare ../../maps/harbour.map --radius 0.45 --turning-radius 1.5 \
	--capability ground,road --from 70.5,21.5,0 --to 27.5,48.5,180
for name in "${names[@]}"; do
	under_valgrind "$name" "$(program_of "$name")" "$name"
done
echo "run_valgrind: $failed of $count programs failed"
[ "$failed" = 0 ] && [ ${#names[@]} -gt 0 ]
