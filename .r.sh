cd /work/wt-vehicle
for s in ${1:-channel ships harbour alley}; do DBG=1 timeout 100 build/release/cli/fairway simulate scenes/$s.json --out /tmp/$s.png --trails 2>/tmp/$s.txt | grep -E "arrived  *[0-9]|^all|^freigh|^boat" | tr '\n' ' ' | sed 's/  */ /g'; echo $s; done
