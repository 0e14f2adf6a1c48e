#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs the quickest tests of build/dev under valgrind, which sees reads of unset memory that sanitizers do not. It takes
# 20 to 50 times as long as the test alone, hence only VALGRIND_TESTS of them (6), none that took over a second when
# ctest last ran. Only findings of valgrind count: it computes long double in 64 bits, so that a test which compares with
# that may fail here and be right.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../build/dev"

costs=Testing/Temporary/CTestCostData.txt
if [ ! -f "$costs" ]; then
	echo "run_valgrind: run scripts/test first"
	exit 1
fi
# A test that was removed since keeps its line in ctest's list, so look for its program.
mapfile -t names < <(awk '/^---/ { exit } $1 ~ /^test_/ { print $3, $1 }' "$costs" | sort -n | while read -r seconds name; do
	[ ! -x "tests/$name" ] || echo "$seconds $name"
done | awk 'NR == 1 || $1 <= 1 { print $2 }' | sed "${VALGRIND_TESTS:-6}q")

count=0
failed=0
for name in "${names[@]}"; do
	count=$((count + 1))
	status=0
	log=$(timeout 300 valgrind -q --error-exitcode=99 --leak-check=full --track-origins=yes \
		--errors-for-leak-kinds=definite,indirect,possible "tests/$name" 2>&1 </dev/null) || status=$?
	# 124 is timeout's, from 126 on the program did not start or was ended by a signal.
	if [ "$status" = 99 ] || [ "$status" -ge 124 ]; then
		printf '%s\n' "$log" | tail -n 60
		echo "$name: FAILED under valgrind, exit code $status"
		failed=$((failed + 1))
	else
		echo "$name: clean"
	fi
done
echo "run_valgrind: $failed of $count tests failed"
[ "$failed" = 0 ] && [ "$count" -gt 0 ]
