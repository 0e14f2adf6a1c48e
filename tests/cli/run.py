#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the cases of the command line: run.py PROGRAM [NAME_PART].

A case file holds blocks of lines:

    # what this is about
    $ fairway plan small.map --from ...     one command; several run one after the other in one folder
    exit 0                                  of the command above, 0 where it is not said
    out length                              standard output holds this text
    err no path                             standard error does
    quiet                                   standard error is empty
    silent                                  standard output is empty
    to /dev/full                            where standard output goes
    from small.map                          where standard input comes from, else it is empty
    file path.json "found": true            the file exists and holds this text (or only exists)
    same a.png b.png                        two files hold the same bytes
    frames film.gif 13 300                  a GIF of so many frames, the last of which stays so long [1/100 s]
    still film.gif 40                       a GIF whose lowest rows of pixels, so many, stay as in its first frame
    less expanded                           the number after this word is less than that of the command before
    not out text                            any of these turned round

A block ends at an empty line. Every block has its own folder with copies of data/.
"""
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


class Case:
    def __init__(self, source, line):
        self.where = f"{source}:{line}"
        self.title = ""
        self.commands = []  # (text, [(line, expectation)])


def read_cases(path):
    cases, case = [], None
    for number, raw in enumerate(open(path, encoding="utf-8"), 1):
        line = raw.rstrip("\n")
        if not line.strip():
            case = None
            continue
        if case is None:
            case = Case(os.path.basename(path), number)
            cases.append(case)
        if line.startswith("#"):
            case.title = (case.title + " " + line[1:].strip()).strip()
        elif line.startswith("$ "):
            case.commands.append((line[2:], []))
        else:
            case.commands[-1][1].append((number, line))
    return [c for c in cases if c.commands]


def contains(path, text):
    if not os.path.isfile(path):
        return False
    data = open(path, "rb").read()
    return len(data) > 0 and text.encode() in data


def same(folder, names):
    paths = [os.path.join(folder, name) for name in names.split()]
    if not all(os.path.isfile(path) for path in paths):
        return False
    first, second = (open(path, "rb").read() for path in paths)
    return len(first) > 0 and first == second


def frames_of(data):
    """For each frame of a GIF how long it stays [1/100 s] and below which row it changes nothing; fails on a file that
    is cut off."""
    def after_blocks(at):
        while data[at] != 0:
            at += 1 + data[at]
        return at + 1

    def after_colors(at, flags):
        return at + (3 * 2 ** ((flags & 7) + 1) if flags & 128 else 0)

    at = after_colors(13, data[10])
    delay, frames = 0, []
    while data[at] != 0x3B:
        if data[at] == 0x21:
            delay = data[at + 4] + 256 * data[at + 5] if data[at + 1] == 0xF9 else delay
            at = after_blocks(at + 2)
        else:
            assert data[at] == 0x2C
            top, height = (int.from_bytes(data[at + i:at + i + 2], "little") for i in (3, 7))
            frames.append((delay, top + height))
            at = after_blocks(after_colors(at + 10, data[at + 9]) + 1)
    return frames


def number_after(word, text):
    return float(re.search(rf"{word}\s+([0-9.]+)", text).group(1))


def holds(expectation, result, folder):
    word, _, rest = expectation.partition(" ")
    if word == "not":
        return not holds(rest, result, folder)
    if word == "out":
        return rest in result.stdout
    if word == "err":
        return rest in result.stderr
    if word == "like":
        return re.search(rest, result.stdout, re.M) is not None
    if word == "quiet":
        return result.stderr == ""
    if word == "silent":
        return result.stdout == ""
    if word == "file":
        name, _, text = rest.partition(" ")
        return contains(os.path.join(folder, name), text)
    if word == "same":
        return same(folder, rest)
    if word == "frames":
        name, count, last = rest.split()
        frames = frames_of(open(os.path.join(folder, name), "rb").read())
        return (len(frames), frames[-1][0]) == (int(count), int(last))
    if word == "still":
        name, rows = rest.split()
        data = open(os.path.join(folder, name), "rb").read()
        kept = int.from_bytes(data[8:10], "little") - int(rows)
        return len(frames_of(data)) > 1 and all(below <= kept for _, below in frames_of(data)[1:])
    if word == "less":
        return number_after(rest, result.stdout) < number_after(rest, result.before)
    raise SystemExit(f"unknown expectation: {expectation}")


def run_command(program, text, expectations, folder, before):
    words = shlex.split(text)
    assert words[0] == "fairway", text
    sanitizer = os.path.join(HERE, "fontconfig.supp")
    environment = dict(os.environ, LC_ALL="C", LSAN_OPTIONS=f"suppressions={sanitizer}:print_suppressions=0")
    target = next((e[3:] for _, e in expectations if e.startswith("to ")), None)
    source = next((os.path.join(folder, e[5:]) for _, e in expectations if e.startswith("from ")), os.devnull)
    with open(target or os.devnull, "w", encoding="utf-8") as sink, open(source, "rb") as stdin:
        result = subprocess.run([program] + words[1:], cwd=folder, stdin=stdin, stdout=sink if target else subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, errors="replace", env=environment, timeout=120)
    result.stdout = result.stdout or ""
    result.before = before
    wanted = 0
    faults = []
    for number, expectation in expectations:
        if expectation.startswith("exit "):
            wanted = int(expectation[5:])
        elif not expectation.startswith(("to ", "from ")) and not holds(expectation, result, folder):
            faults.append(f"line {number}: {expectation}")
    if result.returncode != wanted:
        faults.insert(0, f"exit {result.returncode}, not {wanted}")
    if faults:
        faults.append(f"$ {text}\n--- out\n{result.stdout[:1500]}--- err\n{result.stderr[:1500]}")
    return faults, result.stdout


def run_case(program, case):
    folder = tempfile.mkdtemp(prefix="fairway-cli-")
    try:
        for name in os.listdir(os.path.join(HERE, "data")):
            shutil.copy(os.path.join(HERE, "data", name), folder)
        faults = []
        output = ""
        for text, expectations in case.commands:
            found, output = run_command(program, text, expectations, folder, output)
            faults += found
        return faults
    finally:
        shutil.rmtree(folder)


def main():
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    program = os.path.abspath(sys.argv[1])
    part = sys.argv[2] if len(sys.argv) > 2 else ""
    files = sorted(f for f in os.listdir(HERE) if f.endswith(".txt"))
    cases = [c for f in files for c in read_cases(os.path.join(HERE, f))]
    cases = [c for c in cases if part in c.where or part in c.title]
    failed = 0
    for case in cases:
        faults = run_case(program, case)
        if faults:
            failed += 1
            print(f"FAILED {case.where} {case.title}")
            for fault in faults:
                print("  " + fault.replace("\n", "\n  "))
    print(f"{len(cases) - failed} of {len(cases)} cases passed")
    return 1 if failed or not cases else 0


sys.exit(main())
