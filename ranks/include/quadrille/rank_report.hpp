// The reports of collective verbs, which are equal on all ranks; and the packing of values. A part of ranks.hpp.
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

/// Why a collective verb did nothing.
enum class trouble : std::uint8_t {
    none,
    rejected,  ///< a change was invalid; `error` says why
    no_memory, ///< memory ran out
    thrown,    ///< a function of the user threw: `rank` passes the exception on, and the other ranks get this report
    different_calls,  ///< the ranks called different verbs, or one verb with arguments that must be equal and differ
    different_worlds, ///< ranks gave one world different options, or two worlds have different ranks or periods
    mpi,              ///< MPI reported an error, `code`: the world cannot be used any more
    file,             ///< a checkpoint was not written or not read: `text` says why
    values            ///< the bytes of a value from another rank were invalid
};

/// How a collective verb ended. The report is the same on every rank, whichever found the error; except for
/// `trouble::mpi`, which only the ranks get to which MPI reports the error. A rejected change has changed nothing on
/// any rank.
struct report {
    trouble what = trouble::none;
    quadrille::error error = quadrille::error::none; ///< of a rejected change
    std::int32_t rank = -1;                          ///< the lowest rank that found the error
    std::uint32_t first_rejected = 0; ///< the position of the first invalid shape or number that this rank gave
    std::int32_t code = 0;            ///< the error of MPI
    char text[256] = {};              ///< about a file

    constexpr explicit operator bool() const noexcept { return what == trouble::none; }
};

/// Returns a sentence for a log: the expected and the actual state, and the place.
std::string to_string(const report& of);

/// What one rank has sent so far. The total is the sum over all ranks.
struct traffic {
    std::uint64_t messages = 0; ///< each to one rank; without those of collective calls
    std::uint64_t bytes = 0;    ///< in these messages
    std::uint64_t moved = 0;    ///< things that moved from this rank to a new owner
    std::uint64_t lent = 0;     ///< copies of things sent to ranks that hold them
    std::uint64_t balanced = 0; ///< how often the plane was divided

    friend bool operator==(const traffic&, const traffic&) = default;
};

/// Writes values, questions and answers for other ranks, which must run on machines of the same kind.
class parcel_writer {
public:
    explicit parcel_writer(std::vector<std::byte>& into) noexcept : into_(into) {}

    /// Writes all bytes of `some`, without their number.
    void bytes(std::span<const std::byte> some) { into_.insert(into_.end(), some.begin(), some.end()); }
    /// Writes the bytes of a value.
    template <class Plain>
        requires std::is_trivially_copyable_v<Plain>
    void plain(const Plain& one) {
        bytes(std::as_bytes(std::span<const Plain, 1>(&one, 1)));
    }

private:
    std::vector<std::byte>& into_;
};

/// Reads what was written, in the same order. A read beyond the end returns false, and so do all later reads.
class parcel_reader {
public:
    explicit parcel_reader(std::span<const std::byte> from) noexcept : from_(from) {}

    /// Fills all of `some`; returns false if there are fewer bytes.
    bool bytes(std::span<std::byte> some) noexcept {
        is_there_ = is_there_ && some.size() <= from_.size();
        if (is_there_ && !some.empty()) {
            std::memcpy(some.data(), from_.data(), some.size());
            from_ = from_.subspan(some.size());
        }
        return is_there_;
    }
    /// Reads what `parcel_writer::plain` wrote; returns false if there are fewer bytes.
    template <class Plain>
        requires std::is_trivially_copyable_v<Plain>
    bool plain(Plain& one) noexcept {
        return bytes(std::as_writable_bytes(std::span<Plain, 1>(&one, 1)));
    }
    /// Returns a reader of the next `length` bytes.
    parcel_reader part(std::uint64_t length) noexcept {
        is_there_ = is_there_ && length <= from_.size();
        parcel_reader of(is_there_ ? from_.first(static_cast<std::size_t>(length)) : std::span<const std::byte>());
        from_ = is_there_ ? from_.subspan(static_cast<std::size_t>(length)) : from_;
        of.is_there_ = is_there_;
        return of;
    }
    /// Returns whether all reads have succeeded.
    bool is_there() const noexcept { return is_there_; }
    /// Returns the number of bytes left.
    std::size_t rest() const noexcept { return from_.size(); }

private:
    std::span<const std::byte> from_;
    bool is_there_ = true;
};

/// How a value is sent to another rank, or saved in a checkpoint: as its bytes. For values that are not
/// trivially copyable specialize it:
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
    /// Returns the value that was written; nothing if there are fewer bytes.
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
