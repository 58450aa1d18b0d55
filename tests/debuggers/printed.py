#!/usr/bin/env python3
# What GDB and LLDB print of the program of world.cpp: sound trees, also optimized; the library without debug information; broken trees.
# SPDX-License-Identifier: MIT
"""usage: printed.py gdb|lldb SCRIPT open|bare|lost PROGRAM

SCRIPT is the printers; or the folder in which GDB finds them by itself, as it finds those of an installed shared library. `open` is a
program that is known whole; `bare` one whose library was compiled without debug information; `lost` one in which the debugger itself
mistakes where variables lie, as LLDB does where g++ has optimized: of that nothing is wanted but no exception.
"""

import re
import shutil
import subprocess
import sys
import tempfile

BARE = "(no shapes: the library was compiled without -g)"
BOXES = {
    "[0] box((1, 2), (3, 4.1))": '"first"',
    "[1] box((5, 5), (7, 8))": '"third"',
    "[2] box((-1, 0.1), (7, 8))": '"fourth"',
}
SOUND = {  # a variable, and what is printed of it: its line, and its children
    "boxes": ("quadtree of box<float>, 3 items in box((-1, 0.1), (7, 8))", BOXES),
    "points": (
        "quadtree of point<double>, 2 items in box((0, 0), (499.90002, 2499.5))",
        {"[0]": "(0, 0)", "[4999]": "(499.90000000000003, 2499.5)"},
    ),
    "taken": ("quadtree of box<float>, 1 item in box((1, 1), (2, 2))", {"[0] box((1, 1), (2, 2))": "7"}),
    "hit": ("item(0, 1) box((1, 2), (3, 4.1))", {"value": '"first"', "fraction": "0"}),
    "moved": ("quadtree of box<float>, empty", {}),
    "first": ("item(0, 1)", {}),
    "none": ("item(null)", {}),
    "way": ("segment((0, 1), (2, 3))", {}),
    "disc": ("circle((0.1, 1e+30), 0.3)", {}),
}
OF_BARE = {
    "boxes": (f"quadtree of box<float>, 3 items {BARE}", dict(zip(("[0]", "[1]", "[2]"), BOXES.values()))),
    "points": (f"quadtree of point<double>, 2 items {BARE}", {}),
    "taken": (f"quadtree of box<float>, 1 item {BARE}", {"[0]": "7"}),
    "hit": ("item(0, 1)", {"value": '"first"', "fraction": "0"}),
    "moved": SOUND["moved"],
}
NOT_MADE = "quadtree that cannot be read: "
CIRCLES = "quadtree of circle<float>, 5000 items in box((-1.5, -1.5), (5002.5, 3.5))"
BROKEN = [  # what is done to the program, the variable, and what is found in its text
    (None, "*never_made", NOT_MADE),
    (None, "*zeroed", f"{NOT_MADE}its head is null: it is not constructed, or destroyed"),
    (None, "circles", CIRCLES),
    (None, "circles", "[0] circle((5000, 1), 2.5) = 0"),
    ("((unsigned*)circles.core_.engine_->slots.location.where_)[0] = 2000000000", "circles", "the lane of index 0 lies in no block"),
    ("circles.core_.engine_->slots.location.where_ = (void*)16", "circles", CIRCLES),
    ("circles.core_.engine_->store.nodes.where_ = (void*)16", "circles", NOT_MADE),
    ("circles.core_.engine_->index_limit = 4000000000", "circles", "are not those of a tree"),
    ("points.core_.head_ = (quadrille::detail::engine_head*)16", "points", NOT_MADE),
    ("boxes.core_.engine_ = 0", "boxes", f"{NOT_MADE}its head "),
    (None, "hit", "hit that cannot be read: its head "),
]


class Gdb:
    name = "gdb"

    def __init__(self, script):
        self.begin = [f"source {script}"]
        if not script.endswith(".py"):
            self.begin = [f"add-auto-load-scripts-directory {script}", f"add-auto-load-safe-path {script}"]

    def command(self, commands, program):
        first = [word for line in self.begin for word in ("-iex", line)]
        return ["gdb", "-nx", "-q", "-batch", *first, "-x", commands, program]

    head = ["set width 0", "set print elements 8", "break stop_here", "run", "up"]

    def mark(self, number):
        return f"echo \\n@@{number}@@\\n"

    def change(self, assignment):
        return f"set var {assignment}"

    def show(self, variable):
        return f"print {variable}"

    def wanted(self, line, children):
        return line + (f" = {{{', '.join(f'{name} = {value}' for name, value in children.items())}}}" if children else "")

    def printed(self, text):
        return re.sub(r"^\$\d+ = ", "", text.strip())


class Lldb:
    name = "lldb-19"

    def __init__(self, script):
        self.head = [
            f"command script import {script}",
            "settings set target.max-children-count 8",
            "breakpoint set -n stop_here",
            "run",
            "up",
        ]

    def command(self, commands, program):
        return ["lldb-19", "-x", "-b", "-s", commands, program]

    def mark(self, number):
        return f"script print('@@{number}@@')"

    def change(self, assignment):
        return f"expression {assignment}"

    def show(self, variable):
        return f"frame variable {variable}"

    def wanted(self, line, children):
        return line + (" {\n" + "".join(f"  {name} = {value}\n" for name, value in children.items()) + "}" if children else "")

    def printed(self, text):
        text = "\n".join(line for line in text.strip().splitlines() if not line.startswith(("(lldb)", "error: ", "***")))
        text = re.sub(r"(?m)^\([^)]*\) \$\d+ = .*$", "", text)
        text = re.sub(r"^\(.*?\) [*\w]+ = ", "", text.strip())
        return text.replace("  fraction_ = ", "  fraction = ")


def run(debugger, program, questions):
    """What is printed for each question, an assignment or none and a variable; and all that was said."""
    lines = list(debugger.head)
    for number, (assignment, variable) in enumerate(questions):
        lines += [debugger.change(assignment)] if assignment else []
        lines += [debugger.mark(number), debugger.show(variable)]
    lines.append(debugger.mark(len(questions)))
    with tempfile.NamedTemporaryFile("w", suffix=".commands") as commands:
        commands.write("\n".join(lines) + "\n")
        commands.flush()
        done = subprocess.run(debugger.command(commands.name, program), capture_output=True, text=True, check=False, timeout=120)
    said = done.stdout + done.stderr
    parts = re.split(r"(?m)^@@\d+@@\n", done.stdout)
    if len(parts) != len(questions) + 2:
        raise SystemExit(f"{said}\n{debugger.name}: wanted {len(questions)} answers, found {len(parts) - 2}")
    return [debugger.printed(part) for part in parts[1:-1]], said


def main(which, script, how, program):
    debugger = {"gdb": Gdb, "lldb": Lldb}[which](script)
    if not shutil.which(debugger.name):
        print(f"left out: {debugger.name} is not installed")
        raise SystemExit(77)
    sound = OF_BARE if how == "bare" else SOUND
    broken = BROKEN if how == "open" else BROKEN[:2]
    questions = [(None, name) for name in sound] + [(assignment, name) for assignment, name, _ in broken]
    found, said = run(debugger, program, questions)
    wrong = []
    for (name, wanted), one in zip(sound.items(), found):
        if how != "lost" and one != debugger.wanted(*wanted):
            wrong.append(f"{name}: wanted {debugger.wanted(*wanted)}\n{' ' * len(name)}  found  {one}")
    for (assignment, name, wanted), one in zip(broken, found[len(sound) :]):
        if how != "lost" and wanted not in one:
            wrong.append(f"{name} after {assignment}: wanted \"{wanted}\" in it, found {one}")
    if re.search("Traceback|Python Exception", said):
        wrong.append(f"wanted no exception of Python, found one in:\n{said}")
    if wrong:
        raise SystemExit("\n".join(wrong))
    print(f"{debugger.name}: {len(found)} values are printed as wanted")


if __name__ == "__main__":
    main(*sys.argv[1:])
