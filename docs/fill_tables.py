#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fills the tables of docs/performance.md that come from the CSV of bench_any_angle.

fill_tables.py CSV FILE    replaces what stands between <!-- any-angle NAME --> and <!-- /any-angle -->

The page shows a part of the CSV: the sets, maps, sides and methods named below.
"""
import csv
import pathlib
import re
import sys

PLACE = re.compile(r"(<!-- any-angle ([\w-]+) -->\n).*?(<!-- /any-angle -->)", re.S)
ALL = [
    "astar", "block", "block-ps", "block8", "block4", "theta", "lazy-theta", "ap-theta", "field-dstar", "visibility-graph",
    "astar-ps",
]  # fmt: skip
# Beside the papers: a usual random map and the fullest, and the games on which block gains most and least over theta.
PAPER_SETS = ["random 20 %", "random 50 %", "StarCraft", "Baldur's Gate", "open, no estimate"]
# Of all methods: also the empty map.
TIMES_SETS = ["random 0 %"] + PAPER_SETS[:-1]
PAPER_METHODS = ["astar straight", "theta", "block"]
# Over the exact lengths: a game map, and the maps that are best and worst for most methods. block8 is as long as
# astar, visibility-graph exact everywhere.
EXACT_MAPS = ["bg512/AR0602SR", "mazes/maze512-8-0", "random/random512-10-0", "random/random512-40-0"]
NO_EXCESS = ["block8", "visibility-graph"]
GROWTH_SIDES = [2048, 8192]


def table(head, rows):
    """Markdown; all columns but the first are numbers."""
    lines = ["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def number(value, digits=0):
    """With commas; a dash where there is none."""
    return "–" if value is None else f"{value:,.{digits}f}"


def short(value):
    """Three digits that count, at most three decimals."""
    if value is None:
        return "–"
    return number(value, 0 if value >= 100 else 1 if value >= 10 else 2 if value >= 1 else 3)


def percent(value, digits):
    """Without the minus that rounding makes."""
    return f"{100.0 * max(0.0, value):.{digits}f}"


class Figures:
    """The rows of the CSV."""

    def __init__(self, path):
        with open(path, newline="", encoding="utf-8") as file:
            self.rows = [row for row in csv.DictReader(file) if int(row["problems"]) > 0]

    def sets(self, name):
        """Of a table, in order."""
        return list(dict.fromkeys(row["set"] for row in self.rows if row["table"] == name))

    def get(self, name, set_name, method, field, side=None):
        """A number, or None."""
        for row in self.rows:
            same = (row["table"], row["set"], row["method"]) == (name, set_name, method)
            if same and (side is None or row["side"] == str(side)) and row[field]:
                return float(row[field])
        return None

    def methods(self, name, field):
        """Those of which a table has a number."""
        seen = {row["method"] for row in self.rows if row["table"] == name and row[field]}
        return [method for method in ALL if method in seen]

    def over(self, name, set_name, method, other):
        """Quotient of two times."""
        a, b = self.get(name, set_name, method, "us"), self.get(name, set_name, other, "us")
        return a / b if a is not None and b else None

    def paper(self):
        """The rows that the paper has too."""
        lines = []
        for name in ("1", "2"):
            for set_name in (each for each in self.sets(name) if each in PAPER_SETS):
                for method in PAPER_METHODS if name == "1" else ["astar"] + PAPER_METHODS[1:]:
                    words = []
                    for field, digits in (("distance", 1), ("expanded", 0), ("us", 0)):
                        ours, theirs = (self.get(name, set_name, method, each) for each in (field, "paper_" + field))
                        words.append(f"{number(ours, digits)} ({number(theirs, digits)})")
                    first = set_name if method.startswith("astar") else ""
                    lines.append([first, f"`{method.split()[0]}`"] + words)
        text = table(["set", "method", "distance (paper)", "expanded (paper)", "µs (paper)"], lines)
        return text.replace("|---|---:|", "|---|---|", 1)

    def times(self):
        """Of all methods."""
        methods = self.methods("1", "us")
        lines = [[set_name] + [number(self.get("1", set_name, method, "us")) for method in methods]
                 for set_name in TIMES_SETS]
        return table(["mean µs"] + [f"`{method}`" for method in methods], lines)

    def article(self):
        """Lengths over the shortest and times of Theta* over others."""
        lines = []
        for set_name in PAPER_SETS[:-1]:
            excess = [self.get("1", set_name, method, "excess")
                      for method in ("theta", "astar", "astar-ps", "astar-ps straight")]
            times = [self.over("1", set_name, "theta", method) for method in ("astar", "astar-ps straight")]
            lines.append([set_name] + [number(None if e is None else 1.0 + max(e, 0.0), 4) for e in excess] +
                         [number(time, 2) for time in times])
        lines.append(["article, random; game maps", "1.002; 1.007", "1.04", "–", "–", "2", "0.5"])
        return table(["set", "`theta`", "`astar`", "`astar-ps`", "straight line", "`theta`: time over `astar`",
                      "over straight line"], lines)

    def excess(self):
        """Mean and worst, in %."""
        methods = [method for method in self.methods("4", "excess") if method not in NO_EXCESS]
        lines = []
        for set_name in EXACT_MAPS:
            cells = []
            for method in methods:
                mean, worst = (self.get("4", set_name, method, field) for field in ("excess", "worst"))
                digits = 3 if method not in ("astar", "block4") else 1
                both = None if mean is None else f"{percent(mean, digits)}, {percent(worst, min(digits, 2))}"
                cells.append(both or "–")
            lines.append([set_name] + cells)
        return table(["mean, worst %"] + [f"`{method}`" for method in methods], lines)

    def growth(self):
        """Times and memory against the side."""
        lines = []
        for set_name in self.sets("5"):
            for side in GROWTH_SIDES:
                cells = [set_name if side == GROWTH_SIDES[0] else "", f"{side}²"]
                for method in ("astar", "block", "theta"):
                    us = self.get("5", set_name, method, "us", side)
                    cells.append(short(us / 1e3 if us else None))
                for method in ("astar", "block", "theta"):
                    memory = self.get("5", set_name, method, "memory", side)
                    cells.append(number(None if memory is None else memory / 2**20, 1))
                lines.append(cells)
        head = ["map", "tiles", "`astar` ms", "`block` ms", "`theta` ms", "`astar` MiB", "`block`", "`theta`"]
        return table(head, lines)


def main():
    """Reads the arguments."""
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    figures = Figures(sys.argv[1])
    makers = {
        "paper": figures.paper,
        "times": figures.times,
        "article": figures.article,
        "excess": figures.excess,
        "growth": figures.growth,
    }
    path = pathlib.Path(sys.argv[2])
    text = path.read_text(encoding="utf-8")
    names = [match[1] for match in PLACE.findall(text)]
    if sorted(names) != sorted(makers):
        sys.exit(f"fill_tables: {path} has places for {names}, not for each of {sorted(makers)}")
    path.write_text(PLACE.sub(lambda m: m[1] + "\n" + makers[m[2]]() + "\n" + m[3], text), encoding="utf-8")


if __name__ == "__main__":
    main()
