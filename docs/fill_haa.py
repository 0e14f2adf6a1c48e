#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fills the tables of docs/performance.md and docs/algorithms that come from the output of bench_haa.

fill_haa.py OUTPUT FILE...    replaces what stands between <!-- haa NAME --> and <!-- /haa NAME --> in each FILE

The pages show a part of the output: the size and the large maps named below.
"""
import pathlib
import re
import sys

PLACE = re.compile(r"(<!-- haa ([\w-]+) -->\n).*?(<!-- /haa \2 -->)", re.S)
# Sizes differ little. Of the large maps, those on which hierarchies gain most and least.
SIZE = "1"
LARGE = ("AR0011SR", "AR0700SR")
LARGEST = "AR0700SR"  # has the most nodes
# The slowest, the usual and the fastest on large maps.
LARGE_ROWS = (("high", "10"), ("high", "20"), ("low", "20"), ("low", "30"))
# The same elsewhere.
ROWS = (("initial", "15"), ("high", "10"), ("high", "15"), ("low", "15"), ("low", "20"))
FIRST = re.compile(r"search ([\d.]+) us, taken over in ([\d.]+) us, first \d+ tiles ([\d.]+) us \((\d+) x\)")
BUILT = re.compile(r"built in ([\d.]+) s, (\d+) nodes, (\d+) edges, ([\d.]+) MiB, ([\d.]+) MiB shared")
LANDMARKS = re.compile(r"landmarks found in ([\d.]+) s, ([\d.]+) MiB")


def table(head, rows, texts):
    """Markdown; all columns but those of `texts` are numbers."""
    lines = ["| " + " | ".join(head) + " |"]
    lines.append("|" + "|".join("---" if i in texts else "---:" for i in range(len(head))) + "|")
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def number(value, digits=0):
    """With commas."""
    return f"{float(value):,.{digits}f}"


def short(value):
    """Three digits that count, at most three decimals."""
    value = float(value)
    return number(value, 0 if value >= 100 else 1 if value >= 10 else 2 if value >= 1 else 3)


def excess(mean, worst):
    """Of lengths, in %."""
    return f"{mean}, {float(worst):.0f}"


class Figures:
    """The output, block by block: blocks are what empty lines part."""

    def __init__(self, path):
        text = pathlib.Path(path).read_text(encoding="utf-8")
        blocks = [block.split("\n") for block in text.strip().split("\n\n")]
        self.sizes, self.times, self.factors, self.led, self.maps, self.edits, self.notes = {}, {}, {}, {}, [], [], []
        title = None
        for block in blocks:
            words = block[0].split()
            if block[0].startswith("--- "):
                title = block[0][4:].split(":")[0]
                self.sizes[title] = [line.replace("%", "").split() for line in block[2:]]
            elif words[:3] == ["cluster", "size", "quality"]:
                rows = [line.replace("%", "").split() for line in block[1:]]
                (self.times if words[3] == "problems" else self.factors)[title] = rows
            elif block[0].startswith("landmarks, "):
                self.led[title] = [line.replace("%", "").split() for line in block[2:]]
            elif block[0].startswith("4096 x 4096"):
                self.maps.append(block)
            elif block[0].startswith("buildings"):
                self.edits = [line.split() for line in block[2:]]
            elif block[0].startswith("annotations"):
                self.notes = [re.split(r"\s{2,}", line) for line in block[2:]]

    def size_rows(self):
        """Of the abstractions."""
        rows = []
        for cluster, quality, nodes, inter, intra, share, _, kib, _, ms in self.sizes["both"]:
            if (quality, cluster) not in ROWS:
                continue
            rows.append([cluster, quality, number(nodes), number(inter), number(intra), f"{float(share):.1f}",
                         number(kib), ms])
        head = ["clusters", "quality", "nodes", "inter-edges", "intra-edges", "% of the tile graph", "KiB",
                "built in ms"]
        return table(head, rows, {1})

    def factor(self, title, cluster, size, quality):
        """The row of factors over aastar."""
        return next(row[3:] for row in self.factors[title] if row[:3] == [cluster, size, quality])

    def scenarios(self):
        """Lengths and times, without and with landmarks."""
        rows = []
        for row in self.times["both"]:
            cluster, size, quality, _, _, mean, worst, smooth, smooth_worst, us, _, _ = row
            if size == SIZE and (quality, cluster) in ROWS:
                led = next(each for each in self.led["both"] if each[:3] == row[:3])
                factors = self.factor("both", cluster, size, quality)
                rows.append([cluster, quality, excess(mean, worst), excess(smooth, smooth_worst), number(us, 1)] +
                            [factors[0]] + factors[-2:] + [number(led[8], 1), led[9], led[12], led[13]])
        head = ["clusters", "quality", "% longer: mean, worst", "smoothed: mean, worst", "µs", "faster: to 100",
                "above 400", "all above 100", "landmarks: µs", "faster: to 100", "above 400", "all above 100"]
        return table(head, rows, {1})

    def far(self):
        """Paths over the large maps."""
        rows = []
        for block in self.large(LARGE):
            name = re.search(r"/(\w+)", block[0])[1]
            length = re.search(r"mean length (\d+)", block[1])[1]
            for line in block[3:]:
                steps = FIRST.search(line)
                if line.startswith(" "):
                    if steps and not rows[-1][-1]:  # of the method above, without landmarks
                        rows[-1][-1] = f"{sum(map(float, steps.groups()[:3])) / 1000:.2f}"
                    continue
                method, cluster, led, figures = re.fullmatch(
                    r"([\w-]+)(?:, clusters of (\d+))?(, landmarks)?\s+(.*)", line).groups()
                median, p95, _, faster, longer, expanded, _, _ = figures.replace("%", "").split()
                if cluster and (method.split("-")[1], cluster) not in LARGE_ROWS:
                    continue
                if led:  # the row above is the same without
                    rows[-1][5] = faster
                    continue
                first = [f"{name}, {number(length)}"] if method == "aastar" else [""]
                rows.append(first + [f"`{method}`", cluster or "–", f"{short(median)}, {short(p95)}", faster, "",
                                     longer, number(expanded), ""])
        head = ["map, mean length", "method", "clusters", "median, p95 ms", "times as fast", "with landmarks",
                "% longer", "expanded", "first 30 tiles, ms"]
        return table(head, rows, {0, 1})

    def large(self, names):
        """The blocks of these maps."""
        return [block for block in self.maps if re.search(r"/(\w+)", block[0])[1] in names]

    def far_sizes(self):
        """Abstractions of the largest."""
        rows = []
        for block in self.large((LARGEST,)):
            built = [line for line in block if BUILT.search(line)]
            above = [block[block.index(line) - 1] for line in built]
            led = [line for line in block if LANDMARKS.search(line)]
            for line, method, landmarks in zip(built, above, led):
                seconds, nodes, edges, size, _ = BUILT.search(line).groups()
                quality, cluster = re.match(r"haastar-(\w+), clusters of (\d+)", method).groups()
                found, bytes_of = LANDMARKS.search(landmarks).groups()
                if (quality, cluster) in LARGE_ROWS:
                    rows.append([cluster, quality, number(nodes), number(edges), size, seconds, bytes_of, found])
        head = ["clusters", "quality", "nodes", "edges", "MiB", "built in s", "landmarks MiB", "found in s"]
        return table(head, rows, {1})

    def buildings(self):
        """Edits, by cluster."""
        rows = []
        for quality, cluster, up, p95, old, down, anew in self.edits:
            if (quality, cluster) in ROWS:
                rows.append([cluster, quality, f"{up}, {p95}", old, down, anew])
        head = ["clusters", "quality", "fill and update, ms: median, p95", "and the old one given back",
                "building taken away", "anew"]
        return table(head, rows, {1})

    def annotations(self):
        """Clearances beside a space of the smallest size."""
        rows = [[name, f"{ms} ms", f"{float(us):.1f} µs", f"{float(p95):.1f} µs", f"{number(kib)} KiB"]
                for name, ms, us, p95, kib in self.notes if not re.search("size [^1]$", name)]
        return table(["annotation", "made", "a building", "95 %", "memory"], rows, {0})

    def flat(self):
        """Annotated A* beside jump points over the plane of a size."""
        rows = []
        for title in ("Baldur's Gate", "Warcraft III"):
            row = next(r for r in self.times[title] if r[1] == SIZE)
            jps = next(r for r in self.factors[title] if r[:2] == ["jps", SIZE])[-1]
            rows.append([title, f"{number(row[10])} µs", f"{jps} ×"])
        head = ["maps", "`aastar`", "`jps` faster, above 100 tiles"]
        return table(head, rows, {0})


def main():
    """Reads the arguments."""
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    figures = Figures(sys.argv[1])
    makers = {
        "sizes": figures.size_rows,
        "both": figures.scenarios,
        "far": figures.far,
        "far-sizes": figures.far_sizes,
        "edits": figures.buildings,
        "aastar": figures.flat,
        "annotations": figures.annotations,
    }
    texts = {pathlib.Path(path): pathlib.Path(path).read_text(encoding="utf-8") for path in sys.argv[2:]}
    for path, text in texts.items():
        names = [match[1] for match in PLACE.findall(text)]
        begun = re.findall(r"<!-- haa ([\w-]+) -->", text)
        if not names or names != begun or not set(names) <= set(makers):
            sys.exit(f"fill_haa: {path} has places for {begun}, of which {names} end; known are {sorted(makers)}")
        path.write_text(PLACE.sub(lambda m: m[1] + "\n" + makers[m[2]]() + "\n" + m[3], text), encoding="utf-8")


if __name__ == "__main__":
    main()
