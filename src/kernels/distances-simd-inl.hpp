// Distances and fractions of sixteen lanes with SIMD: included once for each instruction set, inside its target region.
// SPDX-License-Identifier: MIT

namespace quadrille::detail::QUADRILLE_KERNELS {

using double_tag = hn::CappedTag<double, lanes>;

/// As many numbers as a register holds doubles.
HWY_INLINE hn::Vec<double_tag> load_doubles(const double* from) noexcept { return hn::LoadU(double_tag(), from); }
HWY_INLINE hn::Vec<double_tag> load_doubles(const float* from) noexcept {
    return hn::PromoteTo(double_tag(), hn::LoadU(hn::Rebind<float, double_tag>(), from));
}

/// A bit for each lane of a register of doubles.
HWY_INLINE std::uint32_t bits_of(hn::Mask<double_tag> mask) noexcept {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(double_tag(), mask, bytes);
    return bytes[0];
}

/// An area in every lane, and the squared distances of others from it.
struct area_vectors {
    using vector = hn::Vec<double_tag>;

    vector x0;
    vector y0;
    vector x1;
    vector y1;

    HWY_INLINE explicit area_vectors(const box<double>& area) noexcept
        : x0(hn::Set(double_tag(), area.min.x)), y0(hn::Set(double_tag(), area.min.y)),
          x1(hn::Set(double_tag(), area.max.x)), y1(hn::Set(double_tag(), area.max.y)) {}

    template <class Scalar>
    HWY_INLINE vector distances(const Scalar* from_x0, const Scalar* from_y0, const Scalar* from_x1,
                                const Scalar* from_y1) const noexcept {
        const auto none = hn::Zero(double_tag());
        const auto across =
            hn::Max(hn::Max(hn::Sub(load_doubles(from_x0), x1), hn::Sub(x0, load_doubles(from_x1))), none);
        const auto up = hn::Max(hn::Max(hn::Sub(load_doubles(from_y0), y1), hn::Sub(y0, load_doubles(from_y1))), none);
        return hn::Add(hn::Mul(across, across), hn::Mul(up, up));
    }
};

template <class Scalar>
std::uint32_t lane_distances(const Scalar* x0, const Scalar* y0, const Scalar* x1, const Scalar* y1, std::uint32_t live,
                             const box<double>& area, double limit2, double* distances) noexcept {
    const double_tag d;
    const area_vectors from(area);
    const auto most = hn::Set(d, limit2);
    std::uint32_t near_ones = 0;
    for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(d)) {
        const auto apart = from.distances(x0 + lane, y0 + lane, x1 + lane, y1 + lane);
        hn::StoreU(apart, d, distances + lane);
        near_ones |= bits_of(hn::Le(apart, most)) << lane;
    }
    return near_ones & ((2U << (live - 1)) - 1);
}

template <class Shape>
std::uint32_t meet_within(const within_walk<Shape>& among, std::uint32_t one, std::uint32_t first, double limit2,
                          index_pair* pairs, std::uint32_t count) noexcept {
    const double_tag d;
    const hn::Rebind<std::uint32_t, double_tag> di;
    const hn::Rebind<std::uint64_t, double_tag> wide;
    const area_vectors mine(
        {{double(among.x0[one]), double(among.y0[one])}, {double(among.x1[one]), double(among.y1[one])}});
    const auto most = hn::Set(d, limit2);
    const auto index = hn::Set(wide, std::uint64_t{among.index[one]});
    std::size_t met = count;
    for (std::size_t lane = first; lane < among.filled; lane += hn::Lanes(d)) {
        const auto apart = mine.distances(among.x0 + lane, among.y0 + lane, among.x1 + lane, among.y1 + lane);
        const auto mask = chosen<double>(hn::Le(apart, most)).among_first(among.filled - lane);
        const auto others = mask.front(di, hn::LoadU(di, among.index + lane));
        hn::StoreU(hn::Or(index, hn::ShiftLeft<32>(hn::PromoteTo(wide, others))), wide,
                   reinterpret_cast<std::uint64_t*>(pairs + met));
        met += mask.count();
    }
    return static_cast<std::uint32_t>(met);
}

/// The stretch of a way that lies between two borders, as `aim::entry` has it.
template <class Vector>
HWY_INLINE void narrow(const aim_axis& axis, Vector low, Vector high, Vector& from, Vector& to) noexcept {
    const double_tag d;
    const auto inverse = hn::Set(d, axis.inverse);
    const auto one = hn::Mul(hn::Sub(low, hn::Set(d, axis.leading)), inverse);
    const auto other = hn::Add(hn::Mul(hn::Sub(high, hn::Set(d, axis.trailing)), inverse), hn::Set(d, axis.extra));
    from = hn::Max(from, hn::Min(one, other));
    to = hn::Min(to, hn::Max(one, other));
}

template <class Scalar>
std::uint32_t lanes_on_way(const Scalar* x0, const Scalar* y0, const Scalar* x1, const Scalar* y1, std::uint32_t live,
                           const aim& way, double farthest) noexcept {
    const double_tag d;
    const auto shrunk = hn::Set(d, 1 - aim::slack);
    const auto grown = hn::Set(d, 1 + aim::slack);
    const auto little = hn::Set(d, aim::least_slack);
    std::uint32_t met = 0;
    for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(d)) {
        auto from = hn::Zero(d);
        auto to = hn::Set(d, farthest);
        narrow(way.x, load_doubles(x0 + lane), load_doubles(x1 + lane), from, to);
        narrow(way.y, load_doubles(y0 + lane), load_doubles(y1 + lane), from, to);
        from = hn::Sub(hn::Mul(from, shrunk), little);
        to = hn::Add(hn::Mul(to, grown), little);
        met |= bits_of(hn::Le(from, to)) << lane;
    }
    return met & ((2U << (live - 1)) - 1);
}

} // namespace quadrille::detail::QUADRILLE_KERNELS
