#!/bin/sh
# SPDX-License-Identifier: MIT
# Compiles each public header alone, included twice, as C17 and as C++17, with every installed compiler; and the example
# of the README.
set -eu
unset CDPATH
cd -- "$(dirname -- "$0")/.."

warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"

# compiles COMPILER LANGUAGE OPTION... FILE: fails with a word if the file does not compile.
compiles()
{
	compiler=$1
	language=$2
	shift 2
	count=$((count + 1))
	# shellcheck disable=SC2086 # a list of options
	"$compiler" -x "${language%%=*}" -std="${language#*=}" $warnings -Iinclude -fsyntax-only "$@" || {
		failed=$((failed + 1))
		echo "does not compile: $compiler, ${language#*=}" >&2
	}
}

try()
{
	command -v "$1" >/dev/null 2>&1 || return 0
	failed=0
	count=0
	for header in include/fairway/*.h; do
		name=${header#include/}
		printf '#include "%s"\n#include "%s"\n' "$name" "$name" >"$work/$1.h"
		compiles "$1" "$2" "$work/$1.h"
	done
	for example in examples/*.c examples/*.cpp; do
		case $2:$example in
		c=*:*.cpp) continue ;;
		esac
		compiles "$1" "$2" "$example"
	done
	echo "check_headers: $1: $failed of $count compilations failed"
	[ "$failed" = 0 ] && [ "$count" -gt 0 ]
}

for needed in gcc g++; do
	command -v "$needed" >/dev/null || {
		echo "check_headers: $needed is missing (scripts/setup)" >&2
		exit 1
	}
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
try gcc c=c17 & first=$!
try clang c=c17 & second=$!
try g++ c++=c++17 & third=$!
try clang++ c++=c++17 & fourth=$!
result=0
for compiler in $first $second $third $fourth; do
	wait "$compiler" || result=1
done
exit "$result"
