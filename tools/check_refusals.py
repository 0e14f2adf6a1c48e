#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that tests/library/test_refusal*.c and their helper call every public function that takes a refusal. Prints
those that they do not call; exit code 1 if any."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
DECLARATION = re.compile(r"^FW_API\s[^(;]*?(\w+)\(([^;]*)\)\s*;", re.M)
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
# fw_<type>_create() by CALL_CREATE( type, ... )
MACRO = re.compile(r"\bCALL_CREATE\( (\w+),")


def main():
    headers = [COMMENT.sub("", path.read_text()) for path in sorted((ROOT / "include").rglob("*.h"))]
    taking = {name for text in headers for name, parameters in DECLARATION.findall(text) if "fw_refusal*" in parameters}
    files = [*(ROOT / "tests/library").glob("test_refusal*.c"), ROOT / "tests/support/support_refusal.c"]
    tests = "\n".join(COMMENT.sub("", path.read_text()) for path in files)
    called = set(re.findall(r"\b(fw_\w+)\(", tests)) | {f"fw_{name}_create" for name in MACRO.findall(tests)}
    missing = sorted(taking - called)
    for name in missing:
        print(f"{name}() takes a refusal, and no test of refusals calls it")
    print(f"check_refusals: {len(taking) - len(missing)} of {len(taking)} functions are called")
    return 1 if missing or len(taking) < 50 else 0


if __name__ == "__main__":
    sys.exit(main())
