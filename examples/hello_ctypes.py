"""The shared library from a language without a compiler: pairs of circles, by ctypes alone.

Run it with the library's path: python3 examples/hello_ctypes.py build/bindings/libquadrille-c.so.0
SPDX-License-Identifier: MIT
"""
import ctypes
import sys

CIRCLES, FLOAT32 = 1, 0


class Answers(ctypes.Structure):
    """quadrille_answers of quadrille.h."""

    _fields_ = [
        ("questions", ctypes.c_size_t),
        ("count", ctypes.c_size_t),
        ("ends", ctypes.POINTER(ctypes.c_uint64)),
        ("a", ctypes.POINTER(ctypes.c_uint32)),
        ("b", ctypes.POINTER(ctypes.c_uint32)),
        ("generations", ctypes.c_void_p * 2),
        ("measures", ctypes.POINTER(ctypes.c_double)),
        ("rest", ctypes.c_void_p * 3),
    ]


library = ctypes.CDLL(sys.argv[1])
library.quadrille_message.restype = ctypes.c_char_p


def demand(status):
    if status != 0:
        raise RuntimeError(library.quadrille_message().decode())


tree = ctypes.c_void_p()
demand(library.quadrille_create(CIRCLES, FLOAT32, None, ctypes.byref(tree)))
shapes = (ctypes.c_float * 9)(0, 0, 1, 1.5, 0, 1, 9, 9, 1)
demand(library.quadrille_assign(tree, shapes, ctypes.c_size_t(3), None))
found = Answers()
demand(library.quadrille_closest_pairs(tree, ctypes.c_uint64(2), ctypes.byref(found)))
for i in range(found.count):
    print(f"{found.a[i]} and {found.b[i]}, squared distance {found.measures[i]:g}")
library.quadrille_free_answers(ctypes.byref(found))
demand(library.quadrille_destroy(tree))
