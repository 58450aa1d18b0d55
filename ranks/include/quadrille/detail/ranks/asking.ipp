// The bodies of the questions between ranks.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_RANKS_ASKING_IPP
#define QUADRILLE_DETAIL_RANKS_ASKING_IPP

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace quadrille::ranks {

namespace detail {

/// Lists of answers, by the numbers of the questions; each list ascends by measure, then by id.
template <class Shape>
class row_maker {
public:
    struct numbered {
        std::uint64_t question;
        found<Shape> answer;
    };

    void add(std::uint64_t question, const found<Shape>& answer) { all_.push_back({question, answer}); }
    const std::vector<numbered>& sorted() {
        std::sort(all_.begin(), all_.end(), [](const numbered& one, const numbered& other) {
            return std::tie(one.question, one.answer.measure, one.answer.id) <
                   std::tie(other.question, other.answer.measure, other.answer.id);
        });
        return all_;
    }
    /// Writes at most `most` answers of each question.
    void write(std::size_t questions, std::size_t most, answer_rows<found<Shape>>& rows) {
        sorted();
        answer_rows<found<Shape>> made;
        made.offsets.reserve(questions + 1);
        made.offsets.push_back(0);
        auto at = all_.begin();
        for (std::size_t question = 0; question < questions; ++question) {
            std::size_t count = 0;
            for (; at != all_.end() && at->question == question; ++at) {
                if (count < most) {
                    made.answers.push_back(at->answer);
                    ++count;
                }
            }
            made.offsets.push_back(made.answers.size());
        }
        std::swap(rows, made);
    }

private:
    std::vector<numbered> all_;
};

constexpr std::size_t any_number = static_cast<std::size_t>(-1);

} // namespace detail

/// Returns the fraction of a hit before it is rounded to the scalar of the tree: a single tree sorts hits by it.
template <class Value, storable Shape>
template <class Question, class Hit>
double world<Value, Shape>::measure_of(const Question& asked, const Hit& hit) const noexcept {
    if constexpr (requires { asked.moving(); }) {
        return asked.measured(quadrille::detail::insides::core(own_), hit.index()).measure;
    } else {
        return 0;
    }
}

template <class Value, storable Shape>
report world<Value, Shape>::refresh_outlines() {
    std::uint64_t must_be_drawn = has_outlines_ ? 0 : 1;
    if (const report begun = link_.agree(detail::call("outlines wanted"), {}, &must_be_drawn); !begun) {
        return begun;
    }
    if (must_be_drawn == 0) {
        return {};
    }
    using entry = typename detail::outlines<scalar>::entry;
    std::vector<entry> mine;
    std::vector<entry> all;
    const report drawn = link_.attempt([&] {
        detail::outlines<scalar>::add(mine, own_.bounds(), link_.rank(), own_.size(), how_.tree);
        return report{};
    });
    if (const report ready = link_.agree(detail::call("outlines"), drawn); !ready) {
        return ready;
    }
    if (const report gathered = link_.gather(std::span<const entry>(mine), all); !gathered) {
        return gathered;
    }
    const report done =
        link_.agree(detail::call("outlines kept"), link_.attempt([&] { return told(outlines_.assign(all)); }));
    has_outlines_ = bool(done);
    return done;
}

/// Sends each question to the ranks of `route(question number, ranks)`. There, `reply(questions, give)` answers the
/// questions of one rank by `give(number of the question, record)`. Here, `take(question number, record)` receives the
/// records, rank by rank.
template <class Value, storable Shape>
template <class Record, class Question, class Route, class Reply, class Take>
report world<Value, Shape>::relay(std::span<const Question> questions, const Route& route, const Reply& reply,
                                  const Take& take) {
    static_assert(std::is_trivially_copyable_v<Record>, "what answers a question travels as its bytes");
    parcels out;
    parcels in;
    const report ready = link_.attempt([&] {
        out.resize(std::size_t(link_.size()));
        std::vector<std::int32_t> ranks;
        for (std::size_t number = 0; number < questions.size(); ++number) {
            ranks.clear();
            route(number, ranks);
            for (const std::int32_t rank : ranks) {
                parcel_writer to(out[std::size_t(rank)]);
                to.plain(std::uint64_t(number));
                detail::write_question(questions[number], to, rank != link_.rank());
            }
        }
        return report{};
    });
    if (const report asked = link_.exchange(ready, out, in); !asked) {
        return asked;
    }
    const report answered = link_.attempt([&]() -> report {
        for (std::size_t from = 0; from < in.size(); ++from) {
            parcel_reader records(in[from]);
            detail::question_reader<scalar> fields(records);
            std::vector<std::uint64_t> numbers;
            std::vector<Question> theirs;
            while (records.rest() > 0) {
                records.plain(numbers.emplace_back());
                detail::read_question(theirs.emplace_back(), fields, records);
                if (!records.is_there()) {
                    return {.what = trouble::values, .rank = link_.rank()};
                }
            }
            parcel_writer to(out[from]);
            reply(std::span<const Question>(theirs), [&](std::size_t which, const Record& one) {
                to.plain(numbers[which]);
                to.plain(one);
            });
        }
        return {};
    });
    if (const report back = link_.exchange(answered, out, in); !back) {
        return back;
    }
    const report taken = link_.attempt([&] {
        for (const std::vector<std::byte>& each : in) {
            parcel_reader records(each);
            std::uint64_t number = 0;
            Record one{};
            while (records.plain(number) && records.plain(one)) {
                take(static_cast<std::size_t>(number), one);
            }
        }
        return report{};
    });
    return link_.agree(detail::call("answers"), taken);
}

template <class Value, storable Shape>
template <class Question>
report world<Value, Shape>::ask_rows(const report& made, std::span<const Question> questions,
                                     answer_rows<found<Shape>>& rows) {
    if (const report begun = link_.agree(detail::call("ask").with(detail::number_of_type<Question>()), made); !begun) {
        return kept(begun);
    }
    if (const report drawn = refresh_outlines(); !drawn) {
        return kept(drawn);
    }
    detail::row_maker<Shape> made_rows;
    const auto reply = [&](std::span<const Question> theirs, const auto& give) {
        batch_workspace workspace;
        std::as_const(own_).ask(theirs, workspace, [&](std::size_t which, auto hit) {
            give(which, found_at(hit, measure_of(theirs[which], hit)));
        });
    };
    const report done = relay<found<Shape>>(
        questions,
        [&](std::size_t number, std::vector<std::int32_t>& ranks) { outlines_.of(questions[number], ranks); }, reply,
        [&](std::size_t number, const found<Shape>& one) { made_rows.add(number, one); });
    if (!done) {
        return kept(done);
    }
    const report written = link_.attempt([&] {
        made_rows.write(questions.size(), detail::any_number, rows);
        return report{};
    });
    return kept(link_.agree(detail::call("rows"), written));
}

template <class Value, storable Shape>
template <quadrille::detail::list_question Question>
report world<Value, Shape>::ask(std::span<const Question> questions, answer_rows<found<Shape>>& rows) {
    return ask_rows(report{}, questions, rows);
}

template <class Value, storable Shape>
template <class Question>
report world<Value, Shape>::ask_results(const report& made, std::span<const Question> questions,
                                        std::vector<ranks::result_of<Question, Shape>>& results) {
    using result = ranks::result_of<Question, Shape>;
    constexpr bool is_first = detail::wants_first<Question>;
    using record = std::conditional_t<is_first, found<Shape>, std::uint64_t>;

    const detail::call verb = detail::call(Question::name).with(detail::number_of_type<Question>());
    if (const report begun = link_.agree(verb, made); !begun) {
        return kept(begun);
    }
    if (const report drawn = refresh_outlines(); !drawn) {
        return kept(drawn);
    }
    const auto reply = [&](std::span<const Question> theirs, const auto& give) {
        for (std::size_t which = 0; which < theirs.size(); ++which) {
            if constexpr (is_first) {
                // Of the things that are hit first at the same fraction, the one with the lowest id is taken.
                std::optional<found<Shape>> first;
                std::as_const(own_).ask(theirs[which].of, [&](auto hit) {
                    const found<Shape> one = found_at(hit, measure_of(theirs[which].of, hit));
                    if (!first || std::tie(one.measure, one.id) < std::tie(first->measure, first->id)) {
                        first = one;
                    }
                    constexpr scalar infinity = std::numeric_limits<scalar>::infinity();
                    return std::nextafter(static_cast<scalar>(first->measure), infinity);
                });
                if (first) {
                    give(which, *first);
                }
            } else {
                const auto own = std::as_const(own_).ask(theirs[which]);
                if (own) {
                    give(which, std::uint64_t(own));
                }
            }
        }
    };
    std::vector<result> all;
    const auto take = [&](std::size_t number, const record& one) {
        if constexpr (is_first) {
            if (!all[number] || std::tie(one.measure, one.id) < std::tie(all[number]->measure, all[number]->id)) {
                all[number] = one;
            }
        } else if constexpr (std::is_same_v<result, bool>) {
            all[number] = true;
        } else {
            all[number] += one;
        }
    };
    const report room = link_.attempt([&] {
        all.assign(questions.size(), result{});
        return report{};
    });
    if (const report ready = link_.agree(detail::call("results"), room); !ready) {
        return kept(ready);
    }
    const auto route = [&](std::size_t number, std::vector<std::int32_t>& ranks) {
        outlines_.of(questions[number].of, ranks);
    };
    const report done = relay<record>(questions, route, reply, take);
    if (done) {
        results.swap(all);
    }
    return kept(done);
}

template <class Value, storable Shape>
template <quadrille::detail::result_question Question>
report
world<Value, Shape>::ask(std::span<const Question> questions, std::vector<ranks::result_of<Question, Shape>>& results) {
    return ask_results(report{}, questions, results);
}

/// Asks first the nearest ranks that have enough things; then all others, for things no farther than theirs.
template <class Value, storable Shape>
template <class Area>
report world<Value, Shape>::ask_nearest(const report& made, std::span<const question::nearest<Area>> questions,
                                        std::size_t k, answer_rows<found<Shape>>& rows) {
    using asked = question::nearest<Area>;
    const detail::call verb = detail::call("nearest").with(detail::number_of_type<asked>()).with(std::uint64_t(k));
    if (const report begun = link_.agree(verb, made); !begun) {
        return kept(begun);
    }
    if (const report drawn = refresh_outlines(); !drawn) {
        return kept(drawn);
    }
    const auto reply = [&](std::span<const asked> theirs, const auto& give) {
        nearest_workspace workspace;
        for (std::size_t which = 0; k > 0 && which < theirs.size(); ++which) {
            std::size_t count = 0;
            double farthest = 0;
            for (const auto hit : std::as_const(own_).ask(theirs[which], workspace)) {
                if (count >= k && hit.distance2() > farthest) {
                    break; // all equally far ones are given: the lowest ids among all ranks decide
                }
                give(which, found_at(hit, hit.distance2()));
                farthest = hit.distance2();
                ++count;
            }
        }
    };
    detail::row_maker<Shape> found_rows;
    const auto take = [&](std::size_t number, const found<Shape>& one) { found_rows.add(number, one); };
    std::vector<std::vector<std::int32_t>> have_been_asked;
    std::vector<asked> closer;
    nearest_workspace workspace;
    const report room = link_.attempt([&] {
        have_been_asked.resize(questions.size());
        closer.assign(questions.begin(), questions.end());
        return report{};
    });
    if (const report ready = link_.agree(detail::call("nearest, first"), room); !ready) {
        return kept(ready);
    }
    const auto to_nearest = [&](std::size_t number, std::vector<std::int32_t>& ranks) {
        outlines_.nearest(questions[number], k, workspace, ranks);
        have_been_asked[number] = ranks;
    };
    if (const report first = relay<found<Shape>>(questions, to_nearest, reply, take); !first) {
        return kept(first);
    }
    const report bounded = link_.attempt([&] {
        std::size_t in_row = 0;
        std::uint64_t row = 0;
        for (const auto& [number, answer] : found_rows.sorted()) {
            in_row = number == row ? in_row + 1 : 1;
            row = number;
            if (in_row == k) {
                constexpr double rounding = 1 + 0x1p-50;
                constexpr double least_sure = 0x1p-500; // the rounding error of smaller squares is larger
                const double root = std::sqrt(answer.measure) * rounding;
                const double reach =
                    (std::max)(root, least_sure) + outlines_.slack_about(closer[std::size_t(number)].where);
                double& distance = closer[std::size_t(number)].wanted.distance;
                distance = reach < distance ? reach : distance;
            }
        }
        return report{};
    });
    if (const report ready = link_.agree(detail::call("nearest, then"), bounded); !ready) {
        return kept(ready);
    }
    const auto to_others = [&](std::size_t number, std::vector<std::int32_t>& ranks) {
        if (k == 0) {
            return;
        }
        outlines_.within(closer[number].where, closer[number].wanted.distance, ranks);
        const std::vector<std::int32_t>& before = have_been_asked[number];
        ranks.erase(std::remove_if(ranks.begin(), ranks.end(),
                                   [&](std::int32_t rank) {
                                       return std::find(before.begin(), before.end(), rank) != before.end();
                                   }),
                    ranks.end());
    };
    const report second = relay<found<Shape>>(std::span<const asked>(closer), to_others, reply, take);
    if (!second) {
        return kept(second);
    }
    const report written = link_.attempt([&] {
        found_rows.write(questions.size(), k, rows);
        return report{};
    });
    return kept(link_.agree(detail::call("rows"), written));
}

template <class Value, storable Shape>
template <class Area>
report world<Value, Shape>::ask(std::span<const question::nearest<Area>> questions, std::size_t k,
                                answer_rows<found<Shape>>& rows) {
    return ask_nearest(report{}, questions, k, rows);
}

template <class Value, storable Shape>
template <class Given, class Out, class Make>
report world<Value, Shape>::ask_about(const std::vector<Given>& given, Out& out, const Make& make) {
    using question_type = decltype(make(given[0]));
    std::vector<question_type> questions;
    const report made = link_.attempt([&] {
        questions.reserve(given.size());
        for (const Given& each : given) {
            questions.push_back(make(each));
        }
        return report{};
    });
    const std::span<const question_type> those(questions);
    if constexpr (std::is_same_v<Out, answer_rows<found<Shape>>>) {
        return ask_rows(made, those, out);
    } else {
        return ask_results(made, those, out);
    }
}

template <class Value, storable Shape>
template <class Area, class Sum, class Of>
report world<Value, Shape>::aggregate(const std::vector<Area>& areas, std::vector<Sum>& sums, const Of& of,
                                      const filter& wanted) {
    using asked = question::query<Area>;
    std::vector<asked> questions;
    std::vector<Sum> all;
    const report made = link_.attempt([&] {
        for (const Area& area : areas) {
            questions.push_back({area, wanted});
        }
        all.assign(areas.size(), Sum{});
        return report{};
    });
    if (const report begun = link_.agree(
            detail::call("aggregate").with(detail::number_of_type<asked>()).with(std::uint64_t(sizeof(Sum))), made);
        !begun) {
        return kept(begun);
    }
    if (const report drawn = refresh_outlines(); !drawn) {
        return kept(drawn);
    }
    const auto reply = [&](std::span<const asked> theirs, const auto& give) {
        for (std::size_t which = 0; which < theirs.size(); ++which) {
            Sum own{};
            bool is_any = false;
            std::as_const(own_).ask(theirs[which], [&](auto hit) {
                own += of(hit);
                is_any = true;
            });
            if (is_any) {
                give(which, own);
            }
        }
    };
    const report done = relay<Sum>(
        std::span<const asked>(questions),
        [&](std::size_t number, std::vector<std::int32_t>& ranks) { outlines_.of(questions[number], ranks); }, reply,
        [&](std::size_t number, const Sum& one) { all[number] += one; });
    if (done) {
        sums.swap(all);
    }
    return kept(done);
}

} // namespace quadrille::ranks

#endif
