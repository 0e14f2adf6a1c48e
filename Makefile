# SPDX-License-Identifier: MIT
# Short names for people; CMakeLists.txt builds and scripts/ do the work.
PREFIX ?= /usr/local
# Below PREFIX. The same everywhere, as the README names it; some systems keep 64-bit libraries in lib64.
LIBDIR ?= lib

.PHONY: all setup demo test bench bench-haa install format check docs clean

all: # library and program, in build/release
	cmake --preset release -DCMAKE_INSTALL_LIBDIR="$(LIBDIR)"
	cmake --build --preset release --target product

setup: # installs what is missing to build, run the demo and test
	scripts/setup

demo:
	scripts/demo

test:
	scripts/test

bench: # FAIRWAY_BENCHMARKS names a folder of Moving AI maps
	scripts/bench

bench-haa: # hierarchies alone
	scripts/bench haa

install: all # static and shared library, headers, program; PREFIX, LIBDIR and DESTDIR as usual
	cmake --preset shared -DCMAKE_INSTALL_LIBDIR="$(LIBDIR)"
	cmake --build --preset shared --target product
	cmake --install build/shared --prefix "$(PREFIX)"
	cmake --install build/release --prefix "$(PREFIX)"

format:
	tools/check_format.sh --fix

check: # what needs no build: layers, tests of refusals, format, headers, words of compilers, TypeScript
	tools/check_layers.py
	tools/check_refusals.py
	tools/check_format.sh
	tools/check_headers.sh
	tools/check_portable.py
	tools/check_typescript.py

docs: # HTML of the public headers, in build/docs
	tools/build_docs.sh

clean:
	cmake -E rm -rf build
