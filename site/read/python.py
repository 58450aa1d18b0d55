"""Prints what the Python package shows, as JSON, by Python's own parser: nothing is imported.

usage: python3 python.py bindings/python/quadrille
SPDX-License-Identifier: MIT
"""

import ast
import json
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])
sources = {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py"))}
lines = {name: text.splitlines() for name, text in sources.items()}
modules = {name: ast.parse(text) for name, text in sources.items()}
origin: dict[str, str] = {}
shown: list[str] = []
for node in modules["__init__"].body:
    if isinstance(node, ast.ImportFrom) and node.module:
        origin.update({alias.asname or alias.name: node.module for alias in node.names})
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "__all__":
        shown = ast.literal_eval(node.value)


def signature(function: ast.FunctionDef) -> str:
    """As one writes it: without what begins with an underscore, one parameter a line where it is long."""
    given = function.args
    given.kwonlyargs, given.kw_defaults = (
        [list(each) for each in zip(*kept)]
        if (kept := [pair for pair in zip(given.kwonlyargs, given.kw_defaults) if not pair[0].arg.startswith("_")])
        else ([], [])
    )
    returns = f" -> {ast.unparse(function.returns)}" if function.returns else ""
    line = f"{function.name}({ast.unparse(given)}){returns}"
    if len(line) <= 100:
        return line
    positional = [*given.posonlyargs, *given.args]
    defaults = [None] * (len(positional) - len(given.defaults)) + list(given.defaults)

    def one(arg: ast.arg, default: ast.expr | None) -> str:
        kind = f": {ast.unparse(arg.annotation)}" if arg.annotation else ""
        return f"    {arg.arg}{kind}{f' = {ast.unparse(default)}' if default else ''},"

    parts = [one(*pair) for pair in zip(positional, defaults)]
    if given.kwonlyargs:
        parts += ["    *,", *(one(*pair) for pair in zip(given.kwonlyargs, given.kw_defaults))]
    rest = [f"    **{given.kwarg.arg}: {ast.unparse(given.kwarg.annotation)},"] if given.kwarg and given.kwarg.annotation else []
    return "\n".join([f"{function.name}(", *parts, *rest, f"){returns}"])


def members(node: ast.ClassDef, module: str) -> list[dict[str, object]]:
    """Those of bases in the package that it does not show, too."""
    found: list[dict[str, object]] = []
    for base in map(ast.unparse, node.bases):
        for name, tree in modules.items():
            of_base = [one for one in tree.body if isinstance(one, ast.ClassDef) and one.name == base and base not in shown]
            found += [one for each in of_base for one in members(each, name)]
    for each in node.body:
        if isinstance(each, ast.FunctionDef) and (not each.name.startswith("_") or each.name == "__init__"):
            marks = [ast.unparse(mark) for mark in each.decorator_list]
            if "overload" in marks:
                continue  # the implementation has the comment
            if any(mark.endswith(".setter") for mark in marks):
                continue
            kind = "property" if {"property", "cached_property"} & set(marks) else "function"
            code = f"{each.name}: {ast.unparse(each.returns)}" if kind == "property" and each.returns else signature(each)
            prefix = "@classmethod\n" if "classmethod" in marks else ""
            place = {"file": f"{folder}/{module}.py", "name": each.name, "line": each.lineno}
            found.append({**place, "kind": kind, "code": prefix + code, "comment": ast.get_docstring(each)})
    return found


result: list[dict[str, object]] = []
for name in shown:
    module = origin[name]
    for node in modules[module].body:
        place = {"file": f"{folder}/{module}.py", "line": node.lineno, "name": name}
        if isinstance(node, ast.ClassDef) and node.name == name:
            inside = members(node, module)
            comment = ast.get_docstring(node)
            first = next((each["code"] for each in inside if each["name"] == "__init__"), None)
            code = str(first).replace("__init__(self, ", f"{name}(").replace("__init__(\n    self,\n", f"{name}(\n").replace(" -> None", "")
            if not first:  # with its fields, and what is said of them
                fields = [lines[module][each.lineno - 1] for each in node.body if isinstance(each, ast.AnnAssign)]
                bases = ", ".join(base for base in map(ast.unparse, node.bases) if not base.startswith("_"))
                code = "\n".join([f"class {name}{f'({bases})' if bases else ''}{':' if fields else ''}", *fields])
            result.append({**place, "kind": "type", "code": code, "comment": comment, "members": [m for m in inside if m["name"] != "__init__"]})
        elif isinstance(node, ast.FunctionDef) and node.name == name:
            result.append({**place, "kind": "function", "code": signature(node), "comment": ast.get_docstring(node), "members": []})
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            same = f"The same class as `{ast.unparse(node.value)}`." if isinstance(node.value, ast.Name) else None
            result.append({**place, "kind": "alias", "code": ast.get_source_segment(sources[module], node), "comment": same, "members": []})
about = ast.get_docstring(modules["__init__"])
json.dump({"about": about, "entries": result}, sys.stdout)
