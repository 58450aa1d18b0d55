// What ends a verb of many ranks, told alike on all of them; and how values travel. A part of ranks.hpp.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_RANK_REPORT_HPP
#define QUADRILLE_RANK_REPORT_HPP

#include <quadrille/vocabulary.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace quadrille::ranks {

/// Why a verb of many ranks did nothing.
enum class trouble : std::uint8_t {
    none,
    rejected,  ///< a change was bad, as for one tree: `error` says how
    no_memory, ///< memory ran out
    thrown,    ///< a function of the user's threw: on `rank` its exception is passed on, and the others are told this
    different_calls, ///< the ranks called different verbs, or one verb with arguments that must be equal and are not
    different_worlds, ///< the ranks gave different options to one world, or two worlds that meet have different ranks or periods
    mpi,              ///< MPI has reported an error, `code`: the world is of no further use
    file,             ///< a checkpoint was not written or not read: `text` says why
    values            ///< what a rank has sent as a value was not read as one
};

/// How a verb of many ranks ended. It is the same on every rank, whichever found the trouble, except for `trouble::mpi`, of which only
/// the ranks know to which MPI has told it. A change that was not made has changed nothing on any rank.
struct report {
    trouble what = trouble::none;
    quadrille::error error = quadrille::error::none; ///< of a rejected change
    std::int32_t rank = -1;                          ///< the lowest one that found it
    std::uint32_t first_rejected = 0; ///< the position of the first bad shape or number that this rank gave
    std::int32_t code = 0;            ///< what MPI has reported
    char text[256] = {};              ///< of a file

    constexpr explicit operator bool() const noexcept { return what == trouble::none; }
};

/// As a sentence, for a log: what was wanted, what was found, and where.
std::string to_string(const report& of);

/// What the ranks have sent each other so far. Of one rank; add them up for all.
struct traffic {
    std::uint64_t messages = 0; ///< to one rank each; without those of collective calls
    std::uint64_t bytes = 0;    ///< in them
    std::uint64_t moved = 0;    ///< things that have left this rank for their new owner
    std::uint64_t lent = 0;     ///< copies of things that went to ranks that see them
    std::uint64_t balanced = 0; ///< how many times the plane was parted anew

    friend bool operator==(const traffic&, const traffic&) = default;
};

/// Where values, questions and answers are written to be sent: to ranks of one kind of machine.
class parcel_writer {
public:
    explicit parcel_writer(std::vector<std::byte>& into) noexcept : into_(into) {}

    /// All bytes of `some`, without their number.
    void bytes(std::span<const std::byte> some) { into_.insert(into_.end(), some.begin(), some.end()); }
    /// A value as it lies in memory.
    template <class Plain>
        requires std::is_trivially_copyable_v<Plain>
    void plain(const Plain& one) {
        bytes(std::as_bytes(std::span<const Plain, 1>(&one, 1)));
    }

private:
    std::vector<std::byte>& into_;
};

/// Reads what was written, in the same order. What is not there reads as false, and then so does all that follows.
class parcel_reader {
public:
    explicit parcel_reader(std::span<const std::byte> from) noexcept : from_(from) {}

    /// Fills all of `some`; false if there is less.
    bool bytes(std::span<std::byte> some) noexcept {
        is_there_ = is_there_ && some.size() <= from_.size();
        if (is_there_ && !some.empty()) {
            std::memcpy(some.data(), from_.data(), some.size());
            from_ = from_.subspan(some.size());
        }
        return is_there_;
    }
    /// What `parcel_writer::plain` wrote; false if there is less.
    template <class Plain>
        requires std::is_trivially_copyable_v<Plain>
    bool plain(Plain& one) noexcept {
        return bytes(std::as_writable_bytes(std::span<Plain, 1>(&one, 1)));
    }
    /// The next so many bytes, to be read apart.
    parcel_reader part(std::uint64_t length) noexcept {
        is_there_ = is_there_ && length <= from_.size();
        parcel_reader of(is_there_ ? from_.first(static_cast<std::size_t>(length)) : std::span<const std::byte>());
        from_ = is_there_ ? from_.subspan(static_cast<std::size_t>(length)) : from_;
        of.is_there_ = is_there_;
        return of;
    }
    /// Whether all that was read was there.
    bool is_there() const noexcept { return is_there_; }
    /// How many bytes are left.
    std::size_t rest() const noexcept { return from_.size(); }

private:
    std::span<const std::byte> from_;
    bool is_there_ = true;
};

/// How a value travels to another rank, and into a checkpoint: as its bytes. For values that are not trivially copyable specialize it:
///
///     template <>
///     struct quadrille::ranks::packing<monster> {
///         static void write(const monster& one, parcel_writer& to);
///         static std::optional<monster> read(parcel_reader& from); // exactly what was written
///     };
template <class Value>
struct packing {
    static_assert(std::is_trivially_copyable_v<Value> && std::is_default_constructible_v<Value>,
                  "values that are not trivially copyable travel between ranks by two functions of your own: "
                  "specialize quadrille::ranks::packing");

    static constexpr bool is_as_it_is = true;

    /// Writes a value.
    static void write(const Value& one, parcel_writer& to) { to.plain(one); }
    /// The value that was written; none if there is less.
    static std::optional<Value> read(parcel_reader& from) {
        Value one{};
        return from.plain(one) ? std::optional<Value>(one) : std::nullopt;
    }
};

namespace detail {

template <class Value>
inline constexpr bool is_packed_by_user = !requires { packing<Value>::is_as_it_is; };
template <>
inline constexpr bool is_packed_by_user<void> = false;

} // namespace detail

} // namespace quadrille::ranks

#include <quadrille/detail/ranks/report.ipp>

#endif
