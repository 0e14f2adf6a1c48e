#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the TypeScript of the npm package and of the playground: first lines, lengths, indentation, and that colors
stand in one table.

  tools/check_typescript.py            names the faults of all files
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LICENSE = "// SPDX-License-Identifier: MIT"
MOST_LINES = 600
MOST_COLUMNS = 120
TAB = 4
COLOR_TABLE = "playground/src/view/theme.ts"
COLOR = re.compile(r"""['"`](#[0-9a-fA-F]{3,8}|rgba?\(\s*\d.*)['"`]""")
SHEET_COLOR = re.compile(r":[^{};]*(#[0-9a-fA-F]{3,8}\b|\brgba?\()")


def columns(line: str) -> int:
    return len(line.expandtabs(TAB))


def faults_of(name: str, text: str) -> list[str]:
    """The faults of one file, as lines to print."""
    lines = text.split("\n")
    found = []
    sheet = name.endswith(".css")
    first = "/* SPDX-License-Identifier: MIT */" if sheet else LICENSE
    if lines[0] != first:
        found.append(f"{name}:1: does not begin with '{first}'")
    if name.startswith("playground/src/") and not re.match(r"// [A-Z]|/\* [A-Z]", lines[1]):
        found.append(f"{name}:2: no line says what the file is")
    if len(lines) - 1 > MOST_LINES:
        found.append(f"{name}: {len(lines) - 1} lines; at most {MOST_LINES}")
    for number, line in enumerate(lines, 1):
        if columns(line) > MOST_COLUMNS:
            found.append(f"{name}:{number}: {columns(line)} columns; at most {MOST_COLUMNS}")
        if re.match(r" +[^ *]", line) or line != line.rstrip():
            found.append(f"{name}:{number}: indent with tabs, and end without spaces")
        if name.startswith("playground/") and name != COLOR_TABLE and (SHEET_COLOR if sheet else COLOR).search(line):
            found.append(f"{name}:{number}: colors belong into {COLOR_TABLE}")
    return found


def main() -> int:
    files = sorted(
        path
        for pattern in ("wasm/src/*.ts", "playground/*.ts", "playground/src/**/*.ts", "playground/src/**/*.css")
        for path in ROOT.glob(pattern)
    )
    faults = [fault for path in files for fault in faults_of(path.relative_to(ROOT).as_posix(), path.read_text())]
    for fault in faults:
        print(fault)
    print(f"check_typescript: {len(faults)} faults in {len(files)} files")
    return 1 if faults or not files else 0


if __name__ == "__main__":
    sys.exit(main())
