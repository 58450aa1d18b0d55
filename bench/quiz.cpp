// What does not depend on the kind of question.
// SPDX-License-Identifier: MIT
#include "quiz.hpp"

namespace quadrille::bench {

answer total_of(const answers& all) {
    answer total;
    for (const answer& one : all) {
        total.count += one.count;
        total.hash = scenes::mixed(total.hash * 31 + one.hash);
    }
    return total;
}

} // namespace quadrille::bench
