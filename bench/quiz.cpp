// Computes the right answer to each kind of query, and compares answers.
// SPDX-License-Identifier: MIT
#include "quiz.hpp"

#include <algorithm>
#include <bit>

namespace quadrille::bench {
namespace {

/// Returns the answer with every box for which `is_right(box)` is true.
template <class Test>
answer scan(boxes now, const Test& is_right) {
    oracle::order_free_hash hash;
    for (std::size_t i = 0; i < now.size(); ++i) {
        if (is_right(now[i])) {
            hash.add(i);
        }
    }
    return {hash.count(), hash.value()};
}

answer hash_in_order(const std::vector<double>& distances2) {
    answer all;
    for (const double distance2 : distances2) {
        all.hash = scenes::mixed(all.hash * 31 + std::bit_cast<std::uint64_t>(distance2));
        ++all.count;
    }
    return all;
}

} // namespace

answer grade(const nearest_to& query, const std::vector<std::uint32_t>& found, boxes now) {
    std::vector<double> distances2;
    for (const std::uint32_t one : found) {
        distances2.push_back(distance2(query.where, now[one]));
    }
    return hash_in_order(distances2);
}

answer grade(const tally&, const std::vector<std::uint32_t>& found, boxes) {
    return {found.front(), scenes::mixed(found.front())};
}

answer truth(const window& area, boxes now) {
    return scan(now, [&](const box<float>& one) { return intersects(area, one); });
}

answer truth(const tally& query, boxes now) {
    const auto count = static_cast<std::uint32_t>(truth(query.area, now).count);
    return {count, scenes::mixed(count)};
}

answer truth(const line_of_sight& ray, boxes now) {
    return scan(now, [&](const box<float>& one) { return hit_fraction(ray, one) >= 0; });
}

answer truth(const neighborhood& area, boxes now) {
    return scan(now, [&](const box<float>& one) { return intersects(area, one.min); });
}

answer truth(const nearest_to& query, boxes now) {
    std::vector<double> distances2(now.size());
    std::transform(now.begin(), now.end(), distances2.begin(),
                   [&](const box<float>& one) { return distance2(query.where, one); });
    const std::size_t count = std::min<std::size_t>(query.count, distances2.size());
    std::partial_sort(distances2.begin(), distances2.begin() + static_cast<std::ptrdiff_t>(count), distances2.end());
    distances2.resize(count);
    return hash_in_order(distances2);
}

answer total_of(const answers& all) {
    answer total;
    for (const answer& one : all) {
        total.count += one.count;
        total.hash = scenes::mixed(total.hash * 31 + one.hash);
    }
    return total;
}

} // namespace quadrille::bench
