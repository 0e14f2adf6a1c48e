#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the targets that the chosen tests need built, one per line: each test has those as its labels.

test_programs.py BUILD_FOLDER [OPTION OF CTEST...]
"""
import json
import subprocess
import sys

if len(sys.argv) < 2:
    sys.exit(__doc__.strip())
listed = subprocess.run(["ctest", "--test-dir", sys.argv[1], "--show-only=json-v1", *sys.argv[2:]], check=True,
                        stdout=subprocess.PIPE)
targets = set()
for test in json.loads(listed.stdout)["tests"]:
    for item in test.get("properties", []):
        if item["name"] == "LABELS":
            targets.update(item["value"])
print("\n".join(sorted(targets)))
