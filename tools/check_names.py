#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the names that Fairway puts into other people's programs.

check_names.py LIBRARY...    libfairway.a and libfairway.so, built from this tree
check_names.py --self-test   plant wrong names and see that each is found

- every macro of a public header begins with FW_ (guards with FAIRWAY_);
- every type, enumerator and function of a public header begins with fw_ or FW_;
- every global symbol of the libraries begins with fw_, those of a static library that are private included;
- a shared library exports exactly what the headers declare with FW_API.
"""
import pathlib
import re
import subprocess
import sys

COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.M)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\\n|\\.)*", re.M)
FUNCTION = re.compile(r"\bFW_API\b[^;{(]*?(\w+)\s*\(")
INLINE = re.compile(r"\bstatic\s+inline\b[^;{(]*?(\w+)\s*\(")
TYPEDEF = re.compile(r"\btypedef\b[^;{]*?(\w+)\s*;")
FUNCTION_TYPE = re.compile(r"\btypedef\b[^;{(]*\(\s*\*\s*(\w+)\s*\)")
TAG = re.compile(r"\b(?:struct|union|enum)\s+(\w+)")
TYPEDEF_END = re.compile(r"\}\s*(\w+)\s*;")
ENUM = re.compile(r"\benum\b[^;{]*\{([^}]*)\}")


def header_names(text):
    """(macros, other names, functions with FW_API) of a header's text."""
    text = COMMENT.sub(" ", text)
    macros = MACRO.findall(text)
    code = DIRECTIVE.sub("", text)
    functions = FUNCTION.findall(code)
    names = functions + INLINE.findall(code) + TAG.findall(code) + FUNCTION_TYPE.findall(code)
    names += TYPEDEF.findall(code)
    for body in ENUM.findall(code):
        names += [part.split("=")[0].strip() for part in body.split(",") if part.strip()]
    # "} name;" ends a typedef at the outermost level only; deeper it is a member of a struct.
    depth, begin = 0, 0
    for match in re.finditer(r"[{}]", code):
        depth += 1 if match.group() == "{" else -1
        if depth == 0:
            end = TYPEDEF_END.match(code, match.start())
            if end and "typedef" in code[begin:match.start()]:
                names.append(end.group(1))
            begin = match.end()
    return macros, names, functions


def check_header(name, text):
    macros, names, functions = header_names(text)
    bad = [f"{name}: macro {m}" for m in macros if not m.startswith("FW_") and not re.fullmatch(r"FAIRWAY_\w+_H", m)]
    bad += [f"{name}: {n}" for n in dict.fromkeys(names) if not re.match(r"(fw|FW)_", n)]
    return bad, set(functions)


def symbols(library):
    shared = re.search(r"\.(so|dylib)(\.|$)", library.name) is not None
    command = ["nm", "--defined-only", "-D" if shared else "-g", str(library)]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    # Symbols of the linker and of instrumentation begin with an underscore; the standard reserves those.
    found = {w[2].split("@")[0] for w in map(str.split, lines) if len(w) == 3}
    return shared, {s for s in found if not s.startswith("_")}


def check_symbols(name, shared, found, declared):
    bad = [f"{name}: symbol {s}" for s in sorted(found) if not s.startswith("fw_")]
    bad += [f"{name}: {s} is declared but not defined" for s in sorted(declared - found)]
    if shared:
        bad += [f"{name}: {s} is exported but in no public header" for s in sorted(found - declared)]
    return bad


def self_test():
    sound = """
    #ifndef FAIRWAY_X_H
    #define FAIRWAY_X_H
    #define FW_GROW( a ) \\
        other_name( a ) // #define comment
    FW_BEGIN_DECLS
    typedef struct fw_a { int x; struct { int y; } inner; } fw_a;
    typedef enum fw_e { FW_ONE = 1, FW_TWO } fw_e;
    typedef bool ( *fw_callback )( void* context );
    typedef struct fw_opaque fw_opaque;
    FW_API const fw_a* fw_get( const fw_a* a, int b );
    static inline int fw_add( int a ) { return a; }
    """
    cases = [
        ("sound header", sound, []),
        ("macro", sound + "#define MAX( a ) a\n", ["x.h: macro MAX"]),
        ("macro with spaces", sound + "  # define MAX 1\n", ["x.h: macro MAX"]),
        ("function", sound + "FW_API int get( void );\n", ["x.h: get"]),
        ("inline function", sound + "static inline int get( void ) { return 1; }\n", ["x.h: get"]),
        ("type", sound + "typedef struct fw_b { int x; } b_type;\n", ["x.h: b_type"]),
        ("struct tag", sound + "struct b { int x; };\n", ["x.h: b"]),
        ("alias", sound + "typedef int number;\n", ["x.h: number"]),
        ("callback", sound + "typedef void ( *callback )( int );\n", ["x.h: callback"]),
        ("enumerator", sound + "typedef enum fw_f { FW_A, OTHER = 2 } fw_f;\n", ["x.h: OTHER"]),
    ]
    failures = 0
    for name, text, expected in cases:
        got = check_header("x.h", text)[0]
        if got != expected:
            failures += 1
            print(f"self-test: {name}: expected {expected}, got {got}")
    declared = check_header("x.h", sound)[1]
    for name, shared, found, expected in [
        ("sound library", True, {"fw_get"}, 0),
        ("private symbol of a static library", False, {"fw_get", "fw_private"}, 0),
        ("foreign symbol", False, {"fw_get", "helper"}, 1),
        ("not defined", True, set(), 1),
        ("exported by mistake", True, {"fw_get", "fw_private"}, 1),
    ]:
        if len(check_symbols("lib", shared, found, declared)) != expected:
            failures += 1
            print(f"self-test: {name}")
    print(f"check_names self-test: {failures} failures")
    return 1 if failures else 0


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    if not arguments or any(a.startswith("-") for a in arguments):
        print(__doc__)
        return 2
    root = pathlib.Path(__file__).resolve().parent.parent
    bad, declared = [], set()
    for header in sorted((root / "include" / "fairway").glob("*.h")):
        wrong, functions = check_header(header.relative_to(root).as_posix(), header.read_text())
        bad += wrong
        declared |= functions
    for library in map(pathlib.Path, arguments):
        shared, found = symbols(library)
        bad += check_symbols(library, shared, found, declared)
    print(*bad, sep="\n", end="\n" if bad else "")
    print(f"check_names: {len(bad)} wrong names; {len(declared)} functions are declared")
    return 1 if bad or not declared else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
