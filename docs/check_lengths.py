#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Are the lengths that `fairway scen --csv` found shortest? A second opinion that shares nothing with the library.

check_lengths.py MAP CSV    searches anew for every problem whose published length Fairway did not reproduce
"""
import csv
import heapq
import sys

DIAGONAL = 2.0**0.5


def shortest(free, start, goal):
    """Length of the shortest path over free tiles, 8 neighbors, no corner cutting; None when there is none."""

    def left(tile):
        dx, dy = abs(tile[0] - goal[0]), abs(tile[1] - goal[1])
        return max(dx, dy) + (DIAGONAL - 1.0) * min(dx, dy)

    best = {start: 0.0}
    heap = [(left(start), start)]
    closed = set()
    while heap:
        _, tile = heapq.heappop(heap)
        if tile == goal:
            return best[tile]
        if tile in closed:
            continue
        closed.add(tile)
        x, y = tile
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)):
            to = (x + dx, y + dy)
            if to not in free or (dx and dy and ((x + dx, y) not in free or (x, y + dy) not in free)):
                continue
            length = best[tile] + (DIAGONAL if dx and dy else 1.0)
            if length < best.get(to, float("inf")) - 1e-9:
                best[to] = length
                heapq.heappush(heap, (length + left(to), to))
    return None


def main(map_file, csv_file):
    rows = open(map_file, encoding="ascii").read().splitlines()[4:]
    free = {(x, y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter in ".GS"}
    differ = agree = 0
    for row in csv.DictReader(open(csv_file, encoding="ascii")):
        if not row["length"] or abs(float(row["length"]) - float(row["reference"])) < 0.0051:
            continue
        differ += 1
        length = shortest(free, (int(row["sx"]), int(row["sy"])), (int(row["gx"]), int(row["gy"])))
        agree += length is not None and abs(length - float(row["length"])) < 1e-6
    print(f"{differ} lengths differ from the published ones; {agree} of them are shortest on this map")
    return 0 if agree == differ else 1


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
