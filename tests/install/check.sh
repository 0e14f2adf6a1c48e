#!/bin/bash
# SPDX-License-Identifier: MIT
# Installs Fairway into empty folders (static, shared, both), builds a user's program against each by CMake and by
# pkg-config and runs it; and sees that the same program fails without Fairway, so that success means something.
#   tests/install/check.sh STATIC_BUILD_FOLDER SHARED_BUILD_FOLDER
set -euo pipefail

source_dir=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
static_build=$(cd -- "$1" && pwd)
shared_build=$(cd -- "$2" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
checks=0

# quietly COMMAND...: shows the output only when it fails.
quietly()
{
	"$@" >"$work/log" 2>&1 || {
		cat "$work/log"
		echo "failed: $*"
		return 1
	}
}

passed()
{
	checks=$((checks + 1))
	echo "  $*"
}

# refused TEXT COMMAND...: must fail, and for the reason that TEXT tells.
refused()
{
	local text=$1
	shift
	if "$@" >"$work/log" 2>&1; then
		echo "should have failed: $*"
		return 1
	fi
	grep -q -- "$text" "$work/log" || {
		cat "$work/log"
		echo "failed without saying '$text': $*"
		return 1
	}
}

configure()
{
	local build=$1
	shift
	cmake -S "$source_dir" -B "$work/$build" -G Ninja "$@"
}

by_cmake()
{
	local kind=$1
	local prefix=$2
	shift 2
	quietly configure "cmake-$kind" -DCMAKE_PREFIX_PATH="$prefix" "$@"
	quietly cmake --build "$work/cmake-$kind"
	quietly "$work/cmake-$kind/consumer"
	passed "$kind: CMake"
}

by_pkg_config()
{
	local kind=$1
	local prefix=$2
	local -a flags
	read -r -a flags < <(PKG_CONFIG_LIBDIR="$prefix/lib/pkgconfig" pkg-config --cflags --libs fairway)
	quietly cc "$source_dir/consumer.c" -o "$work/pc-$kind" "${flags[@]}"
	LD_LIBRARY_PATH="$prefix/lib" quietly "$work/pc-$kind"
	passed "$kind: pkg-config"
}

# linked static|shared PROGRAM
linked()
{
	local kind=static
	if [[ $(readelf -d "$2") == *libfairway.so.* ]]; then
		kind=shared
	fi
	if [ "$kind" != "$1" ]; then
		echo "$2 is linked with the $kind library"
		return 1
	fi
}

for kind in static shared both; do
	prefix="$work/prefix-$kind"
	# The default of lib/<architecture> for /usr is not at play: the prefix is given when installing.
	if [ "$kind" != static ]; then
		quietly cmake --install "$shared_build" --prefix "$prefix"
	fi
	if [ "$kind" != shared ]; then
		quietly cmake --install "$static_build" --prefix "$prefix"
	fi
	by_cmake "$kind" "$prefix"
	by_pkg_config "$kind" "$prefix"
done

linked static "$work/cmake-static/consumer"
linked shared "$work/cmake-shared/consumer"
linked static "$work/cmake-both/consumer"
by_cmake both-shared "$work/prefix-both" -DBUILD_SHARED_LIBS=ON
linked shared "$work/cmake-both-shared/consumer"
passed "BUILD_SHARED_LIBS chooses where both are installed"

if [ -x "$work/prefix-both/bin/fairway" ]; then
	quietly "$work/prefix-both/bin/fairway" --version
	passed "the installed program starts"
	share="$work/prefix-both/share"
	pages=1
	grep -q '^\.TH FAIRWAY 1' "$share/man/man1/fairway.1"
	for command in $("$work/prefix-both/bin/fairway" --help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
		grep -q '^\.SH SYNOPSIS' "$share/man/man1/fairway-$command.1"
		pages=$((pages + 1))
	done
	quietly bash -n "$share/bash-completion/completions/fairway"
	grep -q '^#compdef fairway' "$share/zsh/site-functions/_fairway"
	grep -q '^complete -c fairway' "$share/fish/vendor_completions.d/fairway.fish"
	passed "$pages manual pages, completion for bash, fish and zsh"
fi

mv "$work/prefix-both" "$work/moved"
by_cmake moved "$work/moved"
by_pkg_config moved "$work/moved"

version=$(PKG_CONFIG_LIBDIR="$work/moved/lib/pkgconfig" pkg-config --modversion fairway)
by_cmake this-version "$work/moved" -DFAIRWAY_WANTED="${version%.*}"
refused 'compatible with requested version "99"' configure wrong -DCMAKE_PREFIX_PATH="$work/moved" -DFAIRWAY_WANTED=99
passed "version $version is found when asked for, version 99 is not"

by_cmake guest / -DFAIRWAY_SOURCE="$source_dir/../.."

refused 'package configuration file provided by "fairway"' configure without
refused 'fairway' env PKG_CONFIG_LIBDIR="$work" pkg-config --cflags --libs --print-errors fairway
refused 'fw_version' cc "$source_dir/consumer.c" -o "$work/unlinked" -I"$work/moved/include"
passed "without Fairway: CMake, pkg-config and the linker refuse"

echo "install: $checks checks passed"
