#!/bin/sh
# SPDX-License-Identifier: MIT
# HTML of the public headers in build/docs/html; a warning of doxygen is an error. Fields of structs are the exception:
# the struct has a text, and "x" would say no more about x.
set -eu
unset CDPATH
cd -- "$(dirname -- "$0")/.."

mkdir -p build/docs
FAIRWAY_VERSION=$(sed -n 's/^#define FW_VERSION_[A-Z]* \{1,\}\([0-9]\{1,\}\).*/\1/p' include/fairway/base.h | paste -sd .)
export FAIRWAY_VERSION
doxygen docs/Doxyfile
warnings=$(grep -v 'Member .* (variable) of struct .* is not documented' build/docs/warnings.txt || true)
if [ -n "$warnings" ]; then
	printf '%s\n' "$warnings"
	echo "build_docs: warnings, see above" >&2
	exit 1
fi
echo "build_docs: build/docs/html/index.html"
