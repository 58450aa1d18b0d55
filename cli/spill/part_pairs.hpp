// Finds the pairs of files larger than memory, part by part of the plane; one part reports each pair.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_SPILL_PART_PAIRS_HPP
#define QUADRILLE_CLI_SPILL_PART_PAIRS_HPP

#include "cli/answers/distances.hpp"
#include "cli/disk/found_pair.hpp"
#include "cli/disk/held_rows.hpp"
#include "cli/disk/stored_image.hpp"
#include "files/bytes/interrupt.hpp"
#include "files/text/errors.hpp"
#include "spilled_layer.hpp"

#include <quadrille/parts.hpp>
#include <quadrille/quadtree.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace quadrille::cli {

/// The question about the rows of one file, or of two.
struct part_question {
    double distance = 0; ///< 0: pairs that intersect
    period wraps = {};
    bool a_has_times = false;
    bool b_has_times = false;
    std::uint64_t memory = 0; ///< for the rows of a part with their trees
};

/// Receives the pairs of a part as they are found.
using pair_receiver = std::function<void(const found_pair&)>;

/// The rows of A and, unless the pairs are those of one file, of B.
template <class A, class B>
struct two_lists {
    spilled_rows<A> a;
    spilled_rows<B> b;
};

/// Divides lists of rows into parts, and finds the pairs of a list that fits into memory. Each worker has one.
template <class A, class B, bool IsOneFile>
class part_worker {
public:
    using lists = two_lists<A, B>;

    part_worker(const part_question& asked, const std::string& folder, pair_receiver tell)
        : asked_(asked), folder_(folder), tell_(std::move(tell)), a_tree_(options{.period = asked.wraps}),
          b_tree_(options{.period = asked.wraps}) {}

    static std::uint64_t bytes_needed(const lists& of) noexcept {
        return held_rows<A>::bytes_needed(of.a.records) + held_rows<B>::bytes_needed(of.b.records);
    }

    /// Divides the rows among the parts of the plane; a part gets all rows that it holds.
    std::vector<lists> parted(const lists& all, spill_file& from, const plane_parts& by, spill_file& to) {
        std::vector<lists> parts(by.size());
        constexpr std::size_t least_chunk = 1 << 11;
        constexpr std::size_t most_chunk = 1 << 16;
        const std::size_t chunk_bytes = std::clamp<std::size_t>(
            static_cast<std::size_t>(asked_.memory / 4 / by.size() / (IsOneFile ? 1 : 2)), least_chunk, most_chunk);
        const auto deal = [&]<class Shape>(const spilled_rows<Shape>& rows, spilled_rows<Shape> lists::* list) {
            rows.each(from, [&](const spilled_row<Shape>& row) {
                files::demand_no_signal();
                by.each_holder(bounds_of(*image_.of(row.shape, asked_.wraps)), asked_.distance,
                               [&](std::uint32_t part) { (parts[part].*list).add(to, chunk_bytes, row); });
            });
        };
        deal(all.a, &lists::a);
        if constexpr (!IsOneFile) {
            deal(all.b, &lists::b);
        }
        for (lists& each : parts) {
            each.a.records.finish(to);
            each.b.records.finish(to);
        }
        return parts;
    }

    /// Reports the pairs of the rows in these lists that the given parts of the plane are to report.
    void answer(const lists& of, spill_file& from, std::vector<std::pair<const plane_parts*, std::uint32_t>> tellers) {
        const std::uint64_t needed = bytes_needed(of);
        if (needed <= asked_.memory) {
            a_rows_.read(of.a, from, 0, of.a.records.chunk_count());
            b_rows_.read(of.b, from, 0, of.b.records.chunk_count());
            tell_of_rows(tellers);
            return;
        }
        part_census census(1 << 12);
        const auto add = [&](const auto& row) { census.add(bounds_of(*image_.of(row.shape, asked_.wraps)).min); };
        of.a.each(from, add);
        of.b.each(from, add);
        const auto count =
            static_cast<std::uint32_t>(std::min<std::uint64_t>(3 * needed / asked_.memory / 2 + 2, 4096));
        const plane_parts smaller(census, count, asked_.wraps);
        spill_file file(folder_);
        const std::vector<lists> parts = parted(of, from, smaller, file);
        std::uint64_t largest = 0;
        std::uint64_t all = 0;
        for (const lists& each : parts) {
            largest = std::max(largest, bytes_needed(each));
            all += bytes_needed(each);
        }
        if (10 * largest > 9 * needed || all / 4 > needed) { // in one spot, or on top of each other
            tell_in_blocks(of, from, tellers);
            return;
        }
        tellers.emplace_back(&smaller, 0U);
        for (std::uint32_t part = 0; part < parts.size(); ++part) {
            tellers.back().second = part;
            answer(parts[part], file, tellers);
        }
    }

private:
    using tellers_of = std::vector<std::pair<const plane_parts*, std::uint32_t>>;

    template <class Shape>
    static void fill(quadtree<void, Shape>& tree, std::span<const Shape> shapes) {
        if (const change_report report = tree.assign(shapes); !report) {
            throw files::failure(fmt::format("{} shapes cannot be held: {}", shapes.size(), to_string(report.error)));
        }
    }

    /// Returns a visitor of two hits that calls `tell(a, b)` for each pair that is reported here.
    template <class Tell>
    auto told_here(const tellers_of& tellers, const Tell& tell) const {
        return [&tellers, &tell, distance = asked_.distance](const auto& a, const auto& b) {
            files::demand_no_signal();
            const box<double> one = bounds_of(a.shape());
            const box<double> other = bounds_of(b.shape());
            for (const auto& [parts, own] : tellers) {
                if (parts->teller(one, other, distance) != own) {
                    return;
                }
            }
            tell(a.index(), b.index());
        };
    }

    template <class One, class Other>
    void
    tell(double t, const held_rows<One>& a_rows, std::uint32_t a, const held_rows<Other>& b_rows, std::uint32_t b) {
        if (IsOneFile && a_rows.number(a) > b_rows.number(b)) {
            tell(t, b_rows, b, a_rows, a);
            return;
        }
        tell_({t, a_rows.number(a), b_rows.number(b), distance_of(a_rows.shapes()[a], b_rows.shapes()[b], asked_.wraps),
               a_rows.id(a), b_rows.id(b)});
    }

    /// Reports the pairs of the rows in memory.
    void tell_of_rows(const tellers_of& tellers) {
        if constexpr (IsOneFile) {
            for (std::uint32_t first = 0; first < a_rows_.size();) {
                const std::uint32_t end = a_rows_.end_of_time(first);
                fill(a_tree_, a_rows_.shapes().subspan(first, end - first));
                const auto tell_one = [&](std::uint32_t a, std::uint32_t b) {
                    tell(a_rows_.t(first), a_rows_, first + a, a_rows_, first + b);
                };
                a_tree_.pairs(told_here(tellers, tell_one), {.distance = asked_.distance});
                first = end;
            }
        } else {
            tell_of_both(tellers, a_rows_, b_rows_, asked_.a_has_times, asked_.b_has_times);
        }
    }
    template <class One, class Other>
    void tell_of_both(const tellers_of& tellers, const held_rows<One>& a_rows, const held_rows<Other>& b_rows,
                      bool a_has_times, bool b_has_times) {
        std::uint32_t a = 0;
        std::uint32_t b = 0;
        std::optional<std::uint32_t> a_filled; // the row from which the tree is filled: without times, the tree is kept
        std::optional<std::uint32_t> b_filled;
        while (a < a_rows.size() && b < b_rows.size()) {
            const std::uint32_t a_end = a_rows.end_of_time(a);
            const std::uint32_t b_end = b_rows.end_of_time(b);
            const bool is_one_time = !a_has_times || !b_has_times || a_rows.t(a) == b_rows.t(b);
            if (is_one_time) {
                if (std::exchange(a_filled, a) != a) {
                    fill(a_tree_, a_rows.shapes().subspan(a, a_end - a));
                }
                if (std::exchange(b_filled, b) != b) {
                    fill(b_tree_, b_rows.shapes().subspan(b, b_end - b));
                }
                const double t = a_has_times ? a_rows.t(a) : b_rows.t(b);
                const auto tell_one = [&](std::uint32_t one, std::uint32_t other) {
                    tell(t, a_rows, a + one, b_rows, b + other);
                };
                a_tree_.join(b_tree_, told_here(tellers, tell_one), {.distance = asked_.distance});
            }
            // A file without times is present at each time of the other file.
            const bool b_goes_on = !a_has_times || (b_has_times && b_rows.t(b) <= a_rows.t(a));
            const bool a_goes_on = !b_has_times || (a_has_times && a_rows.t(a) <= b_rows.t(b));
            a = a_goes_on && (a_has_times || !b_has_times) ? a_end : a;
            b = b_goes_on && (b_has_times || !a_has_times) ? b_end : b;
        }
    }

    /// Joins some chunks of one list with some of the other, as many as fit into memory.
    void tell_in_blocks(const lists& of, spill_file& from, const tellers_of& tellers) {
        const auto blocks_of = [&]<class Shape>(const spilled_rows<Shape>& rows) {
            const std::uint64_t needed = held_rows<Shape>::bytes_needed(rows.records);
            const std::size_t chunks = rows.records.chunk_count();
            const auto in_block = std::max<std::size_t>(
                1, static_cast<std::size_t>(double(chunks) * double(asked_.memory) / 2 / double(needed + 1)));
            return std::pair{chunks, in_block};
        };
        const auto [a_chunks, a_block] = blocks_of(of.a);
        const auto [b_chunks, b_block] = IsOneFile ? std::pair{a_chunks, a_block} : blocks_of(of.b);
        for (std::size_t a = 0; a < a_chunks; a += a_block) {
            a_rows_.read(of.a, from, a, std::min(a + a_block, a_chunks));
            if constexpr (IsOneFile) {
                tell_of_rows(tellers);
                for (std::size_t b = a + a_block; b < a_chunks; b += a_block) {
                    b_rows_.read(of.a, from, b, std::min(b + a_block, a_chunks));
                    tell_of_both(tellers, a_rows_, b_rows_, asked_.a_has_times, asked_.a_has_times);
                }
            } else {
                for (std::size_t b = 0; b < b_chunks; b += b_block) {
                    b_rows_.read(of.b, from, b, std::min(b + b_block, b_chunks));
                    tell_of_rows(tellers);
                }
            }
        }
    }

    part_question asked_;
    std::string folder_;
    pair_receiver tell_;
    stored_image image_;
    held_rows<A> a_rows_;
    held_rows<B> b_rows_;
    quadtree<void, A> a_tree_;
    quadtree<void, B> b_tree_;
};

} // namespace quadrille::cli

#endif
