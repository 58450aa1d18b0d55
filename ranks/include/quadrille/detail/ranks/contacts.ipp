// The body of rank_contacts.hpp.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_RANKS_CONTACTS_IPP
#define QUADRILLE_DETAIL_RANKS_CONTACTS_IPP

#include <algorithm>
#include <iterator>
#include <utility>

namespace quadrille::ranks {

namespace detail {

/// Returns the elements of `all` that are, or are not, among `others`; both ascend.
template <class Element>
std::vector<Element> those_among(const std::vector<Element>& all, const std::vector<Element>& others, bool are_there) {
    std::vector<Element> some;
    const auto into = std::back_inserter(some);
    if (are_there) {
        std::set_intersection(all.begin(), all.end(), others.begin(), others.end(), into);
    } else {
        std::set_difference(all.begin(), all.end(), others.begin(), others.end(), into);
    }
    return some;
}

/// Returns the rank that compares the reports of two ranks about the same pair.
inline std::size_t meeting_place(std::uint64_t a, std::uint64_t b, int ranks) noexcept {
    return std::size_t(call("pair").with(a).with(b).number() % std::uint64_t(ranks));
}

} // namespace detail

template <class Value, class Shape>
report contacts::update(world<Value, Shape>& of, const pair_filter& wanted) {
    lists next;
    detail::link& between = of.link();
    const report told = of.pairs_for(
        detail::call("contacts"),
        [&](const auto& a, const auto& b) {
            const std::uint64_t one = a.value().id;
            const std::uint64_t other = b.value().id;
            next.now.push_back(one < other ? contact{one, other} : contact{other, one});
        },
        wanted);
    if (!told) {
        return told;
    }
    // A pair that begins here may have ended on another rank: both send it to one rank.
    enum class change : std::uint8_t { began, ended };
    detail::parcels out;
    detail::parcels in;
    const auto ranks = static_cast<std::size_t>(of.size());
    const report compared = between.attempt([&] {
        std::sort(next.now.begin(), next.now.end());
        next.began = detail::those_among(next.now, last_.now, false);
        next.ended = detail::those_among(last_.now, next.now, false);
        out.resize(ranks);
        for (const change what : {change::began, change::ended}) {
            for (const contact& each : what == change::began ? next.began : next.ended) {
                parcel_writer to(out[detail::meeting_place(each.a, each.b, of.size())]);
                to.plain(what);
                to.plain(each);
            }
        }
        return report{};
    });
    if (const report sent = between.exchange(compared, out, in); !sent) {
        return between.end(sent);
    }
    const report matched = between.attempt([&] {
        std::vector<std::vector<contact>> changes[2] = {std::vector<std::vector<contact>>(ranks),
                                                        std::vector<std::vector<contact>>(ranks)};
        std::vector<contact> all[2];
        for (std::size_t from = 0; from < ranks; ++from) {
            parcel_reader records(in[from]);
            change what{};
            contact each;
            while (records.plain(what) && records.plain(each)) {
                changes[static_cast<std::size_t>(what)][from].push_back(each);
                all[static_cast<std::size_t>(what)].push_back(each);
            }
        }
        for (std::vector<contact>& each : all) {
            std::sort(each.begin(), each.end());
        }
        const std::vector<contact> moved = detail::those_among(all[0], all[1], true);
        for (std::size_t from = 0; from < ranks; ++from) {
            for (std::vector<contact> theirs[2] = {changes[0][from], changes[1][from]}; auto& those : theirs) {
                std::sort(those.begin(), those.end());
                for (const contact& each : detail::those_among(those, moved, true)) {
                    parcel_writer(out[from]).plain(each);
                }
            }
        }
        return report{};
    });
    if (const report back = between.exchange(matched, out, in); !back) {
        return between.end(back);
    }
    const report known = between.attempt([&] {
        std::vector<contact> moved;
        for (const std::vector<std::byte>& each : in) {
            parcel_reader records(each);
            contact one;
            while (records.plain(one)) {
                moved.push_back(one);
            }
        }
        std::sort(moved.begin(), moved.end());
        next.began = detail::those_among(next.began, moved, false);
        next.ended = detail::those_among(next.ended, moved, false);
        next.persisted = detail::those_among(next.now, next.began, false);
        return report{};
    });
    const report done = between.agree(detail::call("contacts"), known);
    if (done) {
        std::swap(last_, next);
    }
    return between.end(done);
}

} // namespace quadrille::ranks

#endif
