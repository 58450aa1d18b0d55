// Records: the operations of a recording as bytes, and the hash of their answers.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_RECORDINGS_RECORDS_HPP
#define QUADRILLE_DETAIL_RECORDINGS_RECORDS_HPP

#include <quadrille/detail/answers/hit.hpp>
#include <quadrille/geometry.hpp>
#include <quadrille/vocabulary.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <span>
#include <type_traits>

namespace quadrille::detail {

// An operation is the byte of its verb, then its arguments, then its results. Whole numbers are written 7 bits at a
// time, other numbers as little-endian bytes, shapes of items as differences.

/// The bits of the second byte of a question: which fields follow, and how the question ended.
struct asked {
    static constexpr std::uint8_t layers = 1;
    static constexpr std::uint8_t partners = 2;
    static constexpr std::uint8_t distance = 4;
    static constexpr std::uint8_t was_stopped = 8;
    static constexpr std::uint8_t had_limits = 16; ///< the visitor of a cast returned fractions
    static constexpr std::uint8_t except = 32;
};

/// An answer as a number for the hash: the items, and the distance or fraction bit by bit, if there is one.
constexpr std::uint64_t with_number(std::uint64_t item, std::uint64_t number) noexcept {
    return (number ^ number >> 32U) * 0xD6E8'FEB8'6659'FD93ULL + item;
}
template <class Tree>
std::uint64_t answer_number(const hit<Tree>& one) noexcept {
    return one.index();
}
template <class Tree>
std::uint64_t answer_number(const cast_hit<Tree>& one) noexcept {
    return with_number(one.index(), std::bit_cast<std::uint64_t>(double(one.fraction())));
}
template <class Scalar>
std::uint64_t answer_number(const ray_hit<Scalar>& one) noexcept {
    return with_number(one.which.index, std::bit_cast<std::uint64_t>(double(one.fraction)));
}
inline std::uint64_t answer_number(const neighbor& one) noexcept {
    return with_number(one.which.index, std::bit_cast<std::uint64_t>(one.distance2));
}

/// A hash of answers in order, and a hash that does not depend on the order.
struct answer_hash {
    std::uint64_t count = 0;
    std::uint32_t in_any_order = 0;
    std::uint32_t in_order = 0;

    constexpr void add(std::uint64_t answer) noexcept { add(answer, answer); }
    /// Adds an answer. `in_either_order` is the number for the unordered hash: equal for the pairs (a, b) and (b, a).
    constexpr void add(std::uint64_t answer, std::uint64_t in_either_order) noexcept {
        in_any_order += mixed(in_either_order);
        append(mixed(answer));
        ++count;
    }
    template <class Hit>
    constexpr void add_hits(const Hit& one) noexcept {
        add(answer_number(one));
    }
    template <class Hit>
    constexpr void add_hits(const Hit& one, const Hit& other) noexcept {
        const std::uint64_t as_found = std::uint64_t{one.index()} << 32U | other.index();
        add(as_found, (std::min)(as_found, std::rotl(as_found, 32)));
    }
    template <class Hit>
    constexpr void add_hits(const Hit& one, const Hit& other, double distance2) noexcept {
        add(with_number(std::uint64_t{one.index()} << 32U | other.index(), std::bit_cast<std::uint64_t>(distance2)));
    }
    /// A single answer has no order: its ordered hash is computed from the unordered one.
    constexpr void complete() noexcept {
        if (count == 1) {
            in_order = 0;
            append(in_any_order);
        }
    }
    constexpr void append(std::uint32_t mixed) noexcept { in_order = (std::rotl(in_order, 5) ^ mixed) * 0x9E37'79B1U; }
    friend constexpr bool operator==(const answer_hash&, const answer_hash&) = default;

private:
    static constexpr std::uint32_t mixed(std::uint64_t answer) noexcept {
        answer += 0x9E37'79B9'7F4A'7C15ULL; // so that a 0 changes the hash
        answer = (answer ^ answer >> 31U) * 0x94D0'49BB'1331'11EBULL;
        return static_cast<std::uint32_t>((answer ^ answer >> 29U) * 0xBF58'476D'1CE4'E5B9ULL >> 32U);
    }
};

/// A handle for the hash of handles, without the mark of its tree, which differs between checked builds.
constexpr std::uint64_t unmarked(item which) noexcept {
    return std::uint64_t{which.index} << 32U | (which.generation & 0xFFFFFU);
}

/// The numbers of a shape, in a fixed order.
template <class Shape>
inline constexpr std::size_t numbers_in = is_point<Shape>    ? 2
                                          : is_circle<Shape> ? 3
                                                             : 4;
template <class Shape>
void take_apart(const Shape& shape, typename Shape::scalar* numbers) noexcept {
    if constexpr (is_point<Shape>) {
        numbers[0] = shape.x;
        numbers[1] = shape.y;
    } else if constexpr (is_circle<Shape>) {
        numbers[0] = shape.center.x;
        numbers[1] = shape.center.y;
        numbers[2] = shape.radius;
    } else {
        numbers[0] = shape.min.x;
        numbers[1] = shape.min.y;
        numbers[2] = shape.max.x;
        numbers[3] = shape.max.y;
    }
}
template <class Shape>
Shape put_together(const typename Shape::scalar* numbers) noexcept {
    if constexpr (is_point<Shape>) {
        return {numbers[0], numbers[1]};
    } else if constexpr (is_circle<Shape>) {
        return {{numbers[0], numbers[1]}, numbers[2]};
    } else {
        return {{numbers[0], numbers[1]}, {numbers[2], numbers[3]}};
    }
}

/// Shapes as differences from a reference, which is the former shape of the item, or the last shape: a byte that
/// encodes a length for each number, then the bytes of these lengths. Numbers are compared as whole numbers of the same
/// order, so that no machine or compiler rounds. The encoding predicts that the upper corner of a box moves like its
/// lower corner.
template <class Shape>
class shape_code {
    using scalar = typename Shape::scalar;
    using bits = std::conditional_t<sizeof(scalar) == 4, std::uint32_t, std::uint64_t>;

    static_assert(sizeof(scalar) == sizeof(bits));
    static constexpr std::size_t count = numbers_in<Shape>;
    static constexpr bits sign = bits{1} << (8 * sizeof(bits) - 1);

public:
    static constexpr std::size_t max_bytes = 1 + count * sizeof(bits);
    /// The number of bytes of a difference, for each code.
    static constexpr std::uint8_t lengths[4] = {0, sizeof(bits) == 4 ? 1 : 3, sizeof(bits) == 4 ? 3 : 6, sizeof(bits)};

    /// Returns the number of bytes written.
    static std::size_t write(const Shape& shape, const Shape& reference, std::byte* into) noexcept {
        scalar given[count];
        scalar known[count];
        take_apart(shape, given);
        take_apart(reference, known);
        std::size_t at = 1;
        unsigned codes = 0;
        for (std::size_t one = 0; one < count; ++one) {
            bits rest = ordered(given[one]) - expected(one, known, given);
            rest = rest << 1U ^ (0 - (rest >> (8 * sizeof(bits) - 1)));
            const auto width = static_cast<std::size_t>((std::bit_width(rest) + 7) / 8);
            unsigned code = 0;
            while (lengths[code] < width) {
                ++code;
            }
            codes |= code << (2 * one);
            for (std::size_t byte = 0; byte < lengths[code]; ++byte) {
                into[at++] = static_cast<std::byte>(rest >> (8 * byte));
            }
        }
        into[0] = static_cast<std::byte>(codes);
        return at;
    }
    /// The number of bytes after the first one.
    static std::size_t rest_bytes(std::byte first) noexcept {
        std::size_t sum = 0;
        for (std::size_t one = 0; one < count; ++one) {
            sum += lengths[std::to_integer<unsigned>(first) >> (2 * one) & 3U];
        }
        return sum;
    }
    static Shape read(std::byte first, const std::byte* rest, const Shape& reference) noexcept {
        scalar given[count];
        scalar known[count];
        take_apart(reference, known);
        for (std::size_t one = 0; one < count; ++one) {
            bits found = 0;
            const std::size_t length = lengths[std::to_integer<unsigned>(first) >> (2 * one) & 3U];
            for (std::size_t byte = 0; byte < length; ++byte) {
                found |= static_cast<bits>(std::to_integer<bits>(*rest++) << (8 * byte));
            }
            found = found >> 1U ^ (0 - (found & 1U));
            given[one] = unordered(found + expected(one, known, given));
        }
        return put_together<Shape>(given);
    }

private:
    static bits ordered(scalar number) noexcept {
        const bits raw = std::bit_cast<bits>(number);
        return (raw & sign) != 0 ? ~raw : raw | sign;
    }
    static scalar unordered(bits number) noexcept {
        return std::bit_cast<scalar>((number & sign) != 0 ? number ^ sign : ~number);
    }
    static bits expected(std::size_t one, const scalar* known, const scalar* given) noexcept {
        const bits before = ordered(known[one]);
        return count == 4 && one >= 2 ? before + ordered(given[one - 2]) - ordered(known[one - 2]) : before;
    }
};

/// Writes records into a buffer, and passes the buffer on whenever it is full.
class record_writer {
public:
    using give = void (*)(void* context);

    record_writer(std::byte* content, std::uint32_t capacity, std::uint32_t& size, give full, void* context) noexcept
        : content_(content), capacity_(capacity), size_(size), full_(full), context_(context) {}

    void bytes(const void* from, std::size_t count) noexcept {
        const auto* rest = static_cast<const std::byte*>(from);
        while (count > 0) {
            if (size_ == capacity_) {
                full_(context_);
            }
            const std::size_t length = std::min<std::size_t>(count, capacity_ - size_);
            std::memcpy(content_ + size_, rest, length);
            size_ += static_cast<std::uint32_t>(length);
            rest += length;
            count -= length;
        }
    }
    void byte(std::uint8_t one) noexcept { bytes(&one, 1); }
    void whole(std::uint64_t number) noexcept {
        std::uint8_t seven[10];
        std::size_t count = 0;
        for (; number >= 0x80U; number >>= 7U) {
            seven[count++] = static_cast<std::uint8_t>(number | 0x80U);
        }
        seven[count++] = static_cast<std::uint8_t>(number);
        bytes(seven, count);
    }
    template <class Number>
    void number(Number one) noexcept {
        std::byte own[sizeof one];
        std::memcpy(own, &one, sizeof one);
        if constexpr (std::endian::native == std::endian::big) {
            std::reverse(std::begin(own), std::end(own));
        }
        bytes(own, sizeof own);
    }
    template <class Shape>
    void shape(const Shape& one, const Shape& reference) noexcept {
        std::byte own[shape_code<Shape>::max_bytes];
        bytes(own, shape_code<Shape>::write(one, reference, own));
    }
    void answers(const answer_hash& found) noexcept {
        whole(found.count);
        if (found.count > 0) {
            number(found.in_any_order);
        }
        if (found.count > 1) {
            number(found.in_order);
        }
    }

private:
    std::byte* content_;
    std::uint32_t capacity_;
    std::uint32_t& size_;
    give full_;
    void* context_;
};

} // namespace quadrille::detail

#endif
