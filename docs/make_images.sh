#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes all pictures of the documentation anew, in docs/images: plans by the program in build/release, geometry by
# docs/images/draw.c. The same program, cairo and fonts make the same bytes. But playground.png is
# out/playground-test/readme.png, which scripts/playground test leaves.
#   cmake --preset release && cmake --build --preset release --target product && docs/make_images.sh
#   docs/make_images.sh BUILD     with the program and library of another build folder
set -eu
unset CDPATH
build=$(cd -- "${1:-$(dirname -- "$0")/../build/release}" && pwd)
cd -- "$(dirname -- "$0")/.."
out=docs/images
fairway=$build/cli/fairway

harbour()
{
	name=$1
	shift
	"$fairway" plan maps/harbour.map --no-times "$@" --out "$out/$name.png"
}

# The wide ship of the README and of examples/hello.c. The first three are not legal: that is what it shows.
"$fairway" compare maps/harbour.map --no-times --radius 1.4 --turning-radius 5 --capability water --from 12.5,33.5,0 \
	--to 54.5,33.5,-90 --out $out/harbour.png

# Smoothing, and curves as the search made them and cleaned up.
across="--from 26.5,70.5,315 --to 104.5,48.5 --crop 2 --scale 11"
# shellcheck disable=SC2086 # words are meant to be split
{
	harbour zigzag $across --method astar --no-smooth
	harbour smoothed $across --method astar
	harbour raw $across --turning-radius 2 --no-clean
	harbour clean $across --turning-radius 2
	harbour angles-8 $across --turning-radius 2 --sprite-angles 8
	harbour angles-16 $across --turning-radius 2 --sprite-angles 16
}

# What the estimate spares: a boat leaves the basin for a place straight behind the wall.
leave="--radius 0.9 --turning-radius 3 --capability water --from 54.5,33.5,90 --to 6.5,33.5 --scale 8"
# shellcheck disable=SC2086
{
	harbour table $leave --heuristic table --show expanded
	harbour field $leave --heuristic field --show expanded
}

# Roads: without heed, with cones beside them, and on the right half.
roads()
{
	name=$1
	shift
	"$fairway" plan maps/roads.map --no-times --turning-radius 2 --from 2.5,31.5,0 --scale 11 "$@" --out "$out/$name.png"
}
roads roads-none --to 30.5,20.5
roads roads-cones --to 30.5,20.5 --roads cones
roads roads-lane --to 57.5,6.5 --roads cones --lane right
for how in only cones; do
	"$fairway" plan docs/scenes/road.map --no-times --turning-radius 2 --from 4.5,28.5,0 --to 39.5,4.5 --roads $how \
		--scale 14 --out "$out/corner-$how.png"
done

# Two ferries and a ring of one-way streets.
harbour links --links maps/harbour.links --from 40.5,14.5 --to 5.5,43.5 --crop 3 --scale 12

"$fairway" plan docs/scenes/turn.map --no-times --turning-radius 3 --from 1.5,10.5,0 --to 10.5,1.5 --scale 24 \
	--out $out/turn.png
"$fairway" plan docs/scenes/turn.map --no-times --turning-radius 3 --from 1.5,10.5,0 --to 10.5,1.5 --scale 24 \
	--reverse --out $out/reverse.png
"$fairway" plan docs/scenes/yard.map --no-times --box 4x1.6+0.8 --turning-radius 3.5 --from 2,3,90 --to 13,14.8,-90 \
	--reverse --show footprint --scale 22 --out $out/outline.png
"$fairway" plan docs/scenes/margin.map --no-times --from 2.5,9.5,0 --to 41.5,9.5 --radius 0.45 --turning-radius 2 \
	--margin 2 --scale 20 --out $out/margin.png
# The article's basic methods: a turn into a driveway, and what path recalculation cannot do, or takes long for.
for turns in tighter backing; do
	"$fairway" plan docs/scenes/drive.map --no-times --radius 0.9 --turning-radius 5 --from 2.5,7.5,0 --to 12.5,2.1 \
		--method astar --no-smooth --neighbors 4 --reverse --turns $turns --scale 20 --out $out/$turns.png
done
"$fairway" plan docs/scenes/door.map --no-times --turning-radius 2 --from 1.5,4.5,0 --to 8.5,.5 --method directional \
	--scale 20 --out $out/door.png
"$fairway" plan docs/scenes/lanes.map --no-times --turning-radius 2 --from 2.5,8.5,0 --to 3.5,1.5 \
	--turns recalculate --scale 14 --out $out/lanes.png
"$fairway" plan docs/scenes/gap.map --no-times --radius 0.9 --turning-radius 2 --from 5.5,4.5,0 --to 24.5,4.5 \
	--scale 24 --out $out/gap.png

# Who slows down takes the alley, who does not goes round.
alley="--from 4.5,13.5,0 --to 40.5,8.5 --turning-radius 3 --acceleration 0.5 --braking 0.5 \
	--color-by speed --show footprint --scale 16"
# shellcheck disable=SC2086
{
	"$fairway" plan docs/scenes/alley.map --no-times $alley --method astar --no-smooth --neighbors 4 --turns tighter \
		--out $out/tighter-speed.png
	"$fairway" plan docs/scenes/alley.map --no-times $alley --out $out/wide-speed.png
}

# The simple pass turns too late, or where it cannot; the better one does not.
walked="--no-times --scale 26 --method astar --neighbors 4 --from 2.5,9.5,270 --to 13.5,4.5"
# shellcheck disable=SC2086
{
	"$fairway" plan docs/scenes/early.map $walked --turning-radius 1 --turns ignore --out $out/late.png
	"$fairway" plan docs/scenes/early.map $walked --turning-radius 1 --turns along --out $out/early.png
	"$fairway" plan docs/scenes/aslant.map $walked --turning-radius 2 --turns ignore --out $out/straight.png
	"$fairway" plan docs/scenes/aslant.map $walked --turning-radius 2 --turns along --out $out/aslant.png
}

# Far ways without a map: the compass in a pocket, and past a lake where midpoints fail.
"$fairway" plan docs/scenes/pocket.map --no-times --method compass --no-smooth --from 4.5,18.5 --to 92.5,20.5 --show expanded \
	--scale 8 --out $out/pocket.png || true
"$fairway" plan docs/scenes/pocket.map --no-times --method compass --no-smooth --from 4.5,18.5 --to 92.5,20.5 --show expanded \
	--regions docs/scenes/pocket.regions --scale 8 --out $out/pocket-drawn.png
"$fairway" compare docs/scenes/lake.map --no-times --methods astar,midpoint,compass --from 4.5,20.5 --to 92.5,12.5 \
	--scale 8 --out $out/lake.png || true

# A tile path through a jog where the unit cannot turn, and what astar-turns makes of it.
jog="--turning-radius 2 --from 12.5,3.5,0 --to 24.5,18.5 --scale 20"
# shellcheck disable=SC2086
{
	"$fairway" plan docs/scenes/jog.map --no-times $jog --method astar --no-smooth --neighbors 4 \
		--out $out/astar-turns-tile-path.png
	"$fairway" plan docs/scenes/jog.map --no-times $jog --method astar-turns --out $out/astar-turns.png
}

# Few turns and long stretches, or the short way: a vehicle that takes its time to get to its speed.
bends="--from 3.5,33.5,270 --to 50.5,33.5,90 --turning-radius 2 --speed 4 --acceleration 0.5 --braking 0.5 --lateral 0.5 \
	--color-by speed --show footprint --scale 10"
# shellcheck disable=SC2086
{
	"$fairway" plan docs/scenes/bends.map --no-times $bends --method directional --out $out/bends-short.png
	"$fairway" plan docs/scenes/bends.map --no-times $bends --method directional --turn-charge 6 \
		--out $out/bends-charge.png
	"$fairway" plan docs/scenes/bends.map --no-times $bends --method directional-speed --out $out/bends-speed.png
}

# A scene, also where not all have arrived by then (1).
scene()
{
	file=scenes/$1.json
	shift
	"$fairway" simulate "$file" "$@" || [ $? = 1 ]
}

# Crowds: where the units are after a while, and where they came along.
scene circle --seconds 14 --trails --scale 6 --out $out/crowd-circle.png
scene corridor-1 --seconds 12 --trails --scale 24 --out $out/crowd-corridor.png
scene ../docs/scenes/column --seconds 20 --trails --scale 10 --out $out/column.png
scene carpark --seconds 10 --scale 12 --out $out/scene-carpark.png
scene gates --seconds 26 --trails --scale 10 --out $out/scene-gates.png
scene crossroads --seconds 16 --scale 16 --view 8,8,25,25 --out $out/scene-crossroads.png

# Films that browsers play.
for name in harbour alley ships; do
	scene $name --scale 8 --out $out/film-$name.svg
done

# Methods for any angle over one map, and A* for comparison.
"$fairway" compare docs/scenes/angles.map --no-times --from 1.5,1.5 --to 38.5,16.5 --scale 32 \
	--methods astar,astar-ps,theta,lazy-theta,field-dstar,block@corner,block-ps,visibility-graph --out $out/methods.png

# Films of searches: what is open and closed, and the way to the node that is expanded.
search()
{
	name=$1
	shift
	"$fairway" plan "$@" --no-times --film "$out/search-$name.gif" >/dev/null
}
land="--from 26.5,70.5 --to 104.5,48.5 --scale 5"
# shellcheck disable=SC2086
{
	search astar maps/harbour.map $land --method astar
	search jps maps/harbour.map $land --method jps --tree
	search haastar maps/harbour.map $land --method haastar-high --tree
}
search directional maps/harbour.map --method directional --radius 0.9 --turning-radius 3 --capability water \
	--from 54.5,33.5,90 --to 6.5,33.5,0 --scale 5
search hdirectional maps/harbour.map --method hdirectional --turning-radius 2 --from 26.5,70.5,0 --to 104.5,48.5,180 \
	--scale 5 --tree
search block docs/scenes/angles.map --method block --radius 0 --anchor corner --from 1,1 --to 38,16 --scale 14
search ap-theta docs/scenes/angles.map --method ap-theta --radius 0 --anchor corner --from 1,1 --to 26,10 --crop 3 \
	--scale 18

# Theta*: a trace with g, h and f, and the paths from one vertex to those around it.
point="--method theta --radius 0 --anchor corner --no-times --tree"
# shellcheck disable=SC2086
{
	"$fairway" plan docs/scenes/trace.map $point --from 4,1 --to 1,3 --scale 80 --out $out/theta-trace.png
	"$fairway" plan docs/scenes/angles.map $point --from 14,10 --to 24,5 --heuristic zero --crop 7 --scale 18 \
		--out $out/theta-fan.png
}

# Block A*: the order of the blocks, and g on their borders.
"$fairway" plan docs/scenes/blocks.map --method block8 --radius 0 --from 1.5,1.5 --to 17.5,6.5 --no-smooth \
	--no-times --tree --scale 48 --out $out/blocks.png

draw=$(mktemp)
trap 'rm -f "$draw"' EXIT
cc -std=c17 -Iinclude -Isrc $out/draw.c "$build/src/libfairway.a" -lm -o "$draw"
"$draw" $out docs/scenes/gap.map
ls -l $out
