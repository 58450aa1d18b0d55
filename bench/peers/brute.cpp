// Every box against every later one, laid out so that the compiler can vectorise it.
// SPDX-License-Identifier: MIT
#include "../pair_sink.hpp"
#include "../subject.hpp"

#include <fmt/format.h>

#include <limits>

namespace quadrille::bench {
namespace {

constexpr std::size_t group = 16;
constexpr std::size_t most_items = 20'000;

class brute final : public subject {
public:
    std::string unfit(boxes now) override {
        return now.size() > most_items ? fmt::format("more than {} items", most_items) : std::string();
    }

    void build(boxes now) override {
        // A NaN touches nothing: the groups may run over the end.
        for (auto* side : {&x0_, &y0_, &x1_, &y1_}) {
            side->assign(now.size() + group, std::numeric_limits<float>::quiet_NaN());
        }
        update(now);
    }

    void update(boxes now) override {
        for (std::size_t i = 0; i < now.size(); ++i) {
            x0_[i] = now[i].min.x;
            y0_[i] = now[i].min.y;
            x1_[i] = now[i].max.x;
            y1_[i] = now[i].max.y;
        }
    }

    void pairs(std::vector<index_pair>& found) override {
        pair_sink sink(found);
        const std::size_t count = x0_.size() - group;
        const sides all{x0_.data(), y0_.data(), x1_.data(), y1_.data()};
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t first = i + 1; first < count; first += group) {
                if (any_hit(all, i, first)) {
                    offer(all, i, first, sink);
                }
            }
        }
    }

    std::optional<std::size_t> bytes() const override { return 4 * sizeof(float) * x0_.capacity(); }

private:
    struct sides {
        const float* x0;
        const float* y0;
        const float* x1;
        const float* y1;
    };

    static unsigned hit(const sides& all, std::size_t i, std::size_t j) {
        return static_cast<unsigned>(all.x0[i] <= all.x1[j]) & static_cast<unsigned>(all.x0[j] <= all.x1[i]) &
               static_cast<unsigned>(all.y0[i] <= all.y1[j]) & static_cast<unsigned>(all.y0[j] <= all.y1[i]);
    }

    /// Few groups hold a hit: all of one are tested without a branch, and again one by one where there is any.
    static bool any_hit(const sides& all, std::size_t i, std::size_t first) {
        unsigned any = 0;
        for (std::size_t k = 0; k < group; ++k) {
            any |= hit(all, i, first + k);
        }
        return any != 0;
    }

    static void offer(const sides& all, std::size_t i, std::size_t first, pair_sink& sink) {
        for (std::size_t j = first; j < first + group; ++j) {
            sink.offer(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j), hit(all, i, j) != 0);
        }
    }

    std::vector<float> x0_;
    std::vector<float> y0_;
    std::vector<float> x1_;
    std::vector<float> y1_;
};

} // namespace

std::unique_ptr<subject> make_brute(const world&) { return std::make_unique<brute>(); }

} // namespace quadrille::bench
