// The link between ranks: they agree on each call before it changes anything, and exchange bytes.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_RANKS_LINK_HPP
#define QUADRILLE_DETAIL_RANKS_LINK_HPP

#include <quadrille/detail/ranks/mpi.hpp>
#include <quadrille/rank_report.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <limits>
#include <new>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace quadrille::ranks::detail {

/// A verb, with the arguments that must be equal on all ranks, as one number.
class call {
public:
    constexpr explicit call(const char* verb) noexcept {
        for (; *verb != 0; ++verb) {
            mix(static_cast<unsigned char>(*verb));
        }
    }
    constexpr call with(std::uint64_t argument) const noexcept {
        call more = *this;
        more.mix(argument);
        return more;
    }
    /// Numbers that compare as equal, and all NaNs, have the same hash.
    constexpr call with(double argument) const noexcept {
        constexpr std::uint64_t none = ~std::uint64_t{0};
        return with(argument != argument ? none : argument == 0 ? 0 : std::bit_cast<std::uint64_t>(argument));
    }
    constexpr std::uint64_t number() const noexcept { return number_; }

private:
    constexpr void mix(std::uint64_t more) noexcept {
        number_ = (number_ ^ more) * 0x9E37'79B9'7F4A'7C15U;
        number_ ^= number_ >> 29U;
    }

    std::uint64_t number_ = 0x51'7CC1'B727'220AU;
};

/// For each rank, the bytes to it or from it.
using parcels = std::vector<std::vector<std::byte>>;

class link {
public:
    /// Collective: makes a communicator of its own, so that its messages are separate from all others.
    explicit link(MPI_Comm given) noexcept {
        if (holds(MPI_Comm_dup(given, &own_)) && holds(MPI_Comm_set_errhandler(own_, MPI_ERRORS_RETURN)) &&
            holds(MPI_Comm_rank(own_, &rank_))) {
            holds(MPI_Comm_size(own_, &size_));
        }
    }
    link(link&& other) noexcept { *this = std::move(other); }
    link& operator=(link&& other) noexcept {
        std::swap(own_, other.own_);
        std::swap(rank_, other.rank_);
        std::swap(size_, other.size_);
        std::swap(lost_, other.lost_);
        std::swap(barred_, other.barred_);
        std::swap(thrown_, other.thrown_);
        std::swap(sent_, other.sent_);
        return *this;
    }
    ~link() {
        int has_ended = 0;
        MPI_Finalized(&has_ended);
        if (own_ != MPI_COMM_NULL && has_ended == 0) {
            MPI_Comm_free(&own_);
        }
    }

    int rank() const noexcept { return rank_; }
    int size() const noexcept { return size_; }
    bool is_same_as(const link& other) const noexcept {
        int how = MPI_UNEQUAL;
        return own_ != MPI_COMM_NULL && other.own_ != MPI_COMM_NULL &&
               MPI_Comm_compare(own_, other.own_, &how) == MPI_SUCCESS && (how == MPI_IDENT || how == MPI_CONGRUENT);
    }
    traffic& sent() noexcept { return sent_; }
    const traffic& sent() const noexcept { return sent_; }

    /// Returns the report of `work`; keeps its exception for `end`, and reports `bad_alloc`.
    template <class Work>
    report attempt(Work&& work) noexcept {
        try {
            return work();
        } catch (const std::bad_alloc&) {
            return {.what = trouble::no_memory, .rank = rank_};
        } catch (const std::length_error&) {
            return {.what = trouble::no_memory, .rank = rank_};
        } catch (...) {
            thrown_ = std::current_exception();
            return {.what = trouble::thrown, .rank = rank_};
        }
    }

    /// All ranks call this before a verb changes anything, and whenever one may have failed. Ranks with a report of
    /// their own, and all others, return the same report. `heaviest` becomes the maximum of all.
    report agree(const call& verb, const report& own = {}, std::uint64_t* heaviest = nullptr) {
        // Uses signed numbers: some implementations of MPI compare unsigned ones as signed. The maximum is ~ of the
        // minimum of ~.
        const auto as_signed = [](std::uint64_t number) { return std::bit_cast<std::int64_t>(number); };
        const std::int64_t mine[4] = {as_signed(verb.number()), ~as_signed(verb.number()), own ? no_rank : rank_,
                                      ~(heaviest == nullptr ? 0 : as_signed(*heaviest))};
        std::int64_t least[4] = {};
        if (!barred_) {
            return barred_;
        }
        if (!works() || !holds(MPI_Allreduce(mine, least, 4, MPI_INT64_T, MPI_MIN, own_))) {
            return lost();
        }
        if (least[0] != ~least[1]) {
            return {.what = trouble::different_calls};
        }
        if (heaviest != nullptr) {
            *heaviest = std::bit_cast<std::uint64_t>(~least[3]);
        }
        if (least[2] == no_rank) {
            return {};
        }
        report told = own;
        told.rank = int(least[2]);
        const int from = told.rank;
        if (!holds(MPI_Bcast(&told, sizeof told, MPI_BYTE, from, own_))) {
            return lost();
        }
        return told;
    }

    /// Sends `out[r]` to each rank r, and receives `in[r]` from it; `out` is emptied. All ranks call it, also those
    /// with an error.
    report exchange(const report& own, parcels& out, parcels& in) {
        std::vector<std::uint64_t> lengths;
        const report ready = attempt([&] {
            if (own) {
                lengths.resize(2 * std::size_t(size_));
                in.resize(std::size_t(size_));
                for (std::size_t to = 0; to < out.size(); ++to) {
                    lengths[to] = out[to].size();
                }
            }
            return own;
        });
        if (const report all = agree(call("lengths"), ready); !all) {
            return all;
        }
        std::uint64_t* const coming = lengths.data() + size_;
        if (!holds(MPI_Alltoall(lengths.data(), 1, MPI_UINT64_T, coming, 1, MPI_UINT64_T, own_))) {
            return lost();
        }
        std::vector<MPI_Request> waiting;
        const report room = attempt([&] {
            std::size_t pieces = 0;
            for (int other = 0; other < size_; ++other) {
                in[std::size_t(other)].resize(other == rank_ ? 0 : coming[other]);
                pieces += pieces_of(coming[other]) + pieces_of(lengths[std::size_t(other)]);
            }
            waiting.reserve(pieces);
            return report{};
        });
        if (const report all = agree(call("bytes"), room); !all) {
            return all;
        }
        std::swap(in[std::size_t(rank_)], out[std::size_t(rank_)]);
        bool is_well = true;
        for (int step = 1; step < size_; ++step) { // each rank begins with the next one
            const auto from = std::size_t((rank_ + size_ - step) % size_);
            is_well = is_well && each_piece(in[from], [&](std::byte* at, int length) {
                          return MPI_Irecv(at, length, MPI_BYTE, int(from), 0, own_, &waiting.emplace_back());
                      });
            const auto to = std::size_t((rank_ + step) % size_);
            sent_.messages += pieces_of(out[to].size());
            sent_.bytes += out[to].size();
            is_well = is_well && each_piece(out[to], [&](std::byte* at, int length) {
                          return MPI_Isend(at, length, MPI_BYTE, int(to), 0, own_, &waiting.emplace_back());
                      });
        }
        if (!is_well || !holds(MPI_Waitall(int(waiting.size()), waiting.data(), MPI_STATUSES_IGNORE))) {
            return lost();
        }
        for (std::vector<std::byte>& each : out) {
            each.clear();
        }
        return {};
    }

    /// Returns the lists of all ranks in the order of ranks. Elements are plain.
    template <class Element>
    report gather(std::span<const Element> mine, std::vector<Element>& all) {
        static_assert(std::is_trivially_copyable_v<Element>);
        parcels out;
        parcels in;
        const report ready = attempt([&] {
            const auto bytes = std::as_bytes(mine);
            out.assign(std::size_t(size_), std::vector<std::byte>(bytes.begin(), bytes.end()));
            return report{};
        });
        if (const report sent = exchange(ready, out, in); !sent) {
            return sent;
        }
        const report read = attempt([&] {
            all.clear();
            for (const std::vector<std::byte>& each : in) {
                const std::size_t before = all.size();
                all.resize(before + each.size() / sizeof(Element));
                if (!each.empty()) {
                    std::memcpy(static_cast<void*>(all.data() + before), each.data(), each.size());
                }
            }
            return report{};
        });
        return agree(call("gathered"), read);
    }

    /// Computes the sum over all ranks, and over the ranks before this one.
    report sum(std::uint64_t mine, std::uint64_t& all, std::uint64_t* before = nullptr) {
        if (!works() || !holds(MPI_Allreduce(&mine, &all, 1, MPI_UINT64_T, MPI_SUM, own_))) {
            return lost();
        }
        if (before != nullptr) {
            *before = 0;
            if (!holds(MPI_Exscan(&mine, before, 1, MPI_UINT64_T, MPI_SUM, own_))) {
                return lost();
            }
            *before = rank_ == 0 ? 0 : *before;
        }
        return {};
    }

    /// From now on every call returns this report, on all ranks.
    void bar(const report& why) noexcept { barred_ = why; }

    /// Every member ends with this, after all changes are final: throws the exception of `attempt` if there was one.
    report end(const report& told) {
        if (thrown_ != nullptr) {
            std::rethrow_exception(std::exchange(thrown_, nullptr));
        }
        return told;
    }

    /// The largest message: lengths in MPI are ints.
    static inline std::size_t largest_piece = std::size_t{1} << 30U;

private:
    static constexpr std::int64_t no_rank = (std::numeric_limits<std::int64_t>::max)();

    bool holds(int code) noexcept {
        lost_ = code == MPI_SUCCESS ? lost_ : code;
        return code == MPI_SUCCESS;
    }
    bool works() const noexcept { return lost_ == MPI_SUCCESS && own_ != MPI_COMM_NULL; }
    report lost() const noexcept {
        return {.what = trouble::mpi, .rank = rank_, .code = lost_ == MPI_SUCCESS ? MPI_ERR_COMM : lost_};
    }

    static std::size_t pieces_of(std::uint64_t bytes) noexcept {
        return static_cast<std::size_t>((bytes + largest_piece - 1) / largest_piece);
    }
    template <class Send>
    bool each_piece(std::vector<std::byte>& all, const Send& send) noexcept {
        for (std::size_t at = 0; at < all.size(); at += largest_piece) {
            if (!holds(send(all.data() + at, int((std::min)(largest_piece, all.size() - at))))) {
                return false;
            }
        }
        return true;
    }

    MPI_Comm own_ = MPI_COMM_NULL;
    int rank_ = 0;
    int size_ = 1;
    int lost_ = MPI_SUCCESS; ///< the error of MPI; after the first one MPI is not called any more
    report barred_;
    std::exception_ptr thrown_;
    traffic sent_;
};

} // namespace quadrille::ranks::detail

#endif
