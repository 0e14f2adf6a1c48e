#!/bin/bash
# SPDX-License-Identifier: MIT
# Installs Fairway into empty folders (static, shared, both), builds a user's program against each by CMake and by
# pkg-config and runs it; checks that the same program fails without Fairway, so that success means something; and does
# what README.md says under "Install and link", word for word, in a home folder of its own.
#   tests/install/check.sh STATIC_BUILD_FOLDER SHARED_BUILD_FOLDER
set -euo pipefail

source_dir=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
project=$(cd -- "$source_dir/../.." && pwd)
static_build=$(cd -- "$1" && pwd)
shared_build=$(cd -- "$2" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
checks=0

# quietly COMMAND...: shows the output only if it fails.
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

# refused TEXT COMMAND...: must fail, and for the reason that TEXT states.
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
	# The default of lib/<architecture> for /usr does not apply: the prefix is given when installing.
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
linked static "$work/pc-static"
linked shared "$work/pc-shared"
linked static "$work/pc-both"
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
	grep -q '^\.TH fairway 1' "$share/man/man1/fairway.1"
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

quietly configure guest -DFAIRWAY_SOURCE="$project"
passed "guest: its library and nothing else"

refused 'package configuration file provided by "fairway"' configure without
refused 'fairway' env PKG_CONFIG_LIBDIR="$work" pkg-config --cflags --libs --print-errors fairway
refused 'fw_version' cc "$source_dir/consumer.c" -o "$work/unlinked" -I"$work/moved/include"
passed "without Fairway: CMake, pkg-config and the linker refuse"

# readme_block NUMBER LANGUAGE: the lines of one block under the heading.
readme_block()
{
	awk -v wanted="$1" -v fence="\`\`\`$2" '
		/^## / { here = $0 == "## Install and link" }
		here && /^```/ { inside = $0 == fence && ++number == wanted; next }
		inside' "$project/README.md"
}

# readme_cmake FOLDER FIRST: a user's project with FIRST for the first line of the README and then the second one, for a
# program in C and one in C++.
readme_cmake()
{
	mkdir -p "$1"
	printf 'cmake_minimum_required( VERSION 3.21 )\nproject( game )\n%s\n' "$2" >"$1/CMakeLists.txt"
	local source
	for source in game.c game.cpp; do
		cp "$project/examples/hello.c" "$1/$source"
		printf 'add_executable( %s %s )\n' "${source/./_}" "$source" >>"$1/CMakeLists.txt"
		readme_block 1 cmake | sed -n "2s/ game / ${source/./_} /p" >>"$1/CMakeLists.txt"
	done
	quietly cmake -S "$1" -B "$1/build" -G Ninja
	quietly cmake --build "$1/build"
	quietly "$1/build/game_c" "$project/maps/harbour.map"
	quietly "$1/build/game_cpp" "$project/maps/harbour.map"
	passed "README, C and C++: $2"
}

(
	user="$work/user"
	mkdir -p "$user" "$work/home"
	cd "$project"
	# Tools of the machine may keep something below the true home, such as ccache.
	true_home=$HOME
	HOME="$work/home"
	commands=$(readme_block 1 sh)
	[[ $commands == *"make install PREFIX="* ]]
	eval "${commands//make install/quietly env HOME="$true_home" make install}"
	quietly fairway --version
	for file in man/man1/fairway-plan.1 bash-completion/completions/fairway; do
		[ -s "$HOME/.local/share/$file" ]
	done
	cd "$user"
	cp "$project/examples/hello.c" game.c
	cp "$project/examples/hello.c" game.cpp
	compiled=0
	while read -r line; do
		rm -f a.out
		eval "quietly $line"
		quietly ./a.out "$project/maps/harbour.map"
		compiled=$((compiled + 1))
	done < <(readme_block 2 sh)
	[ "$compiled" = 2 ]
	passed "README: make install with manual and completion, $(readme_block 2 sh | tr '\n' ';')"
	first=$(readme_block 1 cmake | head -n 1)
	readme_cmake "$work/found" "${first%%  *}"
	mkdir -p "$work/inside"
	ln -s "$project" "$work/inside/fairway"
	readme_cmake "$work/inside" "${first##*# or: }"
	echo "$checks" >"$work/checks"
)
checks=$(cat "$work/checks")

echo "install: $checks checks passed"
