// All observers: what a second unit of src/shapes/ compiles for its one shape.
// SPDX-License-Identifier: MIT
#include "cells.ipp"
#include "stats.ipp"
#include "validate.ipp"
