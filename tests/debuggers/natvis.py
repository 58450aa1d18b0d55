#!/usr/bin/env python3
# Every expression of quadrille.natvis compiles, with members of the types that it names: only Visual Studio itself can show more.
# SPDX-License-Identifier: MIT
"""usage: natvis.py ROOT COMPILER

Each <Type> becomes a class derived from the type, its stars int and float; intrinsics become functions, other expressions statements.
"""

import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree
from pathlib import Path

SPACE = "{http://schemas.microsoft.com/vstudio/debugger/natvis/2010}"
INCLUDES = """#include "engine/engine.hpp"
#include <quadrille/quadtree.hpp>
#include <quadrille/shapes.hpp>
"""


def instance(name):
    """The type with its stars replaced: the argument of a shape by float, of a tree by int; and what they stand for."""
    stands = ["float" if re.search(r"(point|box|circle|segment|ray)<$", before) else "int" for before in name.split("*")[:-1]]
    for one in stands:
        name = name.replace("*", one, 1)
    return name, stands


def in_braces(text):
    return re.findall(r"\{([^{}]+)\}", text or "")


class Written:
    """The C++ file, and which line is which expression."""

    def __init__(self):
        self.lines = INCLUDES.splitlines()
        self.told = {}

    def add(self, line, what=None):
        self.lines.append(line)
        if what:
            self.told[len(self.lines)] = what

    def statement(self, expression, type_name):
        self.add(f"        static_cast<void>({expression});", f"{type_name}: {expression}")


def write_type(into, node, number):
    type_name = node.get("Name")
    name, stands = instance(type_name)
    for other in node.findall(f"{SPACE}AlternativeType"):
        into.add(f"using other_{number}_{len(into.lines)} = {instance(other.get('Name'))[0]};", other.get("Name"))

    def concrete(expression):
        return re.sub(r"\$T(\d)", lambda at: stands[int(at[1]) - 1], expression)

    into.add(f"struct probe_{number} : {name} {{", type_name)
    for one in node.findall(f"{SPACE}Intrinsic"):
        parameters = ", ".join(f"{p.get('Type')} {p.get('Name')}" for p in one.findall(f"{SPACE}Parameter"))
        expression = concrete(one.get("Expression"))
        into.add(f"    auto {one.get('Name')}({parameters}) {{ return {expression}; }}", f"{type_name}: {expression}")
    into.add("    void look() {")
    variables = node.findall(f".//{SPACE}Variable")
    for one in variables:
        into.add(f"        auto {one.get('Name')} = {concrete(one.get('InitialValue'))};", f"{type_name}: {one.get('InitialValue')}")
    count = 0
    for one in node.iter():
        kind = one.tag.removeprefix(SPACE)
        found = [one.get("Condition")] if one.get("Condition") else []
        if kind == "DisplayString":
            found += in_braces(one.text)
        elif kind in ("Item", "Size", "Exec"):
            found += in_braces(one.get("Name")) + [one.text]
        elif kind not in ("Type", "AlternativeType", "Intrinsic", "Parameter", "Variable", "Expand", "CustomListItems", "Loop", "If"):
            raise SystemExit(f"{type_name}: <{kind}> is not looked at here")
        for expression in found:
            into.statement(concrete(expression), type_name)
            count += 1
    into.add("    }")
    into.add("};")
    return count


def main(root, compiler):
    written, count = Written(), 0
    for number, node in enumerate(tree.parse(root / "debuggers" / "quadrille.natvis").getroot()):
        count += write_type(written, node, number)
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch) / "natvis.cpp"
        source.write_text("\n".join(written.lines) + "\n", encoding="utf-8")
        command = [compiler, "-std=c++20", "-fsyntax-only", "-fno-access-control", f"-I{root}/include", f"-I{root}/src", source]
        said = subprocess.run(command, capture_output=True, text=True, check=False)
    if said.returncode != 0:
        lines = {int(at) for at in re.findall(r"natvis\.cpp:(\d+):\d+: error", said.stderr)}
        print("\n".join(written.told[line] for line in sorted(lines) if line in written.told) or said.stderr)
        raise SystemExit("quadrille.natvis: wanted expressions that compile in their types, found these")
    print(f"{count} expressions, all of members that exist")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), sys.argv[2])
