#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the commands whose output is printed in docs/ and compares.

check.py BUILD [PAGE...]         with the programs of a build folder, quick commands; pages: only these
check.py --all BUILD [PAGE...]   also commands marked slow
check.py --jobs=N ...            runs N commands at a time
check.py --fix ...               writes what has changed into the pages
check.py --self-test             plants faults and sees that each is found

A marker is a comment before the text that it is about:

    <!-- check
    $ fairway plan docs/scenes/turn.map --turning-radius 3 --from 1.5,10.5,0 --to 10.5,1.5
    finds {length:.2f} tiles in {expanded} nodes
    -->

A line behind `$` is a command of the program or of a benchmark, run in the checkout; `\\` at its end goes on in the next
line. The lines after it are about its output:

    {length:.2f} tiles in {expanded} nodes    stands in the text between the marker and the next heading. {KEY} is the
                                              first number on the line of output that begins with KEY, {KEY 2} the
                                              second one; of {A > KEY} the line comes after one that begins with A; a
                                              format may follow as in Python, `%` for fractions and `k` for thousands
                                              included; {~} is a time or the like, which is not compared
    = outcome     unreachable                 is a line of the output
    {output}                                  is the next block, all of it
    {output but [0-9.]+ ms}                   the same, but for what matches the expression

Commands that need maps are skipped where FAIRWAY_BENCHMARKS is not set, benchmarks where the build has none, and
commands of markers that begin `<!-- check slow` without --all.

Tables between `<!-- NAME PART -->` and `<!-- /NAME` are made by scripts of docs/ from kept outputs, and compared with
what these make: see FILLED.
"""
import collections
import concurrent.futures
import contextlib
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MARKER = re.compile(r"^ *<!-- check( slow)?\n(.*?)^ *-->[ \t]*$\n?", re.M | re.S)
HEADING = re.compile(r"^#+ ", re.M)
FIELD = re.compile(r"\{([^{}]*)\}")
FILLED = {
    "any-angle": ("docs/fill_tables.py", "any-angle.csv"),
    "crowds": ("docs/fill_crowds.py", "crowds.csv"),
    "haa": ("docs/fill_haa.py", "haa.txt"),
}
KEPT = ROOT / "bench" / "results" / "epyc-2-cores"
NUMBER = re.compile(r"[-+]?\d+(?:,\d{3})*(?:\.\d+)?(?:e[-+]?\d+)?|[-+]?\.\d+")
FENCED = re.compile(r"^```\w*\n(.*?)^```[ \t]*$", re.M | re.S)


class Fault(Exception):
    """What a page or a marker has wrong."""


class Skipped(Exception):
    """Why a command cannot run here."""


Check = collections.namedtuple("Check", "command slow lines end")


def checks_of(text):
    """The commands of a page, each with the lines about its output and the place where its text begins."""
    found = []
    for marker in MARKER.finditer(text):
        command, lines = None, []
        pending = marker.group(2).splitlines()
        for raw in pending + ["$"]:
            line = raw.strip()
            if command is not None and command.endswith("\\"):
                command = command[:-1] + line
            elif line.startswith("$"):
                if command:
                    found.append(Check(command, bool(marker.group(1)), lines, marker.end()))
                command, lines = line[1:].strip(), []
            elif line and command is None:
                raise Fault(f"a marker begins with '{line}' instead of a command")
            elif line:
                lines.append(line)
    return found


class Programs:
    """Runs commands, each once."""

    def __init__(self, build, root=ROOT):
        self.build, self.root = build, root
        self.known = {}

    def words(self, command):
        maps = os.environ.get("FAIRWAY_BENCHMARKS")
        words = shlex.split(command)
        name = words[0]
        bench = name.startswith("bench_")
        source = self.root / "bench" / f"{name}.c"
        if bench and not source.exists() or not bench and name != "fairway":
            raise Fault(f"there is no program {name}")
        asks = bench and "FAIRWAY_BENCHMARKS" in source.read_text(encoding="utf-8")
        if not maps and (asks or "$FAIRWAY_BENCHMARKS" in command):
            raise Skipped("without FAIRWAY_BENCHMARKS")
        program = self.build / ("bench" if bench else "cli") / name
        if not program.exists():
            raise Skipped(f"without {'benchmarks' if bench else 'the program'} in this build")
        return [str(program)] + [word.replace("$FAIRWAY_BENCHMARKS", maps or "") for word in words[1:]]

    def output(self, command):
        if command not in self.known:
            done = subprocess.run(self.words(command), cwd=self.root, capture_output=True, text=True, check=False)
            if done.returncode not in (0, 1):
                raise Fault(f"$ {command}\n  ends with {done.returncode}: {done.stderr.strip()[:500]}")
            self.known[command] = done.stdout.replace(os.environ.get("FAIRWAY_BENCHMARKS") or "\0", "$FAIRWAY_BENCHMARKS")
        return self.known[command]

    def run_ahead(self, commands, jobs):
        """Some at a time. One that fails does so once more when it is asked for."""
        def run_one(command):
            with contextlib.suppress(Fault, Skipped):
                self.output(command)
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            list(pool.map(run_one, dict.fromkeys(commands)))


def value_of(field, output):
    """The text of a field: {KEY N:FORMAT}."""
    path, _, form = field.partition(":")
    *before, last = path.strip().split(" > ")
    key, nth = re.fullmatch(r"(.*?)(?: (\d+))?", last).groups()
    for line in output.splitlines():
        rest = line.strip()
        if before:
            before = before[1:] if rest.startswith(before[0]) else before
        elif rest.startswith(key):
            numbers = NUMBER.findall(rest[len(key):])
            if len(numbers) < int(nth or 1):
                break
            text = numbers[int(nth or 1) - 1]
            if not form:
                return text
            plain = text.replace(",", "")
            number = int(plain) if re.fullmatch(r"[-+]?\d+", plain) else float(plain)
            if form.endswith("k"):
                return format(number / 1000.0, form[:-1])
            return format(number, form).removesuffix("%") if form.endswith("%") else format(number, form)
    raise Fault(f"the output has no {{{field}}}")


def pattern(template, texts):
    """A regular expression: what is between fields as it stands, blanks and ends of lines alike; each field a group of
    the texts."""
    parts = FIELD.split(template)
    for i, part in enumerate(parts):
        parts[i] = f"({texts[i // 2]})" if i % 2 else re.sub(r"(\\ )+", r"\\s+", re.escape(part))
    return re.compile("".join(parts))


def text_after(text, start):
    """From a marker to the next heading."""
    heading = HEADING.search(FENCED.sub(lambda m: "~" * len(m.group(0)), text), start)
    return heading.start() if heading else len(text)


def compare_figures(text, check, template, output):
    """The page with the figures of the output; and what it says instead, None where it says that."""
    fields = FIELD.findall(template)
    values = ["" if field == "~" else value_of(field, output) for field in fields]
    end = text_after(text, check.end)
    any_number = NUMBER.pattern
    exact = pattern(template, [re.escape(v) if v else any_number for v in values])
    if exact.search(text, check.end, end):
        return text, None
    alike = list(pattern(template, [any_number] * len(fields)).finditer(text, check.end, end))
    if len(alike) != 1:
        raise Fault(f"{len(alike) or 'no'} texts '{template}' behind the marker")
    found = alike[0]
    made, at = "", found.start()
    for i, value in enumerate(values, 1):
        made += text[at:found.start(i)] + (value or found.group(i))
        at = found.end(i)
    made += text[at:found.end()]
    said = " ".join(found.group(0).split())
    return text[:found.start()] + made + text[found.end():], f"says '{said}', the output '{' '.join(made.split())}'"


def compare_block(text, check, template, output):
    ignored = re.fullmatch(r"\{output(?: but (.*))?\}", template).group(1)
    shown = FENCED.search(text, check.end)
    if not shown:
        raise Fault("no block behind the marker")

    def kept(lines):
        return re.sub(ignored, "~", lines) if ignored else lines

    if kept(shown.group(1)) == kept(output):
        return text, None
    pairs = zip(kept(shown.group(1)).split("\n"), kept(output).split("\n"))
    first = next(((a, b) for a, b in pairs if a != b), ("its end", "more or less"))
    return text[:shown.start(1)] + output + text[shown.end(1):], f"shows '{first[0]}', the output is '{first[1]}'"


def compare(text, check, output):
    """The page as it should be, and what differs."""
    said = []
    for line in check.lines:
        fault = None
        if line.startswith("= "):
            if not any(line[2:].strip() in out for out in output.splitlines()):
                raise Fault(f"the output has no '{line[2:].strip()}'")
        elif line.startswith("{output"):
            text, fault = compare_block(text, check, line, output)
        else:
            text, fault = compare_figures(text, check, line, output)
        said += [fault] if fault else []
    return text, said


def check_page(name, text, programs, slow, counts):
    """The page as it should be, and its faults. A command that changes the page moves what is behind it: begin anew."""
    faults = []
    for index in range(len(checks_of(text))):
        check = checks_of(text)[index]
        if check.slow and not slow:
            counts["slow, for --all"] += 1
            continue
        try:
            text, said = compare(text, check, programs.output(check.command))
            faults += [f"{name}: {fault}\n    $ {check.command}" for fault in said]
            counts["run"] += 1
        except Skipped as why:
            counts[str(why)] += 1
        except Fault as fault:
            faults.append(f"{name}: {fault}\n    $ {check.command}")
    return text, faults


def check_filled(name, text):
    """The page with the tables that scripts make from kept outputs, and its faults."""
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "page.md"
        for kind, (script, kept) in FILLED.items():
            if f"<!-- {kind} " not in text:
                continue
            copy.write_text(text, encoding="utf-8")
            command = [sys.executable, str(ROOT / script), str(KEPT / kept), str(copy)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                faults.append(f"{name}: {script}: {done.stderr.strip()[-500:]}")
                continue
            new = copy.read_text(encoding="utf-8")
            pairs = zip(text.splitlines(), new.splitlines())
            first = next(((a, b) for a, b in pairs if a != b), ("its end", "more or less"))
            faults += [f"{name}: shows '{first[0]}', {script} makes '{first[1]}'"] if new != text else []
            text = new
    return text, faults


def commands_ahead(pages, slow):
    """Of all pages, those marked slow first, so that none of them ends alone."""
    found = []
    for page in pages:
        with contextlib.suppress(Fault):  # told when the page is checked
            found += checks_of(page.read_text(encoding="utf-8"))
    return [check.command for check in sorted(found, key=lambda check: not check.slow) if slow or not check.slow]


def run(build, pages, slow, fix, jobs):
    programs = Programs(build)
    if jobs > 1:
        programs.run_ahead(commands_ahead(pages, slow), jobs)
    counts = collections.Counter({"run": 0})
    faults = []
    for page in pages:
        name, text = page.relative_to(ROOT), page.read_text(encoding="utf-8")
        new, found = check_filled(name, text)
        faults += found
        try:
            new, found = check_page(name, new, programs, slow, counts)
        except Fault as fault:
            found = [f"{name}: {fault}"]
        faults += found
        if fix and new != text:
            page.write_text(new, encoding="utf-8")
    print(*faults, sep="\n", end="\n" if faults else "")
    for why, count in counts.items():
        print(f"docs: {count} commands {'run' if why == 'run' else 'skipped: ' + why}")
    print(f"docs: {len(faults)} faults{'; --fix writes the figures anew' if faults and not fix else ''}")
    return 1 if faults else 0


def self_test():
    head = "# A\n<!-- check\n$ fairway x\n"
    output = "length      12.3456 tiles\nexpanded    1234 of 5678 generated\nrow a  1.5  0.25\nb\nrow a  2.5\nc 7, 8\n"
    cases = [
        ("sound", head + "{length:.2f} tiles in {expanded} nodes\n-->\nOf 12.35\ntiles in 1234 nodes.\n", 0, 0),
        ("other number", head + "{length:.2f} tiles\n-->\n12.36 tiles\n", 1, 0),
        ("second number", head + "{expanded 2:,} made\n-->\n5,678 made\n", 0, 0),
        ("other second number", head + "{expanded 2:,} made\n-->\n1,234 made\n", 1, 0),
        ("percent", head + "{row a 2:.0%} %\n-->\n25 %\n", 0, 0),
        ("number before a comma", head + "{c} made\n-->\n7 made\n", 0, 0),
        ("row after another", head + "{b > row a} s\n-->\n2.5 s\n", 0, 0),
        ("other row after another", head + "{b > row a} s\n-->\n1.5 s\n", 1, 0),
        ("no row after another", head + "{row a > expanded} s\n-->\n1234 s\n", 1, 1),
        ("thousands", head + "{expanded:.1fk} kB\n-->\n1.2 kB\n", 0, 0),
        ("a time", head + "{row a} in {~} ms\n-->\n1.5 in 77.1 ms\n", 0, 0),
        ("a time and another number", head + "{row a} in {~} ms\n-->\n1.6 in 77.1 ms\n", 1, 0),
        ("text behind a heading", head + "{length:.2f} tiles\n-->\n## B\n12.35 tiles\n", 1, 1),
        ("two such texts", head + "{length:.2f} tiles\n-->\n12.36 tiles, 12.37 tiles\n", 1, 1),
        ("no such text", head + "{length:.2f} miles\n-->\n12.35 tiles\n", 1, 1),
        ("no such key", head + "{width} tiles\n-->\n12 tiles\n", 1, 1),
        ("a line of output", head + "= expanded    1234\n-->\n", 0, 0),
        ("no such line", head + "= expanded    1235\n-->\n", 1, 1),
        ("block", head + "{output}\n-->\n```text\n" + output + "```\n", 0, 0),
        ("other block", head + "{output}\n-->\n```text\n" + output.replace("5678", "5679") + "```\n", 1, 0),
        ("block but a number", head + "{output but \\d+ gen}\n-->\n```\n" + output.replace("5678", "9") + "```\n", 0, 0),
        ("longer command", head.replace(" x\n", " \\\nx\n") + "{row a} \n-->\n1.5 \n", 0, 0),
        ("slow", head.replace("check", "check slow") + "{length} tiles\n-->\n1 tiles\n", 0, 0),
        ("unknown program", head.replace("fairway", "bench_no") + "{length} tiles\n-->\n1 tiles\n", 1, 1),
        ("no command", "<!-- check\n{length}\n-->\n", 1, 1),
    ]
    failures = 0
    crowd = (ROOT / "docs" / "algorithms" / "crowd.md").read_text(encoding="utf-8")
    filled = crowd[crowd.index("<!-- crowds table"):]
    for name, text, expected in (("filled", filled, 0), ("another figure", re.sub(r"\d+\.\d", "0.0", filled, count=1), 1)):
        new, found = check_filled("page", text)
        again = check_filled("page", new)[1]
        if len(found) != expected or again or new != filled:
            failures += 1
            print(f"self-test: {name}: expected {expected}, found {found}, after --fix {again}")
    with tempfile.TemporaryDirectory() as folder:
        build = pathlib.Path(folder)
        (build / "cli").mkdir()
        program = build / "cli" / "fairway"
        program.write_text(f"#!/bin/sh\n[ \"$*\" = x ] || exit 2\nprintf '%s' '{output}'\n")
        program.chmod(0o755)
        for name, text, expected, left in cases:
            def faults_of(page):
                try:
                    return check_page("page", page, Programs(build), False, collections.Counter())
                except Fault as fault:
                    return page, [str(fault)]
            new, found = faults_of(text)
            again = faults_of(new)[1]
            if len(found) != expected or len(again) != left:
                failures += 1
                print(f"self-test: {name}: expected {expected}, found {found}, after --fix {again}")
        ahead = Programs(build)
        ahead.run_ahead(["fairway x", "fairway y", "bench_no", "fairway x"], 2)
        if list(ahead.known) != ["fairway x"]:
            failures += 1
            print(f"self-test: run ahead: {ahead.known}")
    print(f"docs self-test: {len(cases) + 3 - failures} of {len(cases) + 3} cases right")
    return 1 if failures else 0


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    jobs = [int(a.removeprefix("--jobs=")) for a in arguments if re.fullmatch(r"--jobs=[1-9]\d?", a)]
    flags = [a for a in arguments if a.startswith("--") and not re.fullmatch(r"--jobs=[1-9]\d?", a)]
    rest = [a for a in arguments if not a.startswith("--")]
    if not rest or set(flags) - {"--all", "--fix"}:
        print(__doc__)
        return 2
    build = pathlib.Path(rest[0]).resolve()
    pages = [pathlib.Path(p).resolve() for p in rest[1:]] or sorted((ROOT / "docs").rglob("*.md"))
    return run(build, pages, "--all" in flags, "--fix" in flags, (jobs or [1])[-1])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
