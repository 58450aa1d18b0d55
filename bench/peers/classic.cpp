// The quadtree of the tutorials: capacity, maximum depth, an item in the smallest cell that holds it, refilled.
// SPDX-License-Identifier: MIT
#include "../marks.hpp"

#include <algorithm>
#include <array>

namespace quadrille::bench {
namespace {

constexpr std::size_t capacity = 16;
constexpr int max_depth = 10;

struct filed {
    box<float> shape;
    std::uint32_t index;
};

struct node {
    box<float> square;
    std::vector<filed> items;
    std::array<node*, 4> children;
    bool is_leaf;
};

/// In its best form: nodes come from a pool, and an item that lies across a midline visits only the cells that it
/// intersects.
class classic final : public subject,
                      public ticking,
                      public moving,
                      public inserting,
                      public answering<window>,
                      public answering<line_of_sight> {
public:
    explicit classic(const world& start) : walls_(start.walls()) {}

    std::string unfit(boxes now) override {
        update(now);
        double tests = 0;
        for (std::size_t i = 0; i < used_; ++i) {
            const auto own = static_cast<double>(pool_[i]->items.size());
            tests += own * (own - 1) / 2;
        }
        return too_many_tests(tests);
    }

    void build(boxes now) override {
        update(now);
        now_.assign(now.begin(), now.end());
    }

    void update(boxes now) override {
        used_ = 0;
        box<float> around = now.empty() ? walls_ : empty_box<float>();
        for (const box<float>& one : now) {
            around = united(around, one);
        }
        root_ = fresh(around);
        for (std::size_t i = 0; i < now.size(); ++i) {
            add({now[i], static_cast<std::uint32_t>(i)});
        }
    }

    void pairs(std::vector<index_pair>& found) override { find_all(*root_, found); }

    void insert(const box<float>& shape) override {
        add({shape, static_cast<std::uint32_t>(now_.size())});
        now_.push_back(shape);
    }

    void choose(numbers movers) override {
        movers_ = movers;
        marks_.choose(movers, now_.size());
    }

    void move(boxes now) override {
        for (std::size_t k = 0; k < movers_.size(); ++k) {
            const std::uint32_t mover = movers_[k];
            node* const old = node_of(now_[mover]);
            node* const next = node_of(now[k]);
            now_[mover] = now[k];
            const auto place = std::find_if(old->items.begin(), old->items.end(),
                                            [mover](const filed& one) { return one.index == mover; });
            if (old == next) {
                place->shape = now[k];
            } else {
                *place = old->items.back();
                old->items.pop_back();
                add({now[k], mover});
            }
        }
    }

    void pairs_of(std::vector<index_pair>& found) override {
        for (const std::uint32_t mover : movers_) {
            find_in(*root_, now_[mover], [&](std::uint32_t other) {
                if (marks_.reports(mover, other)) {
                    found.push_back({mover, other});
                }
            });
        }
    }

    void ask(const window& area, std::vector<std::uint32_t>& found) override {
        find_in(*root_, area, [&](std::uint32_t one) { found.push_back(one); });
    }

    void ask(const line_of_sight& ray, std::vector<std::uint32_t>& found) override {
        const point<float> end = {ray.origin.x + ray.translation.x, ray.origin.y + ray.translation.y};
        find_in(*root_, segment<float>{ray.origin, end}, [&](std::uint32_t one) { found.push_back(one); });
    }

private:
    node* fresh(const box<float>& square) {
        if (used_ == pool_.size()) {
            pool_.push_back(std::make_unique<node>());
        }
        node* const one = pool_[used_++].get();
        one->square = square;
        one->items.clear();
        one->is_leaf = true;
        return one;
    }

    static point<float> middle_of(const box<float>& square) {
        return {square.min.x / 2 + square.max.x / 2, square.min.y / 2 + square.max.y / 2};
    }

    /// Returns the child that contains the whole shape; -1 if it lies across a midline.
    static int quadrant(const node& parent, const box<float>& shape) {
        const point<float> middle = middle_of(parent.square);
        const int column = shape.max.x < middle.x ? 0 : shape.min.x >= middle.x ? 1 : -1;
        const int row = shape.max.y < middle.y ? 0 : shape.min.y >= middle.y ? 2 : -1;
        return column < 0 || row < 0 ? -1 : column + row;
    }

    /// Returns the node of an item, or the one that it would get without a split.
    node* node_of(const box<float>& shape) const {
        node* at = root_;
        while (!at->is_leaf && covers(root_->square, shape)) {
            const int child = quadrant(*at, shape);
            if (child < 0) {
                break;
            }
            at = at->children[static_cast<std::size_t>(child)];
        }
        return at;
    }

    void add(const filed& one) {
        node* at = root_;
        if (!covers(root_->square, one.shape)) {
            root_->items.push_back(one);
            return;
        }
        for (int depth = 0;; ++depth) {
            if (at->is_leaf) {
                if (depth == max_depth || at->items.size() < capacity) {
                    break;
                }
                split(*at);
            }
            const int child = quadrant(*at, one.shape);
            if (child < 0) {
                break;
            }
            at = at->children[static_cast<std::size_t>(child)];
        }
        at->items.push_back(one);
    }

    void split(node& parent) {
        const box<float>& square = parent.square;
        const point<float> middle = middle_of(square);
        parent.children = {fresh({square.min, middle}), fresh({{middle.x, square.min.y}, {square.max.x, middle.y}}),
                           fresh({{square.min.x, middle.y}, {middle.x, square.max.y}}), fresh({middle, square.max})};
        parent.is_leaf = false;
        std::size_t kept = 0;
        for (const filed& one : parent.items) {
            const int child = quadrant(parent, one.shape);
            if (child < 0) {
                parent.items[kept++] = one;
            } else {
                parent.children[static_cast<std::size_t>(child)]->items.push_back(one);
            }
        }
        parent.items.resize(kept);
    }

    static void append_if_intersecting(const filed& one, const filed& other, std::vector<index_pair>& found) {
        if (intersects(one.shape, other.shape)) {
            found.push_back({one.index, other.index});
        }
    }

    static void find_all(const node& at, std::vector<index_pair>& found) {
        for (std::size_t i = 0; i < at.items.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                append_if_intersecting(at.items[i], at.items[j], found);
            }
        }
        if (at.is_leaf) {
            return;
        }
        for (const node* child : at.children) {
            for (const filed& one : at.items) {
                if (intersects(child->square, one.shape)) {
                    find_below(*child, one, found);
                }
            }
            find_all(*child, found);
        }
    }

    static void find_below(const node& at, const filed& one, std::vector<index_pair>& found) {
        find_in(at, one.shape, [&](std::uint32_t other) { found.push_back({one.index, other}); });
    }

    /// Items outside the root's square are kept in the root, which is therefore always searched.
    template <class Area, class Visit>
    static void find_in(const node& at, const Area& area, const Visit& visit) {
        for (const filed& other : at.items) {
            if (intersects(area, other.shape)) {
                visit(other.index);
            }
        }
        if (!at.is_leaf) {
            for (const node* child : at.children) {
                if (intersects(child->square, area)) {
                    find_in(*child, area, visit);
                }
            }
        }
    }

    box<float> walls_; ///< the bounds that a user would guess
    std::vector<std::unique_ptr<node>> pool_;
    std::size_t used_ = 0;
    node* root_ = nullptr;
    std::vector<box<float>> now_; ///< for movers: their old boxes
    numbers movers_;
    marks marks_;
};

} // namespace

std::unique_ptr<subject> make_classic(const world& start) { return std::make_unique<classic>(start); }

} // namespace quadrille::bench
