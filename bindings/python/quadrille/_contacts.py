"""What begins, goes on and ends from tick to tick."""
# SPDX-License-Identifier: MIT

from __future__ import annotations

from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from . import _quadrille
from ._arrays import ALL_LAYERS, Form, Indices, Items
from ._tree import Quadtree, deep_copy

_LISTS = {"now": 0, "began": 1, "persisted": 2, "ended": 3}


class _Lists:
    """Lists of handles, which the native part keeps until the next update."""

    def __init__(self) -> None:
        self._native = _quadrille.Contacts()

    def __copy__(self) -> _Lists:
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._native = self._native.clone()
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> _Lists:
        return deep_copy(self, memo)

    def _indices(self, name: str) -> Indices:
        return self._handles(name).astype(np.uint32)  # the lower half of a handle

    def _handles(self, name: str) -> Items:
        if name not in _LISTS:
            raise ValueError(f"wanted the list 'now', 'began', 'persisted' or 'ended', found {name!r}")
        return self._native.list(_LISTS[name])


class Contacts(_Lists):
    """Which items come into contact, stay in contact and separate, from one tick to the next.

    Call `update` once for each tick, always with the same tree or trees, then read the lists: (m, 2) indices, ascending; in pairs of one tree
    the lower index is first. Contacts of an erased item end, also when a new item has its index.

    >>> tree, contacts = Quadtree("circle"), Contacts()
    >>> tree.assign([[0, 0, 1], [1, 0, 1], [9, 0, 1]])
    >>> contacts.update(tree)
    >>> contacts.began.tolist()
    [[0, 1]]
    >>> _ = tree.sync([[0, 0, 1], [8, 0, 1], [9, 0, 1]])
    >>> contacts.update(tree)
    >>> contacts.began.tolist(), contacts.ended.tolist()
    ([[1, 2]], [[0, 1]])
    """

    def update(
        self,
        tree: Quadtree,
        other: Optional[Quadtree] = None,
        *,
        within: float = 0,
        layers: int = ALL_LAYERS,
        partners: int = ALL_LAYERS,
    ) -> None:
        """Finds the pairs, as `tree.pairs` or `tree.join(other)`, and compares them with those of the last call."""
        self._native.update(*tree._contact_request(other, within, layers, partners))

    @property
    def now(self) -> Indices:
        """The pairs of the last update."""
        return self._indices("now")

    @property
    def began(self) -> Indices:
        """Those that were not there at the update before."""
        return self._indices("began")

    @property
    def persisted(self) -> Indices:
        """Those that were there at the update before, too."""
        return self._indices("persisted")

    @property
    def ended(self) -> Indices:
        """Those of the update before that are no more."""
        return self._indices("ended")

    def handles(self, which: str) -> Items:
        """The handles of the list "now", "began", "persisted" or "ended": (m, 2) uint64; of `ended` they may be stale."""
        return self._handles(which)


class Visits(_Lists):
    """Which items enter areas, stay in them and leave them, from one tick to the next.

    An area is known by its number, and may have another shape at each tick. Lists are (m, 2): the area's number, the item's index.

    >>> tree, visits = Quadtree("point"), Visits()
    >>> tree.assign([[1, 1], [5, 5]])
    >>> visits.update(tree, [[0, 0, 2, 2]])
    >>> _ = tree.sync([[3, 3], [2, 2]])
    >>> visits.update(tree, [[0, 0, 2, 2]])
    >>> visits.entered.tolist(), visits.left.tolist()
    ([[0, 1]], [[0, 0]])
    """

    def update(
        self,
        tree: Quadtree,
        areas: npt.ArrayLike,
        *,
        within: Optional[float] = None,
        form: Optional[Form] = None,
        layers: int = ALL_LAYERS,
    ) -> None:
        """Finds the items that `tree.query`, or with a distance `tree.query_within`, finds, and compares them with those of the last call."""
        self._native.update(*tree._visit_request(areas, within, form, layers))

    @property
    def now(self) -> Indices:
        """The items in each area."""
        return self._indices("now")

    @property
    def entered(self) -> Indices:
        """Those that were not there at the update before."""
        return self._indices("began")

    @property
    def stayed(self) -> Indices:
        """Those that were there at the update before, too."""
        return self._indices("persisted")

    @property
    def left(self) -> Indices:
        """Those of the update before that are no more there, or no more at all."""
        return self._indices("ended")

    def handles(self, which: str) -> Items:
        """The same with the items' handles in the second column: the list "now", "began" (entered), "persisted" (stayed) or "ended" (left)."""
        return self._handles(which)
