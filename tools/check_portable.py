#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the library keeps to C17 as MSVC compiles it, except in the headers that name compilers.

check_portable.py              words that one compiler alone knows; then, by clang or gcc, the code for MSVC in all
                               sources, without extensions and without what C17 leaves to the compiler (VLAs)
check_portable.py --self-test  plants such words, and sees that each is found
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
# They are there to name compilers.
EXEMPT = {"src/base/builtin.h", "src/base/lanes.h", "include/fairway/base.h"}
WORDS = {
    r"__builtin_\w+|__sync_\w+|__atomic_\w+": "a builtin of gcc and clang",
    r"__attribute__|__extension__|__typeof__|\btypeof\b|__asm__|\basm\b|__label__": "a word of gcc and clang",
    r"__int128|__float128|_Float\w+|_Decimal\w+": "a type of gcc and clang",
    r"__declspec|__forceinline|_Interlocked\w+|_BitScan\w+": "a word of MSVC",
    r"__GNUC__|__clang__|_MSC_VER|__MINGW32__|_WIN32|__SSE\w*|__AVX\w*|__BYTE_ORDER__": "the name of a compiler or machine",
    r"#\s*error|#\s*pragma|_Pragma": "for one compiler",
    r"\bmax_align_t\b": "missing from MSVC's <stddef.h> (FW_ALIGN_MAX)",
    r"\batomic_\w+|_Atomic\b|<stdatomic\.h>|<threads\.h>|<complex\.h>": "missing from MSVC, or behind an option",
    r"\baligned_alloc\b|\balloca\b|\bstrdup\b|\bssize_t\b|\bM_PI\b|\bhypot\b": "not in every C17 library",
    r"\[\s*static\b": "an array parameter that MSVC does not parse",
    r"<\w*intrin\.h>|_mm_\w+": "for one kind of machine",
}
# Comments and strings name what they like.
NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)
FLAGS = ["-std=c17", "-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Wvla", "-Werror", "-Wno-unknown-pragmas",
         "-DFW_AS_MSVC", "-DFW_BUILDING", "-Iinclude", "-Isrc", "-isystem", "tools/msvc"]


def faults(name, text):
    """The words of one file that are not C17, as lines to print."""
    def blank(match):
        return "\n" * match.group().count("\n")

    kept = re.sub(NOISE, blank, text)
    return [f"{name}:{number}: {match.group().strip()} is {why}"
            for number, line in enumerate(kept.splitlines(), 1)
            for words, why in WORDS.items() for match in re.finditer(words, line)]


def compile_all(files):
    compiler = shutil.which("clang") or shutil.which("gcc")
    if compiler is None:
        return ["no clang and no gcc to compile with (scripts/setup ci)"]
    extra = ["-Wgnu", "-Wno-language-extension-token"] if compiler.endswith("clang") else []
    jobs = os.cpu_count() or 1
    running = [subprocess.Popen([compiler, *FLAGS, *extra, *files[i::jobs]], cwd=ROOT, stderr=subprocess.PIPE, text=True)
               for i in range(min(jobs, len(files)))]
    errors = [(job.communicate()[1].strip(), job.returncode) for job in running]
    return [text for text, code in errors if code != 0]


def self_test():
    cases = [
        ("int x = __builtin_ctzll( 8 );", 1), ("// __builtin_ctzll\nint x;", 0), ('char* s = "asm";', 0),
        ("static __attribute__( ( noinline ) ) int f( void );", 1), ("#if defined( _MSC_VER )\n#endif", 1),
        ("alignas( max_align_t ) char bytes[8];", 1), ("atomic_int x;", 1), ("#include <stdatomic.h>", 1),
        ("void f( int a[static 4] );", 1), ("#error no", 1), ("double x = M_PI;", 1), ("/* typeof\n */ int atomics;", 0),
        ("__m128 x = _mm_add_ps( a, b );", 1), ("int is_static[4];", 0),
    ]
    wrong = [text for text, expected in cases if len(faults("x.c", text)) != expected]
    for text in wrong:
        print(f"self-test: {text!r}: {faults('x.c', text)}")
    print(f"check_portable self-test: {len(cases) - len(wrong)} of {len(cases)} cases right")
    return 1 if wrong else 0


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    if arguments:
        print(__doc__)
        return 2
    files = [p.relative_to(ROOT).as_posix() for folder in ("src", "include") for p in sorted((ROOT / folder).rglob("*.[ch]"))]
    found = [fault for name in files if name not in EXEMPT for fault in faults(name, (ROOT / name).read_text("utf-8"))]
    found += compile_all([name for name in files if name.endswith(".c")])
    print(*found, sep="\n", end="\n" if found else "")
    print(f"check_portable: {len(found)} faults in {len(files)} files")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
