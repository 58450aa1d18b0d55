# How LLDB prints quadrille: a tree as its items, hits and items as what they name, shapes as their numbers.
# SPDX-License-Identifier: MIT
"""`command script import quadrille_lldb.py`, also as a line of ~/.lldbinit.

It reads memory alone and calls no function, so it works on core files, too. What src/ lays out (cells, blocks) is known to LLDB only if the
library was compiled with -g; without it a tree has its size and values, and no shapes.
"""

import struct

import lldb

LANES = 16  # src/bytes/layout.hpp
BLOCKS_IN_CHUNK = 64  # src/bytes/arrays.hpp
VALUES_IN_CHUNK = 256  # include/quadrille/detail/tree/values.hpp
LANE_MASK = 0x7FFFFFFF  # src/store/slots.hpp: the highest bit of a location is a mark
MOST_INDICES = 1 << 31
GENERATIONS_AT_ONCE = 4096


class Broken(ValueError):
    """What is wrong with a tree, as a sentence."""


def member(value, *path):
    for name in path:
        value = value.GetChildMemberWithName(name)
    if not value.IsValid() or value.GetError().Fail():
        raise Broken(value.GetError().GetCString() or f"it has no {'.'.join(path)}")
    return value


def whole(value):
    """The number or address in it."""
    problem = lldb.SBError()
    found = value.GetValueAsUnsigned(problem)
    if problem.Fail():
        raise Broken(problem.GetCString())
    return found


def memory(value, where, size):
    problem = lldb.SBError()
    found = value.GetProcess().ReadMemory(where, size, problem)
    if problem.Fail():
        raise Broken(problem.GetCString())
    return found


def pointer(value, where, index):
    """An element of an array of pointers."""
    problem = lldb.SBError()
    found = value.GetProcess().ReadPointerFromMemory(where + index * value.GetTarget().GetAddressByteSize(), problem)
    if problem.Fail():
        raise Broken(problem.GetCString())
    return found


def known_whole(to):
    """A pointer whose type is declared alone in this module, and defined in another, that of a shared library."""
    type_ = to.GetType().GetPointeeType()
    if type_.GetNumberOfFields() == 0:
        for other in to.GetTarget().FindTypes(type_.GetName()):
            if other.GetNumberOfFields() > 0:
                return to.Cast(other.GetPointerType())
    return to


def sentence(value, name, text):
    """A value that is a text."""
    target = value.GetTarget()
    data = lldb.SBData.CreateDataFromCString(target.GetByteOrder(), target.GetAddressByteSize(), text)
    return value.CreateValueFromData(name, data, target.GetBasicType(lldb.eBasicTypeChar).GetArrayType(len(text)))


def digits(one, width):
    """The fewest that identify a number."""
    for count in range(1, 18):
        near = float(f"{one:.{count}g}")
        if struct.pack(width, near) == struct.pack(width, one):
            return repr(near).removesuffix(".0")
    return str(one)  # NaN


def number(value):
    width = "f" if value.GetType().GetByteSize() == 4 else "d"
    data, problem = value.GetData(), lldb.SBError()
    one = data.GetFloat(problem, 0) if width == "f" else data.GetDouble(problem, 0)
    if problem.Fail():
        raise Broken(problem.GetCString())
    return digits(one, width)


def pair(x, y):
    return f"({number(x)}, {number(y)})"


def plain_type(value):
    return value.GetType().GetCanonicalType().GetUnqualifiedType()


def short(type_):
    return type_.GetName().replace("quadrille::", "")


class Tree:
    """A tree that has been looked at, and looks sound."""

    def __init__(self, tree):
        self.tree = tree = tree.GetNonSyntheticValue()
        type_ = plain_type(tree)
        self.value_type = type_.GetTemplateArgumentType(0)
        self.shape_type = type_.GetTemplateArgumentType(1)
        head, self.engine = member(tree, "core_", "head_"), member(tree, "core_", "engine_")
        if whole(head) == 0:
            raise Broken("its head is null: it is not constructed, or destroyed")
        memory(tree, whole(head), 1)
        self.size = whole(member(head, "size"))
        self.limit = whole(member(head, "index_limit"))
        self.generations = whole(member(head, "generations"))
        is_empty = whole(self.engine) == 0 and self.size == 0 and self.limit == 0
        if not is_empty and (whole(head) != whole(self.engine) or not self.size <= self.limit < MOST_INDICES):
            raise Broken(f"its head {whole(head):#x} and its engine {whole(self.engine):#x} are not those of a tree")

        self.engine = known_whole(self.engine)

    def generation(self, index):
        if not 0 <= index < self.limit:
            raise Broken(f"it has no index {index}")
        return struct.unpack("I", memory(self.tree, self.generations + 4 * index, 4))[0]

    def indices(self):
        """Those that are alive, ascending."""
        for first in range(0, self.limit, GENERATIONS_AT_ONCE):
            count = min(GENERATIONS_AT_ONCE, self.limit - first)
            some = struct.unpack(f"{count}I", memory(self.tree, self.generations + 4 * first, 4 * count))
            yield from (first + place for place, generation in enumerate(some) if generation % 2 == 1)

    def is_open(self):
        """Whether the library has debug information."""
        return self.engine.GetChildMemberWithName("store").IsValid()

    def bounds(self):
        nodes = member(self.engine, "store", "nodes")
        where, node = whole(member(nodes, "where_")), nodes.GetType().GetTemplateArgumentType(0)
        memory(self.tree, where, node.GetByteSize())
        top = self.tree.CreateValueFromAddress("top", where, node)
        low, high = ([member(top, f"{axis}{end}").GetChildAtIndex(0) for axis in "xy"] for end in "01")
        return f"box({pair(*low)}, {pair(*high)})"

    def shape(self, index, name="shape"):
        locations = whole(member(self.engine, "slots", "location", "where_"))
        where = struct.unpack("I", memory(self.tree, locations + 4 * index, 4))[0] & LANE_MASK
        block, lane = divmod(where, LANES)
        pool = member(self.engine, "store", "blocks")
        if block >= whole(member(pool, "count_")) * BLOCKS_IN_CHUNK:
            raise Broken(f"the lane of index {index} lies in no block")
        block_type = pool.GetType().GetTemplateArgumentType(0)
        here = pointer(self.tree, whole(member(pool, "chunks_", "where_")), block // BLOCKS_IN_CHUNK)
        here += block % BLOCKS_IN_CHUNK * block_type.GetByteSize()
        rows = [row for row in block_type.get_fields_array() if row.GetName() not in ("id", "layers")]
        size = rows[0].GetType().GetByteSize() // LANES
        numbers = b"".join(memory(self.tree, here + row.GetOffsetInBytes() + lane * size, size) for row in rows)
        data, target = lldb.SBData(), self.tree.GetTarget()
        data.SetData(lldb.SBError(), numbers, target.GetByteOrder(), target.GetAddressByteSize())
        return self.tree.CreateValueFromData(name, data, self.shape_type)

    def has_values(self):
        return self.value_type.GetBasicType() != lldb.eBasicTypeVoid

    def value(self, index, name="value"):
        where = pointer(self.tree, whole(member(self.tree, "values_", "chunks_")), index // VALUES_IN_CHUNK)
        where += index % VALUES_IN_CHUNK * self.value_type.GetByteSize()
        return self.tree.CreateValueFromAddress(name, where, self.value_type)


def tree_summary(value, _):
    try:
        seen = Tree(value)
        kind = f"quadtree of {short(seen.shape_type)}"
        if seen.size == 0:
            return f"{kind}, empty"
        text = f"{kind}, {seen.size} item{'s' if seen.size > 1 else ''}"
        return f"{text} in {seen.bounds()}" if seen.is_open() else f"{text} (no shapes: the library was compiled without -g)"
    except ValueError as problem:
        return f"quadtree that cannot be read: {problem}"


class TreeChildren:
    """The items: each a shape, or a value that is named by its shape."""

    def __init__(self, value, _):
        self.value = value
        self.update()

    def update(self):
        self.found = []
        self.rest = iter(())
        self.seen = None
        self.count = 0
        try:
            self.seen = Tree(self.value)
            self.rest = self.seen.indices()
            has_children = self.seen.size > 0 and (self.seen.is_open() or self.seen.has_values())
            self.count = self.seen.size if has_children else 0
        except ValueError:
            pass  # the summary says so
        return False

    def has_children(self):
        return self.count > 0

    def num_children(self):
        return self.count

    def get_child_index(self, name):
        try:
            index = int(name.partition("]")[0].lstrip("["))
            return next(place for place in range(self.count) if self.index_at(place) >= index)
        except (ValueError, StopIteration):
            return -1

    def index_at(self, place):
        while len(self.found) <= place:
            self.found.append(next(self.rest))
        return self.found[place]

    def get_child_at_index(self, place):
        try:
            index = self.index_at(place)
            if not self.seen.has_values():
                return self.seen.shape(index, f"[{index}]")
            if not self.seen.is_open():
                return self.seen.value(index, f"[{index}]")
            return self.seen.value(index, f"[{index}] {shape_summary(self.seen.shape(index), None)}")
        except StopIteration:
            return None
        except ValueError as problem:
            return sentence(self.value, f"[{self.found[place]}]" if place < len(self.found) else "[items]", f"cannot be read: {problem}")


def hit_summary(value, _):
    try:
        hit = value.GetNonSyntheticValue()
        index = whole(member(hit, "index_"))
        seen = Tree(member(hit, "tree_").Dereference())
        text = f"item({index}, {seen.generation(index)})"
        if seen.is_open():
            text += f" {shape_summary(seen.shape(index), None)}"
        x, y = (member(hit, "shift_", axis).GetValueAsSigned() for axis in "xy")
        return text if (x, y) == (0, 0) else f"{text} shifted by ({x}, {y})"
    except ValueError as problem:
        return f"hit that cannot be read: {problem}"


class HitChildren:
    """The value, and of some hits the fraction or the squared distance."""

    def __init__(self, value, _):
        self.hit = value.GetNonSyntheticValue()
        self.update()

    def update(self):
        self.children = []
        try:
            index = whole(member(self.hit, "index_"))
            seen = Tree(member(self.hit, "tree_").Dereference())
            if seen.has_values() and seen.generation(index) % 2 == 1:
                self.children.append(seen.value(index))
        except ValueError:
            pass  # the summary says so
        for name in ("fraction_", "distance2_"):
            child = self.hit.GetChildMemberWithName(name)
            if child.IsValid():
                self.children.append(child)
        return False

    def has_children(self):
        return bool(self.children)

    def num_children(self):
        return len(self.children)

    def get_child_index(self, name):
        return next((place for place, child in enumerate(self.children) if child.GetName() == name), -1)

    def get_child_at_index(self, place):
        return self.children[place]


def item_summary(value, _):
    try:
        index, generation = (whole(member(value, name)) for name in ("index", "generation"))
        return f"item({index}, {generation})" if generation else "item(null)"
    except ValueError as problem:
        return f"item that cannot be read: {problem}"


def shape_summary(value, _):
    try:
        kind = short(plain_type(value)).partition("<")[0]
        if kind == "point":
            return pair(member(value, "x"), member(value, "y"))
        if kind == "circle":
            center = pair(member(value, "center", "x"), member(value, "center", "y"))
            return f"circle({center}, {number(member(value, 'radius'))})"
        ends = {"box": ("min", "max"), "segment": ("a", "b"), "ray": ("origin", "translation")}[kind]
        return f"{kind}({', '.join(pair(member(value, end, 'x'), member(value, end, 'y')) for end in ends)})"
    except ValueError as problem:
        return f"shape that cannot be read: {problem}"


def __lldb_init_module(debugger, _):
    tree = "^quadrille::quadtree<.*>$"
    hit = "^quadrille::detail::(hit|cast_hit|nearest_hit)<.*>$"
    shape = "^quadrille::(point|box|circle|segment|ray)<(float|double)>$"
    for pattern, summary in ((tree, "tree"), (hit, "hit"), ("^quadrille::item$", "item"), (shape, "shape")):
        shown = "-e " if summary in ("tree", "hit") else ""
        debugger.HandleCommand(f'type summary add -w quadrille {shown}-x "{pattern}" -F {__name__}.{summary}_summary')
    debugger.HandleCommand(f'type synthetic add -w quadrille -x "{tree}" -l {__name__}.TreeChildren')
    debugger.HandleCommand(f'type synthetic add -w quadrille -x "{hit}" -l {__name__}.HitChildren')
    debugger.HandleCommand("type category enable quadrille")
