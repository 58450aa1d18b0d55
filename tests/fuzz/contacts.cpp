// Contacts and visits of a tree that lives: what begins, lasts and ends from tick to tick is the difference of two full scans, by
// layers and distances too, whatever the shapes are, and whether or not the world wraps.
// SPDX-License-Identifier: MIT
#include "fuzz/input.hpp"
#include "pairs/differences.hpp"
#include "support/every_question.hpp"

#include <string>

namespace quadrille::fuzz {
namespace {

template <class Shape>
class followed_life {
    using scalar = typename Shape::scalar;

public:
    explicit followed_life(input& from) : from_(from), tree_(options_from(from)) {
        wanted_ = {from.layers(), from.layers(), from.below(2) == 0 ? 0 : from.number<double>()};
        for (std::uint32_t rest = from.below(5); rest > 0; --rest) {
            areas_.push_back(from.area<scalar>());
        }
    }

    void live() {
        for (int rest = 40; rest > 0 && !from_.is_empty(); --rest) {
            for (std::uint32_t changes = from_.below(8); changes > 0; --changes) {
                change();
            }
            follow();
        }
    }

private:
    void change() {
        const item some = tree_.item_at(from_.below(tree_.index_limit() + 1));
        switch (from_.below(10)) {
        case 0: tree_.erase(some); break;
        case 1: tree_.move(some, from_.shape<Shape>()); break;
        case 2: tree_.set_layers(some, from_.layers()); break;
        case 3:
            tree_.erase(some);
            tree_.insert(from_.shape<Shape>()); // with the index that is free now
            break;
        case 4: {
            std::vector<Shape> shapes = from_.shapes<Shape>(from_.below(20));
            if (from_.below(2) == 0) {
                shapes.resize(tree_.index_limit());
                tree_.sync(shapes);
            } else {
                tree_.assign(shapes);
            }
            break;
        }
        case 5: {
            quadtree<void, Shape> other = tree_.clone();
            tree_.clear();
            tree_.swap(other);
            break;
        }
        case 6:
            if (from_.below(8) == 0) {
                tree_.clear();
            }
            break;
        default:
            if (tree_.size() < 60) {
                tree_.insert(from_.shape<Shape>(), in_layers{from_.layers()});
            }
        }
        if (!areas_.empty() && from_.below(8) == 0) {
            areas_[from_.below(static_cast<std::uint32_t>(areas_.size()))] = from_.area<scalar>();
        }
    }

    std::set<item_pair, testing::by_key> scanned_contacts() const {
        std::set<item_pair, testing::by_key> all;
        for (const index_pair& pair : testing::scanned(tree_, question::pairs{wanted_})) {
            all.insert({tree_.item_at(pair.a), tree_.item_at(pair.b)});
        }
        return all;
    }
    std::set<visit, testing::by_key> scanned_visits() const {
        std::set<visit, testing::by_key> all;
        for (std::uint32_t area = 0; area < areas_.size(); ++area) {
            for (const std::uint32_t index : testing::scanned(tree_, question::query<box<scalar>>{areas_[area]})) {
                all.insert({area, tree_.item_at(index)});
            }
        }
        return all;
    }

    template <class Lists, class Truth>
    static void compare(const char* what, const Lists& now, const Lists& began, const Lists& persisted,
                        const Lists& ended, const Truth& truth) {
        using testing::listed;
        const bool is_right = listed(began) == truth.began() && listed(persisted) == truth.persisted() &&
                              listed(ended) == truth.ended() &&
                              std::equal(now.begin(), now.end(), truth.now.begin(), truth.now.end());
        expect(is_right, std::string(what) + " are not the difference of two scans");
    }

    void follow() {
        expect(!tree_.validate(), "the tree is not sound");
        contacts_.update(tree_, wanted_);
        true_contacts_.turn(scanned_contacts());
        compare("contacts", contacts_.now(), contacts_.began(), contacts_.persisted(), contacts_.ended(),
                true_contacts_);
        for (const item_pair& pair : contacts_.ended()) {
            expect(!contacts_.are_in_contact(pair.a, pair.b), "contacts: an ended one is in contact");
        }
        for (const item_pair& pair : contacts_.now()) {
            expect(contacts_.are_in_contact(pair.b, pair.a), "contacts: one of now is not in contact");
        }
        visits_.update(tree_, areas_);
        true_visits_.turn(scanned_visits());
        compare("visits", visits_.now(), visits_.entered(), visits_.stayed(), visits_.left(), true_visits_);
    }

    input& from_;
    quadtree<void, Shape> tree_;
    pair_filter wanted_;
    std::vector<box<scalar>> areas_;
    contacts contacts_;
    visits visits_;
    testing::differences<item_pair> true_contacts_;
    testing::differences<visit> true_visits_;
};

} // namespace
} // namespace quadrille::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    using namespace quadrille::fuzz;
    input from(bytes, size);
    with_a_shape(from, [&]<class Shape>() { followed_life<Shape>(from).live(); });
    return 0;
}
