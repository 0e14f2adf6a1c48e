#!/bin/sh
# SPDX-License-Identifier: MIT
# Compiles each public header alone, included twice, as C17 and as C++17, with every installed compiler; and the example
# of the README.
set -eu
unset CDPATH
cd -- "$(dirname -- "$0")/.."

warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"
failed=0
count=0
compilers=

try()
{
	compiler=$1
	language=$2
	command -v "$compiler" >/dev/null 2>&1 || return 0
	compilers="$compilers $compiler"
	for header in include/fairway/*.h; do
		name=${header#include/}
		count=$((count + 1))
		# shellcheck disable=SC2086 # a list of options
		if ! printf '#include "%s"\n#include "%s"\n' "$name" "$name" |
			"$compiler" -x "${language%%=*}" -std="${language#*=}" $warnings -Iinclude -fsyntax-only -; then
			echo "$header does not compile alone: $compiler, ${language#*=}" >&2
			failed=$((failed + 1))
		fi
	done
	for example in examples/*.c examples/*.cpp; do
		case $language:$example in
		c=*:*.cpp) continue ;;
		esac
		count=$((count + 1))
		# shellcheck disable=SC2086 # a list of options
		if ! "$compiler" -x "${language%%=*}" -std="${language#*=}" $warnings -Iinclude -fsyntax-only "$example"; then
			echo "$example does not compile: $compiler, ${language#*=}" >&2
			failed=$((failed + 1))
		fi
	done
	count=$((count + 1))
	# shellcheck disable=SC2086 # a list of options
	if ! "$compiler" -x "${language%%=*}" -std="${language#*=}" $warnings -Iinclude -fsyntax-only examples/hello.c; then
		echo "examples/hello.c does not compile: $compiler, ${language#*=}" >&2
		failed=$((failed + 1))
	fi
}

try gcc c=c17
try clang c=c17
try g++ c++=c++17
try clang++ c++=c++17

echo "check_headers: $failed of $count compilations failed; compilers:$compilers"
for needed in gcc g++; do
	case "$compilers " in
	*" $needed "*) ;;
	*)
		echo "check_headers: $needed is missing (scripts/setup)" >&2
		failed=1
		;;
	esac
done
[ "$failed" = 0 ] && [ "$count" -gt 0 ]
