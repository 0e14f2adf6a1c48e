#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks every #include of the tree against tools/layers.txt. Prints file:line of each breach; exit code 1 if any.

check_layers.py [ROOT]       check the tree (default: the one this file is in)
check_layers.py --self-test  plant breaches in a small tree and see that each is found
"""
import pathlib
import re
import sys
import tempfile

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>|(\S+))')
COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)


class Layers:
    """The table, with the mistakes found while reading it."""

    def __init__(self, path):
        self.uses, self.owner, self.line = {}, {}, {}
        self.never, self.umbrella, self.public, self.all, self.system = [], set(), set(), set(), set()
        self.problems = []
        for number, text in enumerate(path.read_text().splitlines(), 1):
            words = text.split("#")[0].split()
            where = f"{path.name}:{number}"
            if not words:
                continue
            kind, rest = words[0], words[1:]
            if kind == "module" and len(rest) >= 3:
                name, headers = rest[0], rest[1]
                if name in self.uses:
                    self.problems.append(f"{where}: module {name} is listed twice")
                self.uses[name] = set() if rest[2:] == ["-"] else set(rest[2:])
                self.line[name] = where
                for header in [] if headers == "-" else headers.split(","):
                    if header in self.owner:
                        self.problems.append(f"{where}: {header} already belongs to {self.owner[header]}")
                    self.owner[header] = name
            elif kind == "never" and len(rest) == 2:
                self.never.append((rest[0], rest[1], where))
            elif kind in ("umbrella", "public", "all", "system") and rest:
                getattr(self, kind).update(rest)
            else:
                self.problems.append(f"{where}: not understood: {text.strip()}")
        self.check()

    def reach(self, name):
        """All modules that the table allows `name` to reach, over any number of steps."""
        found, todo = set(), [name]
        while todo:
            for used in self.uses.get(todo.pop(), ()):
                if used not in found:
                    found.add(used)
                    todo.append(used)
        return found

    def check(self):
        for name, uses in self.uses.items():
            for used in sorted(uses - set(self.uses)):
                self.problems.append(f"{self.line[name]}: {name} uses {used}, which is no module")
            if name in self.reach(name):
                self.problems.append(f"{self.line[name]}: cycle: {name} reaches itself")
        for name, other, where in self.never:
            if other in self.reach(name) | {name}:
                self.problems.append(f"{where}: {name} must never reach {other}, but the table lets it")


def includes(path):
    """(line, name, quoted) of each #include; comments do not count. A name of None is one made by a macro."""

    def blank(match):
        text = match.group()
        return text if text[0] in "\"'" else re.sub(r"[^\n]", " ", text)

    text = COMMENT.sub(blank, path.read_text(encoding="utf-8", errors="replace"))
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            quoted, angled, other = match.groups()
            yield number, None if other else quoted or angled, quoted is not None


def sources(folder):
    return sorted(p for p in folder.rglob("*") if p.suffix in (".c", ".h") and p.is_file())


def check_tree(root):
    """All breaches of the tree at `root`, as lines of text."""
    layers = Layers(root / "tools" / "layers.txt")
    breaches = list(layers.problems)
    public = root / "include" / "fairway"
    private = root / "src"
    graph = {}  # file -> [(line, file)], for cycles inside a module

    def breach(path, number, text):
        breaches.append(f"{path.relative_to(root)}:{number}: {text}")

    def edge(path, number, target):
        graph.setdefault(path, []).append((number, target))

    def check_public(path, number, header, module):
        """An include of fairway/<header> by a file of `module`, or by a program if that is None."""
        if not (public / header).is_file():
            breach(path, number, f"there is no public header {header}")
        elif header in layers.umbrella:
            if module is not None:
                breach(path, number, f"{header} is for users: include what is used")
        elif header not in layers.owner:
            pass  # reported once, when the header itself is checked
        elif module is not None and layers.owner[header] not in layers.uses[module] | {module}:
            breach(path, number, f"{module} may not include fairway/{header} of {layers.owner[header]}")
        edge(path, number, public / header)

    def check_library_file(path, module, is_public):
        for number, name, quoted in includes(path):
            if name is None:
                breach(path, number, "an include by macro cannot be checked")
            elif not quoted:
                if name.startswith("fairway/"):
                    breach(path, number, f'write "{name}", in quotes')
                elif name not in layers.system:
                    breach(path, number, f"<{name}> is not of the C17 library")
            elif name.startswith("fairway/"):
                check_public(path, number, name[len("fairway/"):], module)
            elif is_public:
                breach(path, number, f'a public header may not include the private "{name}"')
            else:
                other = name.split("/")[0]
                if "/" not in name or ".." in name.split("/"):
                    breach(path, number, f'write "{name}" as "module/file.h"')
                elif other not in layers.uses:
                    breach(path, number, f'"{name}" is of no module')
                elif other != module and other not in layers.uses[module]:
                    breach(path, number, f'{module} may not include "{name}"')
                elif not (private / name).is_file():
                    breach(path, number, f'there is no "{name}"')
                edge(path, number, private / name)

    for path in sources(public):
        header = path.relative_to(public).as_posix()
        if header in layers.umbrella:
            for number, name, quoted in includes(path):
                if not quoted or name is None or not name.startswith("fairway/"):
                    breach(path, number, "the umbrella header includes public headers only")
                else:
                    check_public(path, number, name[len("fairway/"):], None)
        elif header not in layers.owner:
            breach(path, 1, "this header belongs to no module of tools/layers.txt")
        else:
            check_library_file(path, layers.owner[header], True)

    for path in sources(private):
        module = path.relative_to(private).parts[0]
        if module not in layers.uses:
            breach(path, 1, f"{module} is no module of tools/layers.txt")
        else:
            check_library_file(path, module, False)

    for folder in sorted(layers.public):
        for path in sources(root / folder):
            for number, name, quoted in includes(path):
                if name is not None and name.startswith("fairway/"):
                    check_public(path, number, name[len("fairway/"):], None)
                elif name is None:
                    breach(path, number, "an include by macro cannot be checked")
                elif quoted:
                    near = (path.parent / name).resolve()
                    if not near.is_file() or (root / folder).resolve() not in near.parents:
                        breach(path, number, f'{folder} may include public headers and its own, not "{name}"')

    breaches += file_cycles(root, graph)
    return breaches


def file_cycles(root, graph):
    """Headers that include each other in a ring: their guards hide it until somebody changes an order."""
    found, state = [], {}

    def visit(path, trail):
        state[path] = "open"
        for number, target in graph.get(path, ()):
            if state.get(target) == "open":
                ring = [p.name for p in trail[trail.index(target):]] + [target.name]
                found.append(f"{path.relative_to(root)}:{number}: cycle: " + " -> ".join(ring))
            elif target not in state:
                visit(target, trail + [target])
        state[path] = "done"

    for path in sorted(graph):
        if path not in state:
            visit(path, [path])
    return found


SELF_TEST_TABLE = """
module base   base.h        -
module grid   grid.h        base
module sweep  sweep.h       base grid
module check  validate.h    base grid
never check sweep
umbrella fairway.h
public cli
all tests
system stdint.h
"""

SELF_TEST_TREE = {
    "tools/layers.txt": SELF_TEST_TABLE,
    "include/fairway/base.h": "#include <stdint.h>\n",
    "include/fairway/grid.h": '#include "fairway/base.h"\n',
    "include/fairway/sweep.h": '#include "fairway/grid.h"\n',
    "include/fairway/validate.h": '#include "fairway/grid.h"\n',
    "include/fairway/fairway.h": '#include "fairway/sweep.h"\n#include "fairway/validate.h"\n',
    "src/base/core.h": '#include "fairway/base.h"\n',
    "src/grid/layer.h": '#include "base/core.h"\n#include "fairway/grid.h"\n',
    "src/grid/grid.c": '#include "grid/layer.h"\n// #include "sweep/rows.h"\n/*\n#include "sweep/rows.h"\n*/\n',
    "src/sweep/rows.h": '#include "grid/layer.h"\n',
    "src/check/validate.c": '#include "fairway/validate.h"\n#include "base/core.h"\n',
    "cli/args.h": "#include <getopt.h>\n",
    "cli/main.c": '#include "args.h"\n#include "fairway/fairway.h"\n',
    "tests/test_grid.c": '#include "grid/layer.h"\n#include "fairway/fairway.h"\n',
}

# Name, files that differ from the sound tree, and what the report must begin with.
PLANTED = [
    ("private include upwards", {"src/grid/up.c": '\n#include "sweep/rows.h"\n'}, "src/grid/up.c:2: grid may not"),
    ("public include upwards", {"src/grid/up.c": '#include "fairway/sweep.h"\n'}, "src/grid/up.c:1: grid may not"),
    ("public header upwards", {"include/fairway/grid.h": '#include "fairway/sweep.h"\n'},
     "include/fairway/grid.h:1: grid may not"),
    ("public header with a private one", {"include/fairway/grid.h": '#include "grid/layer.h"\n'},
     "include/fairway/grid.h:1: a public header may not"),
    ("judge with the judged", {"src/check/v.c": '#include "sweep/rows.h"\n'}, "src/check/v.c:1: check may not"),
    ("judge with the judged, by its public header", {"src/check/v.c": '#include "fairway/sweep.h"\n'},
     "src/check/v.c:1: check may not"),
    ("table lets the judge", {"tools/layers.txt": SELF_TEST_TABLE.replace("validate.h    base", "validate.h  sweep base")},
     "layers.txt:6: check must never reach sweep"),
    ("table lets the judge by a third", {"tools/layers.txt": SELF_TEST_TABLE.replace(
        "validate.h    base", "validate.h  aid base") + "module aid - sweep\n"},
     "layers.txt:6: check must never reach sweep"),
    ("cycle in the table", {"tools/layers.txt": SELF_TEST_TABLE.replace("base.h        -", "base.h  sweep")},
     "layers.txt:2: cycle"),
    ("unknown module in the table", {"tools/layers.txt": SELF_TEST_TABLE.replace("base.h        -", "base.h  bass")},
     "layers.txt:2: base uses bass"),
    ("word not known in the table", {"tools/layers.txt": SELF_TEST_TABLE + "nevr grid sweep\n"},
     "layers.txt:11: not understood"),
    ("cycle of two headers", {"src/grid/a.h": '#include "grid/b.h"\n', "src/grid/b.h": '#include "grid/a.h"\n'},
     "src/grid/b.h:1: cycle: a.h -> b.h -> a.h"),
    ("header that includes itself", {"src/grid/a.h": '#include "grid/a.h"\n'}, "src/grid/a.h:1: cycle"),
    ("umbrella in the library", {"src/sweep/s.c": '#include "fairway/fairway.h"\n'}, "src/sweep/s.c:1: fairway.h is for"),
    ("program with a private header", {"cli/more.c": '#include "grid/layer.h"\n'}, "cli/more.c:1: cli may include"),
    ("program with a private header by path", {"cli/more.c": '#include "../src/grid/layer.h"\n'},
     "cli/more.c:1: cli may include"),
    ("folder of no module", {"src/misc/x.c": ""}, "src/misc/x.c:1: misc is no module"),
    ("public header of no module", {"include/fairway/misc.h": ""}, "include/fairway/misc.h:1: this header belongs"),
    ("include by file name alone", {"src/grid/g.c": '#include "layer.h"\n'}, "src/grid/g.c:1: write"),
    ("include by relative path", {"src/grid/g.c": '#include "grid/../sweep/rows.h"\n'}, "src/grid/g.c:1: write"),
    ("include in angles", {"src/grid/g.c": "#include <fairway/sweep.h>\n"}, "src/grid/g.c:1: write"),
    ("include by macro", {"src/grid/g.c": "#include HEADER\n"}, "src/grid/g.c:1: an include by macro"),
    ("include with odd spaces", {"src/grid/g.c": '  #  include"sweep/rows.h"\n'}, "src/grid/g.c:1: grid may not"),
    ("library beyond C17", {"src/grid/g.c": "#include <unistd.h>\n"}, "src/grid/g.c:1: <unistd.h>"),
    ("file that is not there", {"src/grid/g.c": '#include "base/lost.h"\n'}, 'src/grid/g.c:1: there is no "base/lost.h"'),
]


def self_test():
    failures = 0

    def attempt(name, changes, expected):
        nonlocal failures
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder).resolve()
            for file, text in {**SELF_TEST_TREE, **changes}.items():
                path = root / file
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            breaches = check_tree(root)
        good = not breaches if expected is None else any(b.startswith(expected) for b in breaches)
        if not good:
            failures += 1
            print(f"self-test: {name}: expected {expected or 'no breach'}, got:", *breaches or ["nothing"], sep="\n  ")

    attempt("sound tree", {}, None)
    for name, changes, expected in PLANTED:
        attempt(name, changes, expected)
    print(f"check_layers self-test: {1 + len(PLANTED) - failures} of {1 + len(PLANTED)} cases right")
    return 1 if failures else 0


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    if len(arguments) > 1 or any(a.startswith("-") for a in arguments):
        print(__doc__)
        return 2
    root = pathlib.Path(arguments[0] if arguments else pathlib.Path(__file__).parent.parent).resolve()
    breaches = check_tree(root)
    print(*breaches, sep="\n", end="\n" if breaches else "")
    count = len(sources(root / "src")) + len(sources(root / "include"))
    print(f"check_layers: {len(breaches)} breaches; the library has {count} files")
    return 1 if breaches or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
