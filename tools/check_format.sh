#!/bin/sh
# SPDX-License-Identifier: MIT
# Names the C files that differ from .clang-format and shows the begin of the difference; --fix rewrites them.
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

count=0
wrong=0
# File names of this project have no spaces.
for file in $(find include src cli tests bench fuzz examples docs -name '*.[ch]' 2>/dev/null | sort); do
	count=$((count + 1))
	if [ "${1-}" = --fix ]; then
		clang-format -i "$file"
	elif ! difference=$(clang-format "$file" | diff -u --label "$file" --label formatted "$file" -); then
		printf '%s\n' "$difference" | head -n 15
		wrong=$((wrong + 1))
	fi
done
echo "check_format: $wrong of $count files differ from .clang-format"
[ "$wrong" = 0 ] && [ "$count" -gt 0 ]
