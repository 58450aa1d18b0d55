// Things that are heard of from time to time: each by its id, those not heard of for the longest time first.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_MOVING_THINGS_HPP
#define QUADRILLE_CLI_MOVING_THINGS_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace quadrille::cli {

/// Each thing has a slot, which another one gets when it is used no more: memory is that of the things known at one time.
class things {
public:
    using slot = std::uint32_t;
    static constexpr slot none = std::numeric_limits<slot>::max();

    /// The slot of a thing, which is used once more.
    slot use(std::string_view id) {
        const auto known = slots_.find(id);
        const slot of = known == slots_.end() ? add(id) : known->second;
        ++all_[of].uses;
        return of;
    }
    void use(slot of) noexcept { ++all_[of].uses; }
    /// The last user forgets it.
    void release(slot of) {
        if (--all_[of].uses == 0) {
            slots_.erase(slots_.find(all_[of].id));
            free_.push_back(of);
        }
    }

    const std::string& id(slot of) const noexcept { return all_[of].id; }
    /// The lower one was heard of first.
    std::uint64_t number(slot of) const noexcept { return all_[of].number; }
    /// More than all slots.
    std::size_t slots() const noexcept { return all_.size(); }

    double heard(slot of) const noexcept { return all_[of].heard; }
    /// Puts it last.
    void hear(slot of, double t) noexcept {
        leave(of);
        all_[of].heard = t;
        link(newest_, of);
        link(of, none);
        newest_ = of;
    }
    /// Of those heard of and not left the one heard of first; none of none.
    slot oldest() const noexcept { return oldest_; }
    void leave(slot of) noexcept {
        thing& one = all_[of];
        if (oldest_ == of || one.older != none) {
            const slot older = one.older;
            const slot newer = one.newer;
            newest_ = newest_ == of ? older : newest_;
            link(older, newer);
            one.older = one.newer = none;
        }
    }

private:
    struct thing {
        std::string id;
        std::uint64_t number = 0;
        std::uint32_t uses = 0;
        double heard = 0;
        slot older = none;
        slot newer = none;
    };
    struct hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>()(text); }
    };

    slot add(std::string_view id) {
        if (free_.empty()) {
            free_.push_back(static_cast<slot>(all_.size()));
            all_.emplace_back();
        }
        const slot of = free_.back();
        slots_.emplace(id, of);
        free_.pop_back();
        all_[of].id = id;
        all_[of].number = ++count_;
        return of;
    }
    void link(slot older, slot newer) noexcept {
        (older == none ? oldest_ : all_[older].newer) = newer;
        if (newer != none) {
            all_[newer].older = older;
        }
    }

    std::vector<thing> all_;
    std::vector<slot> free_;
    std::unordered_map<std::string, slot, hash, std::equal_to<>> slots_;
    std::uint64_t count_ = 0;
    slot oldest_ = none;
    slot newest_ = none;
};

} // namespace quadrille::cli

#endif
