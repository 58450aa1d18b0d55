"""The README's code for Python runs as it stands there."""
# SPDX-License-Identifier: MIT

import pathlib
import re

import numpy as np
import pytest

import quadrille

README = pathlib.Path(__file__).parents[3] / "README.md"


# promise: true-documents
def test_readme_code_runs():
    blocks = re.findall(r"^```python\n(.*?)^```$", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks
    points = np.random.default_rng(1).random((100, 2))
    shown = {"quadrille": quadrille, "points": points}
    for block in blocks:
        exec(block, shown)
    assert shown["pairs"].shape[1] == 2
    assert shown["distances"].shape == (100, 8)
    assert shown["distances"][:, 0] == pytest.approx(0, abs=1e-6)
