<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="land" tilewidth="16" tileheight="16" tilecount="3" columns="3">
 <image source="land.png" width="48" height="16"/>
 <tile id="0"><properties><property name="terrain" value="ground"/></properties></tile>
 <tile id="2"><properties><property name="terrain" value="swamp"/></properties></tile>
</tileset>
