"""The table of bench/beside, made of results that are made up. SPDX-License-Identifier: MIT"""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench/others"))
import table  # noqa: E402

HEAD = {"cpu": "a processor", "compiler": "a compiler"}


def line(subject, ns, answers, row="boxes: pairs"):
    place = {"world": "uniform", "count": 10, "scalar": "float"}
    return place | {"subject": subject, "version": "1.2", "row": row, "ns": ns, "answers": answers}


def made(lines, left_out=()):
    found = table.report(HEAD, lines, dict(left_out))
    return found["rows"], table.markdown(found)


class Table(unittest.TestCase):
    def test_divides_medians(self):
        lines = [line("quadrille", ns, [3, 7]) for ns in (2, 9, 4)] + [line("kind", ns, [3, 7]) for ns in (10, 1, 90)]
        rows, text = made(lines)
        self.assertEqual(rows[0]["others"]["kind"]["ratio"], 2.5)
        self.assertIn("| boxes: pairs | 4.0 | 2.50 |", text)
        self.assertIn("quadrille 1.2; kind 1.2", text)

    def test_reports_other_answers_and_makes_no_ratio_of_them(self):
        for answers in ([4, 7], [3, 8]):
            rows, text = made([line("quadrille", 2, [3, 7]), line("odd", 1, [3, 7]), line("odd", 1, answers)])
            self.assertNotIn("ratio", rows[0]["others"]["odd"])
            self.assertIn(f"wrong: odd: boxes: pairs (uniform 10, float): answers {answers}, expected [3, 7]", text)
            self.assertIn("| boxes: pairs | 2.0 | wrong |", text)

    def test_rounds_sums_of_distances_alone(self):
        for row, key in (("points: nearest 8", "ratio"), ("boxes: pairs", "wrong")):
            rows, _ = made([line("quadrille", 2, [3, 1e9], row), line("rounded", 2, [3, 1e9 + 0.01], row)])
            self.assertIn(key, rows[0]["others"]["rounded"])

    def test_prints_times_from_files_in_milliseconds(self):
        row = {"row": "points in polygons", "scalar": "files"}
        lines = [line(subject, ns, [3, 0]) | row for subject, ns in (("quadrille", 2e6), ("slow", 5e6))]
        _, text = made(lines + [line("quadrille", 2, [3, 7])])
        self.assertIn("| row | ours, ms | slow |", text)
        self.assertIn("| points in polygons | 2.0 | 2.50 |", text)
        self.assertIn("| boxes: pairs | 2.0 |", text)

    def test_names_who_is_left_out(self):
        _, text = made([line("quadrille", 2, [3, 7])], {"gone": "no such package"})
        self.assertIn("left out: gone (no such package)", text)


unittest.main()
