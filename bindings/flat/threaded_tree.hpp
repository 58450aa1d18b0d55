// A flat tree that answers many questions at once, on several threads.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_FLAT_THREADED_TREE_HPP
#define QUADRILLE_BINDINGS_FLAT_THREADED_TREE_HPP

#include "bindings/flat/collecting.hpp"
#include "bindings/flat/typed_tree.hpp"

#include <quadrille/parallel.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>

namespace quadrille::flat {

template <class Shape>
class threaded_tree final : public typed_tree<Shape> {
    using base = typed_tree<Shape>;
    using base::list;
    using base::tree_;

public:
    using base::base;

    std::unique_ptr<tree> clone() const override {
        auto copy = std::make_unique<threaded_tree>(options{});
        base::put_copy(*copy);
        copy->set_threads(threads());
        return copy;
    }
    void set_threads(std::uint32_t threads) override {
        constexpr std::uint32_t most = 1024;
        const std::uint32_t count = threads == 0 ? std::max(1U, std::thread::hardware_concurrency()) : threads;
        if (count > most) {
            refuse({}, "at most 1024 threads", std::to_string(count));
        }
        threads_ = count == 1 ? nullptr : std::make_unique<parallel::thread_pool>(count);
    }
    std::uint32_t threads() const noexcept override { return threads_ ? threads_->size() : 1; }

    change_report assign(const void* shapes, std::size_t count) override {
        return parallel::assign(with(), tree_, list(shapes, count));
    }
    change_report sync(const void* shapes, std::size_t count) override {
        return parallel::sync(with(), tree_, list(shapes, count));
    }
    void ask(const questions& asked, answers& found) const override {
        const crew own = with();
        collector<Shape>(*this, tree_, asked, own).collect(found);
    }

private:
    crew with() const noexcept { return {threads_.get()}; }

    std::unique_ptr<parallel::thread_pool> threads_;
};

template <class Shape>
std::unique_ptr<tree> make_typed(const options& wanted) {
    demand_period<Shape>(wanted);
    return std::make_unique<threaded_tree<Shape>>(wanted);
}

} // namespace quadrille::flat

#endif
