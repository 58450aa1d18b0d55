// `quadrille-ranks join`: finds the pairs of two files; each rank reads a stripe of them.
// SPDX-License-Identifier: MIT
#include "join.hpp"

#include "cli/answers/distances.hpp"
#include "cli/command/output.hpp"
#include "files/layer/readers.hpp"
#include "files/rows/row_sink.hpp"
#include "files/text/errors.hpp"
#include "stripe.hpp"
#include "together.hpp"

#include <quadrille/ranks.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace quadrille::cli {

/// The id of a row; it travels with the row's shape.
struct row_id {
    std::string text;
};

} // namespace quadrille::cli

template <>
struct quadrille::ranks::packing<quadrille::cli::row_id> {
    static void write(const cli::row_id& one, parcel_writer& to) {
        to.plain(static_cast<std::uint32_t>(one.text.size()));
        to.bytes(std::as_bytes(std::span(one.text)));
    }
    static std::optional<cli::row_id> read(parcel_reader& from) {
        std::uint32_t length = 0;
        if (!from.plain(length) || length > from.rest()) {
            return std::nullopt;
        }
        cli::row_id one{std::string(length, '\0')};
        from.bytes(std::as_writable_bytes(std::span(one.text)));
        return one;
    }
};

namespace quadrille::cli {

namespace {

/// The rows of a stripe.
struct stripe_rows {
    files::shape_list shapes;
    std::vector<row_id> ids;
    std::vector<files::row_place> places;
    bool has_row_numbers = false;
    bool is_table = false; ///< or another file of rows as text
};

class row_taker : public files::row_sink {
public:
    explicit row_taker(stripe_rows& into) : into_(into) {}

    bool wants_vertices() const noexcept override { return true; }
    void begin(files::row_head head) override {
        name_ = head.name;
        if (head.has_times) {
            throw files::bad_input(head.name + ": wanted rows without times, found a column t");
        }
        into_.shapes = std::move(head.no_shapes);
        into_.has_row_numbers = head.has_row_numbers;
        has_points_and_boxes_ = head.has_points_and_boxes;
    }
    void add(std::string_view id, double, const files::row_place& place) override {
        into_.ids.push_back({std::string(id)});
        into_.places.push_back(place);
    }
    void add_geometry(const files::geometry_view&) override {
        throw files::bad_input(files::shown_place(name_, into_.places.back()) +
                               ": wanted a point, circle or box, found a line, polygon or several shapes; quadrille "
                               "join takes these");
    }
    void forget() override {
        into_.ids.clear();
        into_.places.clear();
        into_.shapes = std::vector<box<double>>();
    }
    void add_shape(const files::any_shape& shape) override {
        if (has_points_and_boxes_) {
            std::get<std::vector<box<double>>>(into_.shapes).push_back(files::bounds_of_any(shape));
            return;
        }
        std::visit([&]<class Shape>(const Shape& one) { std::get<std::vector<Shape>>(into_.shapes).push_back(one); },
                   shape);
    }

private:
    void demand_own_ids() override {} // done later, for all stripes

    stripe_rows& into_;
    std::string name_;
    bool has_points_and_boxes_ = false;
};

/// An id on its way to the rank that gets all ids with this hash.
struct id_seen {
    std::string_view id;
    files::row_place place;

    friend bool operator<(const id_seen& one, const id_seen& other) {
        return std::tie(one.id, one.place.line) < std::tie(other.id, other.place.line);
    }
};

/// Collective: rejects a repeated id.
void demand_own_ids(ranks::detail::link& link, const std::string& name, const stripe_rows& rows) {
    ranks::detail::parcels out(static_cast<std::size_t>(link.size()));
    ranks::detail::parcels in;
    do_together([&] {
        for (std::size_t row = 0; row < rows.ids.size(); ++row) {
            const std::size_t home = std::hash<std::string>()(rows.ids[row].text) % out.size();
            ranks::parcel_writer to(out[home]);
            to.plain(rows.places[row]);
            ranks::packing<row_id>::write(rows.ids[row], to);
        }
    });
    if (const ranks::report sent = link.exchange({}, out, in); !sent) {
        throw files::failure(to_string(sent));
    }
    do_together([&] {
        std::vector<id_seen> seen;
        for (const std::vector<std::byte>& each : in) {
            const std::string_view text(reinterpret_cast<const char*>(each.data()),
                                        each.size()); // NOLINT: bytes as text
            ranks::parcel_reader records(each);
            files::row_place place{};
            std::uint32_t length = 0;
            std::vector<std::byte> skipped;
            while (records.plain(place) && records.plain(length)) {
                seen.push_back({text.substr(text.size() - records.rest(), length), place});
                skipped.resize(length);
                records.bytes(skipped);
            }
        }
        std::sort(seen.begin(), seen.end());
        const id_seen* bad = nullptr;
        for (std::size_t at = 1; at < seen.size(); ++at) {
            const bool is_again = seen[at].id == seen[at - 1].id;
            bad = is_again && (bad == nullptr || seen[at].place.line < bad->place.line) ? &seen[at] : bad;
        }
        if (bad != nullptr) {
            throw files::repeated_row(files::shown_path(name), bad->place, bad->id, (bad - 1)->place.line, false,
                                      false);
        }
    });
}

/// Collective: changes the numbers of this stripe's rows to those in the file.
void count_from_the_first(stripe_rows& rows, std::uint64_t rows_of_stripe) {
    const std::uint64_t before = sum_before(rows_of_stripe);
    for (row_id& each : rows.ids) {
        each.text = std::to_string(std::stoull(each.text) + before);
    }
}

/// Collective: the first rank reads all of a file that has no stripes, because it is not plain text of a table. Returns
/// false if the file has stripes.
bool is_read_at_once(ranks::detail::link& link, const std::string& path, const files::reading& how, stripe_rows& rows) {
    std::uint64_t kind = 0; // of the shapes, from 1
    do_together([&] {
        if (link.rank() > 0) {
            return;
        }
        files::opened_file from = files::open_file(path, how);
        const bool is_packed = from.text && (!from.text->packed_by().empty() || from.text->is_utf16());
        if (from.kind == files::file_kind::csv && !is_packed) {
            return;
        }
        if (from.kind == files::file_kind::index) {
            throw files::bad_input(from.name + ": wanted a file of rows, found an index");
        }
        rows.is_table = from.kind == files::file_kind::csv;
        row_taker into(rows);
        files::read_rows(std::move(from), into, how);
        kind = rows.shapes.index() + 1;
    });
    kind = reduced(kind, MPI_MAX);
    if (link.rank() > 0 && kind > 1) {
        kind == 2 ? void(rows.shapes.emplace<1>()) : void(rows.shapes.emplace<2>());
    }
    rows.is_table = reduced(std::uint64_t{rows.is_table}, MPI_MAX) > 0;
    return kind > 0;
}

stripe_rows read_stripe(ranks::detail::link& link, const std::string& path, files::reading how) {
    stripe_rows rows;
    std::uint64_t count = 0;
    how.is_quiet = how.is_quiet || link.rank() > 0;
    if (!is_read_at_once(link, path, how, rows)) {
        rows.is_table = true;
        files::text_file stripe = stripe_of(path, how);
        do_together([&] {
            row_taker into(rows);
            count = files::read_rows(files::opened(std::move(stripe), how), into, how).rows;
        });
        if (rows.has_row_numbers) {
            count_from_the_first(rows, count);
        }
    }
    demand_own_ids(link, path, rows);
    return rows;
}

void demand(const ranks::report& done) {
    if (!done) {
        throw files::failure(to_string(done));
    }
}

/// Prints the output of the ranks, one after another, in pieces.
void print_in_turn(std::string_view header, const output& mine, int rank, int size) {
    output out;
    if (rank == 0) {
        out.print("{}\n{}", header, mine.text());
        std::vector<char> piece;
        for (int from = 1; from < size; ++from) {
            for (std::uint64_t length = 1; length > 0;) {
                MPI_Recv(&length, 1, MPI_UINT64_T, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                piece.resize(length);
                MPI_Recv(piece.data(), static_cast<int>(length), MPI_CHAR, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                out.print("{}", std::string_view(piece.data(), piece.size()));
            }
        }
        out.finish();
        return;
    }
    constexpr std::size_t piece = std::size_t{1} << 20U;
    const std::string_view text = mine.text();
    for (std::size_t at = 0;; at += piece) {
        const std::string_view part = text.substr(std::min(at, text.size()), piece);
        const std::uint64_t length = part.size();
        MPI_Send(&length, 1, MPI_UINT64_T, 0, 1, MPI_COMM_WORLD);
        MPI_Send(part.data(), static_cast<int>(length), MPI_CHAR, 0, 1, MPI_COMM_WORLD);
        if (length == 0) {
            break;
        }
    }
}

template <class A, class B>
void join_shapes(const std::vector<A>& a, const stripe_rows& of_a, const std::vector<B>& b, const stripe_rows& of_b,
                 const rank_join& wanted) {
    ranks::world<row_id, A> one(MPI_COMM_WORLD);
    ranks::world<row_id, B> other(MPI_COMM_WORLD);
    demand(one.assign(std::span<const A>(a), std::span<const row_id>(of_a.ids)));
    demand(other.assign(std::span<const B>(b), std::span<const row_id>(of_b.ids)));
    std::uint64_t count = 0;
    output rows = output::kept();
    const auto print = [&](const auto& first, const auto& second) {
        ++count;
        if (wanted.count) {
            return;
        }
        rows.print("{},{}", files::csv_field(first.value().value.text), files::csv_field(second.value().value.text));
        if (wanted.distance) {
            rows.print(",{}", distance_of(first.shape(), second.shape()));
        }
        rows.print("\n");
    };
    demand(one.join(other, print, {.distance = wanted.distance.value_or(0)}));
    if (!wanted.count) {
        print_in_turn(wanted.distance ? "a,b,distance" : "a,b", rows, one.rank(), one.size());
        return;
    }
    count = reduced(count, MPI_SUM);
    if (one.rank() == 0) {
        output out;
        out.print("{}\n", count);
        out.finish();
    }
}

} // namespace

void join_over_ranks(const rank_join& wanted) {
    if (wanted.how.skips_bad) {
        throw files::bad_input(
            "wanted files without bad rows, which are read in stripes, found --skip-bad: quadrille join has it");
    }
    ranks::detail::link link(MPI_COMM_WORLD);
    const stripe_rows a = read_stripe(link, wanted.a, files::changed(wanted.how, wanted.of_a));
    const stripe_rows b = read_stripe(link, wanted.b, files::changed(wanted.how, wanted.of_b));
    files::demand_some_table(wanted.how, wanted.a, wanted.b, a.is_table || b.is_table);
    std::visit([&](const auto& of_a, const auto& of_b) { join_shapes(of_a, a, of_b, b, wanted); }, a.shapes, b.shapes);
}

} // namespace quadrille::cli
