#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks what the documentation says against what is there.

check.py [--hello PROGRAM]    README.md shows examples/hello.c byte for byte, and with PROGRAM, the built example, its
                              output; relative links of all Markdown files lead to files and headings; no picture is too
                              large
check.py --fix [--hello ...]  copies the example, and its output, into README.md
check.py --self-test          plants faults and sees that each is found
"""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^(```|~~~).*?^\1[ \t]*$", re.M | re.S)
CODE = re.compile(r"`[^`\n]*`")
# A checkout should stay small.
LIMITS = {".svg": 300_000, ".png": 150_000, ".gif": 150_000}


def block(text, marker):
    """The fenced block after <!-- marker -->, as a match with its content in group 1."""
    return re.search(r"<!-- " + re.escape(marker) + r" -->\n```\w*\n(.*?)^```$", text, re.M | re.S)


def shown(text, marker, wanted):
    found = block(text, marker)
    if not found:
        return [f"README.md: no block after <!-- {marker} -->"]
    if found.group(1) == wanted:
        return []
    lines = zip(found.group(1).split("\n"), wanted.split("\n"))
    line = next((i for i, (a, b) in enumerate(lines, 1) if a != b), "last")
    return [f"README.md: the block <!-- {marker} --> differs from line {line} on; tests/readme/check.py --fix copies it"]


def replaced(text, marker, wanted):
    found = block(text, marker)
    return text[:found.start(1)] + wanted + text[found.end(1):] if found else text


def pages(root):
    skip = {"build", "out", ".git", "node_modules"}
    return [p for p in sorted(root.rglob("*.md")) if not skip & set(part.split("-")[0] for part in p.relative_to(root).parts)]


def anchors(page):
    """What can stand after # in links to a page: each heading in lower case, hyphens for spaces, no punctuation."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    headings = [re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", h) for h in re.findall(r"^#+ +(.+?) *$", text, re.M)]
    return {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings}


def leads(page, target):
    file, _, anchor = target.partition("#")
    to = page.parent / file if file else page
    return to.exists() and (not anchor or to.suffix != ".md" or anchor in anchors(to))


def broken_links(root):
    bad = []
    for page in pages(root):
        text = CODE.sub("", FENCE.sub("", page.read_text(encoding="utf-8")))
        bad += [f"{page.relative_to(root)}: {target} leads nowhere" for target in LINK.findall(text)
                if not re.match(r"[a-z]+:", target) and not leads(page, target)]
    return bad


def images(root):
    bad = []
    used = "\n".join(p.read_text(encoding="utf-8") for p in pages(root))
    for picture in sorted((root / "docs" / "images").glob("*")):
        limit = LIMITS.get(picture.suffix)
        if limit and picture.stat().st_size > limit:
            bad.append(f"docs/images/{picture.name}: {picture.stat().st_size} bytes, more than {limit}")
        if limit and f"images/{picture.name}" not in used:
            bad.append(f"docs/images/{picture.name}: no page shows it")
    return bad


def output_of(hello, root):
    return subprocess.run([hello], cwd=root, check=True, capture_output=True, text=True).stdout


def check(root, hello=None):
    text = (root / "README.md").read_text(encoding="utf-8")
    bad = shown(text, "examples/hello.c", (root / "examples" / "hello.c").read_text(encoding="utf-8"))
    if hello:
        bad += shown(text, "output of examples/hello.c", output_of(hello, root))
    return bad + broken_links(root) + images(root)


def fix(root, hello=None):
    file = root / "README.md"
    text = replaced(file.read_text(encoding="utf-8"), "examples/hello.c", (root / "examples" / "hello.c").read_text())
    file.write_text(replaced(text, "output of examples/hello.c", output_of(hello, root)) if hello else text)


def self_test():
    good = "![p](docs/images/a.png)\n<!-- examples/hello.c -->\n```c\nint x;\n```\n[x](docs/a.md#a-part) `[y](no.md)`\n"
    cases = [
        ("sound", good, "int x;\n", 10, 0),
        ("other example", good, "int y;\n", 10, 1),
        ("longer example", good, "int x;\nint y;\n", 10, 1),
        ("no marker", good.replace("<!-- examples", "<!-- of examples"), "int x;\n", 10, 1),
        ("broken link", good + "[z](docs/no.md)\n", "int x;\n", 10, 1),
        ("broken anchor", good + "[z](docs/a.md#part)\n", "int x;\n", 10, 1),
        ("link to the net", good + "[z](https://example.org/no.md)\n", "int x;\n", 10, 0),
        ("large picture", good, "int x;\n", 150_001, 1),
        ("unused picture", good.replace("a.png", "../a.md"), "int x;\n", 10, 1),
    ]
    failures = 0
    for name, readme, example, size, expected in cases:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "docs" / "images").mkdir(parents=True)
            (root / "examples").mkdir()
            (root / "README.md").write_text(readme)
            (root / "docs" / "a.md").write_text("# A `part`\n")
            (root / "docs" / "images" / "a.png").write_bytes(b"x" * size)
            (root / "examples" / "hello.c").write_text(example)
            found = check(root)
            fix(root)
            left = [f for f in check(root) if "differs" in f]
        if len(found) != expected or left:
            failures += 1
            print(f"self-test: {name}: expected {expected}, found {found}, after --fix {left}")
    print(f"readme self-test: {len(cases) - failures} of {len(cases)} cases right")
    return 1 if failures else 0


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    wants_fix = arguments[:1] == ["--fix"]
    rest = arguments[1:] if wants_fix else arguments
    if rest and (len(rest) != 2 or rest[0] != "--hello"):
        print(__doc__)
        return 2
    hello = str(pathlib.Path(rest[1]).resolve()) if rest else None
    if wants_fix:
        fix(ROOT, hello)
    bad = check(ROOT, hello)
    print(*bad, sep="\n", end="\n" if bad else "")
    print(f"readme: {len(bad)} faults in {len(pages(ROOT))} pages")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
