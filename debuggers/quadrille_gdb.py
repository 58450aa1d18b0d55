# How GDB prints quadrille: a tree as its items, hits and items as what they name, shapes as their numbers.
# SPDX-License-Identifier: MIT
"""`source quadrille_gdb.py`, or installed beside the shared library, for which GDB loads it by itself.

It reads memory alone and calls no function, so it works on core files, too. What src/ lays out (cells, blocks) is known to GDB only if the
library was compiled with -g; without it a tree has its size and values, and no shapes.
"""

import struct

import gdb
import gdb.printing

LANES = 16  # src/bytes/layout.hpp
BLOCKS_IN_CHUNK = 64  # src/bytes/arrays.hpp
VALUES_IN_CHUNK = 256  # include/quadrille/detail/tree/values.hpp
LANE_MASK = 0x7FFFFFFF  # src/store/slots.hpp: the highest bit of a location is a mark
MOST_INDICES = 1 << 31
GENERATIONS_AT_ONCE = 4096

UNREADABLE = (gdb.error, RuntimeError, ValueError, OverflowError)


class Broken(ValueError):
    """What is wrong with a tree, as a sentence."""


def number(value):
    """The fewest digits that identify it."""
    width = "f" if value.type.strip_typedefs().sizeof == 4 else "d"
    one = float(value)
    for digits in range(1, 18):
        near = float(f"{one:.{digits}g}")
        if struct.pack(width, near) == struct.pack(width, one):
            return repr(near).removesuffix(".0")
    return str(one)  # NaN


def pair(x, y):
    return f"({number(x)}, {number(y)})"


def short(type_):
    return str(type_.strip_typedefs().unqualified()).replace("quadrille::", "")


def memory(where, size):
    return bytes(gdb.selected_inferior().read_memory(where, size))


def elements(array, type_):
    """What an array of src/bytes/arrays.hpp points to."""
    return array["where_"].cast(type_.pointer())


class Tree:
    """A tree that has been looked at, and looks sound."""

    def __init__(self, tree):
        core = tree["core_"]
        self.tree = tree
        self.value_type = tree.type.strip_typedefs().template_argument(0)
        self.shape_type = tree.type.strip_typedefs().template_argument(1)
        head, self.engine = core["head_"], core["engine_"]
        self.engine_type = self.engine.type.target().strip_typedefs()
        if int(head) == 0:
            raise Broken("its head is null: it is not constructed, or destroyed")
        self.size = int(head["size"])
        self.limit = int(head["index_limit"])
        self.generations = int(head["generations"])
        is_empty = int(self.engine) == 0 and self.size == 0 and self.limit == 0
        if not is_empty and (int(head) != int(self.engine) or not self.size <= self.limit < MOST_INDICES):
            raise Broken(f"its head {int(head):#x} and its engine {int(self.engine):#x} are not those of a tree")

    def generation(self, index):
        if not 0 <= index < self.limit:
            raise Broken(f"it has no index {index}")
        return struct.unpack("I", memory(self.generations + 4 * index, 4))[0]

    def indices(self):
        """Those that are alive, ascending."""
        for first in range(0, self.limit, GENERATIONS_AT_ONCE):
            count = min(GENERATIONS_AT_ONCE, self.limit - first)
            some = struct.unpack(f"{count}I", memory(self.generations + 4 * first, 4 * count))
            yield from (first + at for at, generation in enumerate(some) if generation % 2 == 1)

    def is_open(self):
        """Whether the library has debug information."""
        return any(field.name == "store" for field in self.engine_type.fields())

    def bounds(self):
        nodes = self.engine["store"]["nodes"]
        top = elements(nodes, nodes.type.template_argument(0))[0]
        return f"box({pair(top['x0'][0], top['y0'][0])}, {pair(top['x1'][0], top['y1'][0])})"

    def shape(self, index):
        locations = self.engine["slots"]["location"]
        where = int(elements(locations, locations.type.template_argument(0))[index]) & LANE_MASK
        block, lane = divmod(where, LANES)
        pool = self.engine["store"]["blocks"]
        if block >= int(pool["count_"]) * BLOCKS_IN_CHUNK:
            raise Broken(f"the lane of index {index} lies in no block")
        block_type = pool.type.template_argument(0)
        chunks = elements(pool["chunks_"], block_type.pointer())
        here = chunks[block // BLOCKS_IN_CHUNK][block % BLOCKS_IN_CHUNK]
        rows = [field.name for field in block_type.fields() if field.name not in ("id", "layers")]
        lanes = [here[row][lane] for row in rows]
        return gdb.Value(b"".join(memory(int(one.address), one.type.sizeof) for one in lanes), self.shape_type)

    def has_values(self):
        return self.value_type.code != gdb.TYPE_CODE_VOID

    def value(self, index):
        return self.tree["values_"]["chunks_"][index // VALUES_IN_CHUNK][index % VALUES_IN_CHUNK]


class TreePrinter:
    def __init__(self, tree):
        self.tree = tree

    def to_string(self):
        try:
            seen = Tree(self.tree)
            kind = f"quadtree of {short(seen.shape_type)}"
            if seen.size == 0:
                return f"{kind}, empty"
            text = f"{kind}, {seen.size} item{'s' if seen.size > 1 else ''}"
            if seen.is_open():
                return f"{text} in {seen.bounds()}"
            return f"{text} (no shapes: the library was compiled without -g)"
        except UNREADABLE as problem:
            return f"quadtree that cannot be read: {problem}"

    def children(self):
        try:
            seen = Tree(self.tree)
        except UNREADABLE:
            return  # to_string says so
        try:
            for index in seen.indices():
                if not seen.is_open():
                    if seen.has_values():
                        yield f"[{index}]", seen.value(index)
                elif seen.has_values():
                    yield f"[{index}] {ShapePrinter(seen.shape(index)).to_string()}", seen.value(index)
                else:
                    yield f"[{index}]", seen.shape(index)
        except UNREADABLE as problem:
            yield "[cannot be read]", str(problem)


class HitPrinter:
    def __init__(self, hit):
        self.hit = hit

    def to_string(self):
        try:
            index = int(self.hit["index_"])
            seen = Tree(self.hit["tree_"].dereference())
            text = f"item({index}, {seen.generation(index)})"
            if seen.is_open():
                text += f" {ShapePrinter(seen.shape(index)).to_string()}"
            x, y = int(self.hit["shift_"]["x"]), int(self.hit["shift_"]["y"])
            return text if (x, y) == (0, 0) else f"{text} shifted by ({x}, {y})"
        except UNREADABLE as problem:
            return f"hit that cannot be read: {problem}"

    def children(self):
        try:
            seen = Tree(self.hit["tree_"].dereference())
            index = int(self.hit["index_"])
            if seen.has_values() and seen.generation(index) % 2 == 1:
                yield "value", seen.value(index)
            for name in ("fraction", "distance2"):
                if any(field.name == f"{name}_" for field in self.hit.type.strip_typedefs().fields()):
                    yield name, self.hit[f"{name}_"]
        except UNREADABLE:
            return


class ItemPrinter:
    def __init__(self, item):
        self.item = item

    def to_string(self):
        index, generation = self.item["index"], self.item["generation"]
        return f"item({int(index)}, {int(generation)})" if int(generation) else "item(null)"


class ShapePrinter:
    def __init__(self, shape):
        self.shape = shape

    def to_string(self):
        kind = short(self.shape.type).partition("<")[0]
        if kind == "point":
            return pair(self.shape["x"], self.shape["y"])
        if kind == "circle":
            center = self.shape["center"]
            return f"circle({pair(center['x'], center['y'])}, {number(self.shape['radius'])})"
        first, second = {"box": ("min", "max"), "segment": ("a", "b"), "ray": ("origin", "translation")}[kind]
        ends = (self.shape[first], self.shape[second])
        return f"{kind}({', '.join(pair(end['x'], end['y']) for end in ends)})"


def printers():
    found = gdb.printing.RegexpCollectionPrettyPrinter("quadrille")
    found.add_printer("quadtree", "^quadrille::quadtree<.*>$", TreePrinter)
    found.add_printer("hit", "^quadrille::detail::(hit|cast_hit|nearest_hit)<.*>$", HitPrinter)
    found.add_printer("item", "^quadrille::item$", ItemPrinter)
    found.add_printer("shape", "^quadrille::(point|box|circle|segment|ray)<(float|double)>$", ShapePrinter)
    return found


gdb.printing.register_pretty_printer(gdb.current_objfile(), printers(), replace=True)
