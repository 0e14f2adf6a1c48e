#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws the plots of docs/performance.md from the CSV of bench_any_angle. Needs matplotlib
(Debian: python3-matplotlib).

plot.py CSV FOLDER    writes any-angle-*.svg there; the same CSV and matplotlib make the same bytes
"""
import csv
import pathlib
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402

# Colors that people who do not tell red from green tell apart (M. Okabe, K. Ito 2008).
LOOKS = {
    "astar": ("A*", "#000000", "o"),
    "astar straight": ("A*, straight line", "#999999", "o"),
    "theta": ("Theta*", "#D55E00", "s"),
    "lazy-theta": ("Lazy Theta*", "#E69F00", "s"),
    "ap-theta": ("AP Theta*", "#882255", "s"),
    "block": ("Block A*", "#0072B2", "D"),
    "block-ps": ("Block A*, smoothed", "#56B4E9", "D"),
    "astar-ps": ("A*, smoothed", "#CC79A7", "v"),
    "field-dstar": ("Field D*", "#F0E442", "^"),
    "visibility-graph": ("exact", "#009E73", "*"),
    "block8": ("Block A*, 8 steps", "#003A5C", "x"),
    "block4": ("Block A*, 4 steps", "#7F7F7F", "x"),
}
NUMBERS = ("distance", "expanded", "us", "us50", "us99", "excess", "worst", "memory", "paper_us")


def read(path):
    """The rows of the CSV; numbers as numbers, missing ones as None."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row["side"], row["problems"] = int(row["side"]), int(row["problems"])
        for name in NUMBERS:
            row[name] = float(row[name]) if row[name] else None
    return [row for row in rows if row["problems"] > 0]


def find(rows, table, set_name, method):
    """The first such row, or None."""
    return next((r for r in rows if (r["table"], r["set"], r["method"]) == (table, set_name, method)), None)


def sets_of(rows, table):
    """The sets of a table in the order of the file."""
    return list(dict.fromkeys(row["set"] for row in rows if row["table"] == table))


def save(figure, folder, name):
    """Without a date, so that equal plots are equal files."""
    figure.savefig(folder / name, metadata={"Date": None, "Creator": None}, bbox_inches="tight")
    plt.close(figure)


def plot_times(rows, folder):
    """Time of a query on the sets of table 1: mean, and the median to the 99th percentile."""
    sets = sets_of(rows, "1")
    methods = ["astar", "block", "block-ps", "visibility-graph", "lazy-theta", "theta"]
    figure, axes = plt.subplots(figsize=(9, 4))
    for place, method in enumerate(methods):
        found = [(i, find(rows, "1", name, method)) for i, name in enumerate(sets)]
        found = [(i + (place - 2.5) * 0.13, row) for i, row in found if row]
        label, color, marker = LOOKS[method]
        axes.vlines([x for x, _ in found], [r["us50"] for _, r in found], [r["us99"] for _, r in found], color, lw=1.5)
        axes.plot([x for x, _ in found], [r["us"] for _, r in found], marker, color=color, ms=5, label=label)
    axes.set_yscale("log")
    axes.set_xticks(range(len(sets)), [name.replace(" ", "\n", 1) for name in sets])
    axes.set_ylabel("µs a query: mean; line: median to 99 %")
    axes.grid(axis="y", lw=0.3)
    axes.legend(ncol=6, fontsize=8, loc="upper center", bbox_to_anchor=(0.5, 1.12), frameon=False)
    save(figure, folder, "any-angle-times.svg")


def plot_ratios(rows, folder):
    """Time over that of Block A*, beside the published figures."""
    pairs = [("1", name) for name in sets_of(rows, "1")] + [("2", name) for name in sets_of(rows, "2")]
    figure, axes = plt.subplots(figsize=(9, 3.6))
    for place, (method, published) in enumerate([("theta", "theta"), ("astar straight", "astar straight")]):
        for whose in ("us", "paper_us"):
            xs, ys = [], []
            for i, (table, name) in enumerate(pairs):
                label = published if table == "1" else published.split()[0]
                row, block = find(rows, table, name, label), find(rows, table, name, "block")
                if row and block and row[whose] and block[whose]:
                    xs.append(i + (place - 0.5) * 0.4 + (-0.09 if whose == "us" else 0.09))
                    ys.append(row[whose] / block[whose])
            label, color, _ = LOOKS[method]
            bars = dict(color=color) if whose == "us" else dict(color="none", edgecolor=color, hatch="///")
            axes.bar(xs, ys, 0.18, label=label + (" here" if whose == "us" else " in the paper"), **bars)
    axes.set_yscale("log")
    axes.axhline(1.0, color="black", lw=0.8)
    axes.set_xticks(range(len(pairs)), [name.replace(", ", ",\n").replace(" ", "\n", 1) for _, name in pairs])
    axes.set_ylabel("time over that of Block A*")
    axes.legend(ncol=4, fontsize=8, loc="upper center", bbox_to_anchor=(0.5, 1.14), frameon=False)
    save(figure, folder, "any-angle-ratios.svg")


def plot_excess(rows, folder):
    """How much too long against how slow, over all maps with exact lengths."""
    figure, axes = plt.subplots(figsize=(6.5, 4))
    for method, (label, color, marker) in LOOKS.items():
        found = [(r, find(rows, "4", r["set"], "astar")) for r in rows if r["table"] == "4" and r["method"] == method]
        if not found or method == "astar straight":
            continue
        product = 1.0
        for row, astar in found:
            product *= row["us"] / astar["us"]
        excess = 100.0 * sum(max(row["excess"], 0.0) for row, _ in found) / len(found)
        x, y = product ** (1.0 / len(found)), max(excess, 1e-3)
        axes.plot(x, y, marker, color=color, ms=8)
        axes.annotate(label, (x, y), xytext=(7, 3), textcoords="offset points", fontsize=8)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.minorticks_off()
    axes.set_xlim(left=0.3, right=30)
    ticks = (0.5, 1, 2, 5, 10, 20)
    axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.set_xlabel("time over that of A* (geometric mean of the maps)")
    axes.set_ylabel("% over the exact length (exact: at the bottom)")
    axes.grid(lw=0.3)
    save(figure, folder, "any-angle-excess.svg")


def plot_growth(rows, folder):
    """Time and memory against the side of the map."""
    sets = sets_of(rows, "5")
    figure, axes = plt.subplots(2, len(sets), figsize=(3 * len(sets), 5.5), sharex=True, sharey="row", squeeze=False)
    for column, name in enumerate(sets):
        for method in ("astar", "theta", "block"):
            found = [r for r in rows if (r["table"], r["set"], r["method"]) == ("5", name, method)]
            label, color, marker = LOOKS[method]
            sides = [r["side"] for r in found]
            axes[0][column].plot(sides, [r["us"] / 1e3 for r in found], marker + "-", color=color, ms=4, label=label)
            axes[1][column].plot(sides, [r["memory"] / 2**20 for r in found], marker + "-", color=color, ms=4)
        axes[0][column].set_title(name, fontsize=9)
        for line in (0, 1):
            axes[line][column].set_xscale("log", base=2)
            axes[line][column].set_yscale("log")
            axes[line][column].minorticks_off()
            axes[line][column].grid(lw=0.3)
        sides = sorted({r["side"] for r in rows if (r["table"], r["set"]) == ("5", name)})
        axes[1][column].set_xticks(sides, [f"{side}²" for side in sides], fontsize=7)
        axes[1][column].set_xlabel("tiles of the map")
    if sets:
        axes[0][0].set_ylabel("mean ms a query")
        axes[1][0].set_ylabel("MiB of the search context")
        axes[0][0].legend(fontsize=8, frameon=False)
    save(figure, folder, "any-angle-growth.svg")


def main():
    """Reads the arguments."""
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    matplotlib.rcParams.update({"svg.hashsalt": "fairway", "svg.fonttype": "none", "font.size": 9})
    rows, folder = read(sys.argv[1]), pathlib.Path(sys.argv[2])
    for plot in (plot_times, plot_ratios, plot_excess, plot_growth):
        plot(rows, folder)


if __name__ == "__main__":
    main()
