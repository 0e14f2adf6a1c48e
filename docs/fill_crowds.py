#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures the crowds of docs/algorithms/crowd.md, and fills their table.

fill_crowds.py CSV PAGE                 puts rows of CSV between <!-- crowds NAME --> and <!-- /crowds --> of PAGE
fill_crowds.py CSV --measure PROGRAM    simulates all rows of CSV with the program, and writes Fairway's columns anew

Maps and scenarios are in crowds/ of the folder FAIRWAY_BENCHMARKS, or their maps in dao/. The columns of the bound and
of others stay as they are. The page shows the crowds named below.
"""
import csv
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
PLACE = re.compile(r"(<!-- crowds (\w+) -->\n).*?(<!-- /crowds -->)", re.S)
# From the best to the worst: a game map, open ground, houses, a door, a corridor, a map half full.
SHOWN = [
    ("den520d", 400), ("circle-250", 250), ("pack-600", 600), ("doorway1-both-100", 100), ("corridor2-40", 40),
    ("random-32-32-20", 400),
]  # fmt: skip
TICK = 0.05  # [s]


def places(folder, scenario):
    """The files of a map and its scenario."""
    scen = folder / "crowds" / (scenario + ".scen")
    for line in scen.read_text(encoding="utf-8").splitlines():
        fields = line.split("\t")
        if len(fields) > 5:
            beside = folder / "crowds" / fields[1]
            return beside if beside.exists() else folder / "dao" / fields[1], scen
    raise ValueError(f"{scen}: no units")


def simulate(program, folder, row):
    """Fairway's columns of a row."""
    grid, scen = places(folder, row["scenario"])
    with tempfile.NamedTemporaryFile(suffix=".csv") as table:
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        command = [program, "simulate", grid, "--scen", scen, "--units", row["units"], "--csv", table.name]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        if done.returncode > 1:
            raise RuntimeError(done.stderr)
        end = float(re.search(r"^time +([\d.]+) s", done.stdout, re.M)[1])
        with open(table.name, newline="", encoding="utf-8") as file:
            units = list(csv.DictReader(file))
    home = [unit for unit in units if unit["state"] == "arrived"]
    late = [float(unit["arrived"] if unit in home else end) - float(unit["alone"]) for unit in units]
    count = len(units)
    return {
        "arrived": len(home),
        "last": f"{max((float(unit['arrived']) for unit in home), default=0.0):.1f}",
        "delay": f"{sum(late) / count:.1f}",
        "stops": f"{sum(int(unit['stops']) for unit in units) / count:.1f}",
        "driven": f"{sum(float(unit['ratio']) for unit in units) / count:.2f}",
        "ms": f"{1000.0 * used * TICK / end:.2f}",
    }


def measure(file, program):
    folder = pathlib.Path(os.environ["FAIRWAY_BENCHMARKS"])
    with open(file, newline="", encoding="utf-8") as old:
        reader = csv.DictReader(old)
        rows = list(reader)
    for row in rows:
        row.update(simulate(program, folder, row))
        print(f"{row['scenario']:24} {row['units']:>4} {row['arrived']:>4} {row['last']:>7} {row['delay']:>6}", flush=True)
    with open(file, "w", newline="", encoding="utf-8") as new:
        writer = csv.DictWriter(new, reader.fieldnames, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def last(row, who=""):
    """When the last one arrived, or how many did."""
    arrived = row[who + "arrived"]
    return row[who + "last"] if arrived == row["units"] else f"{arrived} of {row['units']}"


def is_within(row, factor):
    return row["arrived"] == row["units"] and float(row["last"]) <= factor * float(row["bound"])


def table(rows):
    lines = [
        "| crowd | bound | Fairway | RVO2 | overlaps | DetourCrowd | overlaps |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    for name, units in SHOWN:
        row = next(row for row in rows if row["scenario"] == name and row["units"] == str(units))
        title = name if name.endswith(f"-{units}") else f"{name}, {units}"
        others = [last(row, "rvo2_"), row["rvo2_overlaps"], last(row, "detour_"), row["detour_overlaps"]]
        cells = [title, row["bound"], last(row), *others]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def sums(rows):
    def all_home(who):
        return sum(row[who + "arrived"] == row["units"] for row in rows)

    units = sum(int(row["units"]) for row in rows)
    away = units - sum(int(row["arrived"]) for row in rows)
    missed = f"; {away} of {units:,} units do not" if away > 0 else ""
    each = [1000.0 * float(row["ms"]) / int(row["units"]) for row in rows]
    return (
        f"All arrive in {all_home('')} of {len(rows)} crowds (RVO2 {all_home('rvo2_')}, DetourCrowd "
        f"{all_home('detour_')}), within 1.6 × bound in {sum(is_within(row, 1.6) for row in rows)}, 2.5 × in "
        f"{sum(is_within(row, 2.5) for row in rows)}{missed}.\nA unit takes "
        f"{sorted(each)[len(each) // 2]:.1f} µs a tick (median; at most {max(each):.1f}), its path included.\n"
    )


def fill(file, page):
    makers = {"table": table, "sums": sums}
    with open(file, newline="", encoding="utf-8") as source:
        rows = list(csv.DictReader(source))
    text = page.read_text(encoding="utf-8")
    page.write_text(PLACE.sub(lambda m: m[1] + makers[m[2]](rows) + m[3], text), encoding="utf-8")


def main(arguments):
    if len(arguments) == 3 and arguments[1] == "--measure":
        measure(arguments[0], arguments[2])
    elif len(arguments) == 2:
        fill(arguments[0], pathlib.Path(arguments[1]))
    else:
        sys.exit(__doc__)


main(sys.argv[1:])
