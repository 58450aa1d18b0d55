"""A quadtree for things that move.

>>> import numpy as np, quadrille
>>> tree = quadrille.Quadtree("circle")
>>> tree.assign([[0, 0, 1], [1.5, 0, 1], [9, 9, 1]])    # x, y, radius
>>> tree.pairs().tolist()
[[0, 1]]
>>> distances, indices = tree.nearest([[8, 8]], k=2)
>>> indices.tolist()
[[2, 1]]

`Quadtree` has all verbs; `Contacts` and `Visits` tell what changes from tick to tick; `KDTree` is a tree with the calls of
`scipy.spatial.KDTree`. `read` reads files as the command `quadrille` does.
SPDX-License-Identifier: MIT
"""

from ._answers import Cells, Report, Sums
from ._arrays import ALL_LAYERS
from ._contacts import Contacts, Visits
from ._kdtree import KDTree, cKDTree
from ._quadrille import version as __version__
from ._read import Layer, read
from ._tree import Quadtree

__all__ = ["ALL_LAYERS", "Cells", "Contacts", "KDTree", "Layer", "Quadtree", "Report", "Sums", "Visits", "cKDTree", "read"]
