"""Reads a Footpath world with nothing but Python's own library: python3 read_world.py FILE.footpath

Written after docs/world-file.md. Checksums are not checked: Python has no xxHash3 of its own.
"""

import json
import struct
import sys
from collections import Counter

SETTINGS, OBJECTS, PLACES, OBSTACLES, GROUND, FACES, SLIVERS, TILES = range(1, 9)
SKY, WIDE, OUTWARD = 0xFFFF, 15, 0xFFFF


def chunks(file):
    """(kind, tile x, tile z, bytes) of every entry of the table; several tiles may share their bytes."""
    mark, version, order, table, count, _, _, _ = struct.unpack_from("<8sIIQIIQQ", file)
    assert mark == b"FOOTPATH" and version == 4 and order == 0x01020304, "not a world that this script can read"
    for at in range(table, table + 40 * count, 40):
        kind, z, x, _, start, length, _ = struct.unpack_from("<IiiIQQQ", file, at)
        yield kind, x, z, file[start : start + length]


class Cursor:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, code, count=1):
        form = f"<{count}{code}"
        values = struct.unpack_from(form, self.data, self.at)
        self.at += struct.calcsize(form)
        return values


def columns(cursor):
    """Where the items of each column stand, for columns that hold anything: {(x, z): (start, end)}."""
    x0, z0, width, depth = cursor.take("B", 4)
    rows = cursor.take("I", depth + 1) if depth else ()
    starts = [cursor.take("H", width + 1) for _ in range(depth)]
    found = {(x0 + x, z0 + z): (rows[z] + starts[z][x], rows[z] + starts[z][x + 1])
             for z in range(depth) for x in range(width)}
    return {column: span for column, span in found.items() if span[0] < span[1]}


def ground(data):
    """The arrays of one tile, by name."""
    c = Cursor(data)
    (base,), (spans, floors, wide, objects, sheets, waypoints) = c.take("i"), c.take("I", 6)
    tile = {"base": base, "sheets": sheets, "span_columns": columns(c), "floor_columns": columns(c)}
    tile["objects"] = c.take("I", objects)
    tile["low"], tile["high"], tile["span_object"] = (c.take("H", spans) for _ in range(3))
    tile["height"], tile["headroom"] = c.take("H", floors), c.take("H", floors)
    tile["slope"], tile["floor_object"] = c.take("b", 2 * floors), c.take("H", floors)
    tile["links"] = c.take("H", 4 * floors)
    tile["wide"] = {tuple(link[:2]): link[2:] for link in (c.take("I", 4) for _ in range(wide))}
    tile["sheet"] = c.take("H", floors)
    tile["waypoints"] = [(*c.take("I", 1), *c.take("H", 4), *c.take("h", 2)) for _ in range(waypoints)]
    assert c.at == len(data), "the chunk is longer than its arrays"
    return tile


def outline(c):
    """Number of areas and of waypoints of an outline, whose waypoints are of two areas or of one and lead out."""
    _, (areas, passes) = c.take("i"), c.take("I", 2)
    for _ in range(areas):
        c.take("B", 4), c.take("H", 2)
    waypoints = [(c.take("B", 4), c.take("H", 6), c.take("h", 2)) for _ in range(passes)]
    sides = Counter(area for _, numbers, _ in waypoints for area in numbers[3:5] if area != OUTWARD)
    c.take("H", sum(count * (count - 1) // 2 for count in sides.values()))
    return areas, passes


def facts(data):
    """What the file says of each tile: {(x, z): (spans, floors, triangles, sheets, waypoints)}."""
    c = Cursor(data)
    (count,) = c.take("I")
    tiles = []
    for _ in range(count):
        (z, x), counts, _, _ = c.take("i", 2), c.take("I", 4), c.take("B", 4), c.take("i", 2)
        tiles.append((x, z, counts, *c.take("I")))
    outlines = [outline(c) for _ in range(*c.take("I"))]
    assert c.at == len(data), "the chunk is longer than its tiles"
    assert all(counts[2] == outlines[number][0] for _, _, counts, number in tiles), "an outline of another tile"
    return {(x, z): (counts[0], counts[1], counts[3], *outlines[number]) for x, z, counts, number in tiles}


def main(path):
    with open(path, "rb") as opened:
        file = opened.read()
    one, tiles, triangles, sums = {}, {}, {}, Counter()
    for kind, x, z, data in chunks(file):
        if kind == GROUND:
            tiles[x, z] = ground(data)
        elif kind == FACES:
            (triangles[x, z],) = struct.unpack_from("<I", data)
        else:
            one[kind] = data
    settings, objects, places = (json.loads(one[kind]) for kind in (SETTINGS, OBJECTS, PLACES))
    said = {at: (len(tile["low"]), len(tile["height"]), triangles[at], tile["sheets"], len(tile["waypoints"]))
            for at, tile in tiles.items()}
    assert said == facts(one[TILES]), "the chunk of tiles says something else"
    sums["faces"] = sum(triangles.values())
    for tile in tiles.values():
        sums.update(spans=len(tile["low"]), floors=len(tile["height"]), sheets=tile["sheets"],
                    waypoints=len(tile["waypoints"]))
        for at, link in enumerate(tile["links"]):
            sums["links"] += tile["wide"][divmod(at, 4)][1] if link & 15 == WIDE else link & 15
    sums.update(tiles=len(tiles), objects=len(objects), places=len(places))
    sums["obstacles"] = struct.unpack_from("<I", one[OBSTACLES])[0]
    print(settings["generator"], "cell", settings["cell"] / 5120, "m, origin", *settings["origin"])
    for name in ("tiles", "spans", "floors", "links", "sheets", "waypoints", "faces", "objects", "places", "obstacles"):
        print(name, sums[name])
    (z, x), tile = min(((z, x), tile) for (x, z), tile in tiles.items() if tile["height"])
    cz, cx = min((cz, cx) for cx, cz in tile["floor_columns"])
    size, origin = settings["cell"] / 5120, settings["origin"]
    position = (origin[0] + (64 * x + cx + 0.5) * size, origin[1] + (tile["base"] + tile["height"][0]) / 100,
                origin[2] + (64 * z + cz + 0.5) * size)
    print("first floor", *(f"{c:.4f}" for c in position))
    print("headroom", "open sky" if tile["headroom"][0] == SKY else f"{tile['headroom'][0] / 100:.2f}")
    print("stands on", objects[tile["objects"][tile["floor_object"][0]]]["name"])


if __name__ == "__main__":
    main(sys.argv[1])
