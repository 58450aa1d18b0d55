// This library on several threads.
// SPDX-License-Identifier: MIT
#include "../subject.hpp"

#include <quadrille/parallel.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace quadrille::bench {
namespace {

class pool_subject final : public subject,
                           public ticking,
                           public living,
                           public answering<window>,
                           public answering<tally>,
                           public answering<line_of_sight>,
                           public answering_many<window>,
                           public answering_many<tally>,
                           public answering_many<line_of_sight> {
public:
    explicit pool_subject(std::uint32_t threads) : pool_(threads) {}

    void build(boxes now) override { insist(parallel::assign(pool_, tree_, now)); }
    std::optional<std::size_t> bytes() const override { return tree_.stats().bytes; }

    void update(boxes now) override { insist(report_ = parallel::sync(pool_, tree_, now)); }
    void pairs(std::vector<index_pair>&) override { parallel::pairs(pool_, tree_, pairs_); }
    void gather(std::vector<index_pair>& found) override { found.insert(found.end(), pairs_.begin(), pairs_.end()); }
    void live(boxes now) override { update(now); }
    std::optional<std::size_t> filed_anew() const override {
        return report_.method == update_method::rebuild ? tree_.size() : report_.reinserted;
    }

    void ask(const window& area, std::vector<std::uint32_t>& found) override { tree_.query(area, found); }
    void ask(const tally& query, std::vector<std::uint32_t>& found) override {
        found.push_back(tree_.count(query.area));
    }
    void ask(const line_of_sight& ray, std::vector<std::uint32_t>& found) override {
        tree_.raycast(ray, [&](auto hit) { found.push_back(hit.index()); });
    }
    void ask_all(std::span<const window> areas, answer_rows<std::uint32_t>& found) override {
        parallel::query(pool_, tree_, areas, many_, found);
    }
    void ask_all(std::span<const tally> queries, answer_rows<std::uint32_t>& found) override {
        areas_.clear();
        found.clear();
        found.offsets.push_back(0);
        for (const tally& query : queries) {
            areas_.push_back(query.area);
            found.offsets.push_back(areas_.size());
        }
        found.answers.resize(queries.size());
        insist(parallel::count(pool_, tree_, areas_, many_, found.answers));
    }
    void ask_all(std::span<const line_of_sight> rays, answer_rows<std::uint32_t>& found) override {
        parallel::raycast(pool_, tree_, rays, many_, found);
    }

private:
    template <class Report>
    static void insist(const Report& report) {
        if (!report) {
            std::abort();
        }
    }

    parallel::thread_pool pool_;
    quadtree<> tree_;
    change_report report_;
    parallel::answer_pieces<index_pair> pairs_;
    batch_workspace many_;
    std::vector<window> areas_;
};

template <std::uint32_t Threads>
std::unique_ptr<subject> make_pool(const world&) {
    return std::make_unique<pool_subject>(Threads);
}

constexpr std::array pools = {
    entry{"quadrille_2", "this library on 2 threads", true, make_pool<2>, 2},
    entry{"quadrille_4", "this library on 4 threads", true, make_pool<4>, 4},
    entry{"quadrille_8", "this library on 8 threads", true, make_pool<8>, 8},
    entry{"quadrille_16", "this library on 16 threads", true, make_pool<16>, 16},
};

} // namespace

const entry& quadrille_on(std::uint32_t threads) noexcept {
    std::size_t which = 0;
    while (2U << which < threads && which + 1 < pools.size()) {
        ++which;
    }
    return pools[which];
}

} // namespace quadrille::bench
