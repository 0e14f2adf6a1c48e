cd /work/wt-vehicle; . /work/plan/env.sh; cmake --preset release >/dev/null; cmake --build --preset release --target fairway_cli 2>&1 | grep -E "error|warning: " ; 
