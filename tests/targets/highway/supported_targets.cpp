// What Highway's library says of the processor: an emulator has all that the compiler may assume.
// SPDX-License-Identifier: MIT
#include <hwy/targets.h>

namespace hwy {

int64_t SupportedTargets() { return HWY_TARGETS; }

} // namespace hwy
