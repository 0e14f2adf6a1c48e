#!/bin/sh
# SPDX-License-Identifier: MIT
# Names the C and C++ files that differ from .clang-format and shows the beginning of the difference; --fix rewrites them.
set -eu
unset CDPATH
cd -- "$(dirname -- "$0")/.."

if ! command -v clang-format >/dev/null 2>&1; then
	echo "check_format: clang-format is missing: scripts/setup ci" >&2
	exit 1
fi
case ${1-} in
--fix | "") ;;
*)
	echo "usage: tools/check_format.sh [--fix]" >&2
	exit 2
	;;
esac

# File names of this project have no spaces.
files=$(find include src cli wasm tests bench fuzz examples docs tools '(' -name '*.[ch]' -o -name '*.cpp' ')' 2>/dev/null | sort)
count=$(printf '%s\n' "$files" | grep -c .) || true
wrong=0
# One process for all files is many times as fast as one for each; the difference is shown if there is one.
# shellcheck disable=SC2086 # a list of words
if [ "${1-}" = --fix ]; then
	clang-format -i $files
elif ! clang-format --dry-run -Werror $files >/dev/null 2>&1; then
	for file in $files; do
		if ! difference=$(clang-format "$file" | diff -u --label "$file" --label formatted "$file" -); then
			printf '%s\n' "$difference" | head -n 15
			wrong=$((wrong + 1))
		fi
	done
fi
echo "check_format: $wrong of $count files differ from .clang-format"
[ "$wrong" = 0 ] && [ "$count" -gt 0 ]
