"""Joins the rows of bench/beside: compares answers, then divides medians of times. SPDX-License-Identifier: MIT

As a program it prints README.md with its table made anew from docs/beside.md.
"""

import math
import statistics
import sys
from pathlib import Path

PLACE = ("world", "count", "scalar", "row")


def agree(row, answers, wanted):
    """The number of hits, and a hash; of the nearest that is a sum of distances, which are rounded."""
    return answers[0] == wanted[0] and math.isclose(answers[1], wanted[1], rel_tol=1e-9 if "nearest" in row else 0)


def median(lines):
    return statistics.median(line["ns"] for line in lines)


def joined(lines):
    """Rows in their order: what is in PLACE, "ns", and "others": {subject: {"ns", "ratio" or "wrong" and "wanted"}}."""
    groups = {}
    for line in lines:
        subjects = groups.setdefault(tuple(line[key] for key in PLACE), {})
        subjects.setdefault(line["subject"], []).append(line)
    rows = []
    for place, subjects in groups.items():
        if "quadrille" not in subjects:
            continue
        ours = subjects.pop("quadrille")
        row = dict(zip(PLACE, place)) | {"ns": median(ours), "others": {}}
        for subject, theirs in subjects.items():
            time, wanted = median(theirs), ours[0]["answers"]
            wrong = [line["answers"] for line in theirs if not agree(row["row"], line["answers"], wanted)]
            found = {"wrong": wrong[0], "wanted": wanted} if wrong else {"ratio": time / row["ns"]}
            row["others"][subject] = {"ns": time} | found
        rows.append(row)
    return rows


def report(head, lines, left_out):
    """What beside.json has."""
    versions = {line["subject"]: line["version"] for line in lines}
    return head | {"versions": versions, "left_out": left_out, "rows": joined(lines)}


def markdown(found):
    text = ["<!-- Made by bench/beside: quadrille beside other libraries. -->", "<!-- SPDX-License-Identifier: MIT -->"]
    text += ["# quadrille beside other libraries", ""]
    text += [f"{found['cpu']}; {found['compiler']}; C++ and Rust peers are compiled for this processor. One thread.", ""]
    text += ["; ".join(f"{name} {version}" for name, version in found["versions"].items()) + ".", ""]
    text += ["A ratio is the time of the other divided by ours: above 1 we are faster. Rows of Python and JavaScript"]
    text += ["stand beside quadrille in C++, not beside its packages for these languages. Ticks rebuild peers, but not"]
    text += ["Box2D's tree.", ""]
    if any(row["scalar"] == "files" for row in found["rows"]):
        text += ["Rows of files are times from CSV files to a number: of peers without the start of Python and its"]
        text += ["imports, of ours the whole process of the command.", ""]
    text += [f"left out: {name} ({reason})\n" for name, reason in found["left_out"].items()]
    sections = {}
    for row in found["rows"]:
        sections.setdefault(f"{row['world']}, {row['count']:,} items, {row['scalar']}", []).append(row)
        for subject, other in row["others"].items():
            if "wrong" in other:
                place = f"{row['row']} ({row['world']} {row['count']}, {row['scalar']})"
                text += [f"wrong: {subject}: {place}: answers {other['wrong']}, expected {other['wanted']}\n"]
    for title, rows in sections.items():
        subjects = [subject for subject in found["versions"] if any(subject in row["others"] for row in rows)]
        unit, nanoseconds = ("ms", 1e6) if rows[0]["scalar"] == "files" else ("ns", 1)
        text += [f"## {title}", "", f"| row | ours, {unit} | " + " | ".join(subjects) + " |"]
        text += ["|---" * (len(subjects) + 2) + "|"]
        for row in rows:
            cells = (row["others"].get(subject) for subject in subjects)
            cells = ["–" if not cell else "wrong" if "wrong" in cell else f"{cell['ratio']:.2f}" for cell in cells]
            text += [f"| {row['row']} | {row['ns'] / nanoseconds:.1f} | " + " | ".join(cells) + " |"]
        text += [""]
    return "\n".join(text)


SHOWN = {
    "boxes: tick": "tick: all boxes move, then all pairs",
    "boxes: pairs": "all pairs of boxes",
    "boxes: windows of 2": "a window of 2 boxes",
    "boxes: windows of 4000": "a window of 4,000",
    "boxes: windows of 4000, counted": "the count of a window of 4,000",
    "points: nearest 1": "the nearest point",
    "points: nearest 8": "the 8 nearest",
    "boxes: build": "build of boxes",
}


def ratios(page):
    """What a page of `markdown` has: {(row, scalar): {other: its ratios in all worlds}}."""
    found, scalar, subjects = {}, "", []
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("## "):
            scalar = line.split(", ")[-1]
        elif line.startswith("| row "):
            subjects = cells[2:]
        elif line.startswith("| "):
            for subject, cell in zip(subjects, cells[2:]):
                if cell not in ("–", "wrong"):
                    found.setdefault((cells[0], scalar), {}).setdefault(subject, []).append(float(cell))
    return found


def short(page):
    """The table of README.md: for each row the other library with the least ratio, and its ratios."""
    def fastest(row, scalar):
        others = found[row, scalar]
        name = min(others, key=lambda one: statistics.geometric_mean(others[one]))
        low, high = (f"{end:.2g}" for end in (min(others[name]), max(others[name])))
        return (f"{low} to {high}" if low != high else low) + f" | {name.removesuffix(' simd')}"

    found = ratios(page)
    rows = (f"| {shown} | {fastest(row, 'float')} | {fastest(row, 'double')} |" for row, shown in SHOWN.items())
    return ["| | float | of | double | of |", "|---|---|---|---|---|", *rows]


def with_table(readme, page):
    """README.md with its table made anew from docs/beside.md."""
    lines = readme.splitlines()
    first = lines.index("<!-- docs/beside.md -->") + 1
    end = next(at for at in range(first, len(lines)) if not lines[at].startswith("|"))
    return "\n".join(lines[:first] + short(page) + lines[end:]) + "\n"


if __name__ == "__main__":
    root = Path(__file__).resolve().parents[2]
    sys.stdout.write(with_table((root / "README.md").read_text(), (root / "docs/beside.md").read_text()))
