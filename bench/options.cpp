// Declares the common options; errors have the expected and the actual value.
// SPDX-License-Identifier: MIT
#include "options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <functional>

namespace quadrille::bench {
namespace {

constexpr std::uint32_t max_count = 100'000'000;
constexpr std::uint32_t max_ticks = 1'000'000;
/// All items intersect each other: ten thousand items have fifty million pairs.
constexpr std::uint32_t max_identical = 10'000;

template <class Range, class Name>
std::vector<std::string_view> names_of(const Range& range, Name name) {
    std::vector<std::string_view> names;
    std::transform(range.begin(), range.end(), std::back_inserter(names), name);
    return names;
}

} // namespace

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
    return CLI::Validator(
        [least, most](std::string& text) {
            std::uint64_t number = 0;
            const char* const end = text.data() + text.size();
            const auto [stopped, error] = std::from_chars(text.data(), end, number);
            if (error == std::errc() && stopped == end && least <= number && number <= most) {
                return std::string();
            }
            return fmt::format("wanted a whole number from {} to {}, found \"{}\"", least, most, text);
        },
        "");
}

CLI::Validator one_of(std::vector<std::string_view> names) {
    return CLI::Validator(
        [names = std::move(names)](std::string& text) {
            if (std::find(names.begin(), names.end(), text) != names.end()) {
                return std::string();
            }
            return fmt::format("wanted one of {}, found \"{}\"", fmt::join(names, ", "), text);
        },
        "");
}

std::string_view to_string(caches which) noexcept { return which == caches::warm ? "warm" : "cold"; }

void typed_options::declare(CLI::App& command, const habits& usual) {
    counts_ = usual.counts;
    sizes_ = usual.sizes;
    length_ = usual.length;
    repeat_ = usual.repeat;
    const auto scenes = names_of(scenes::every_kind, [](scenes::kind one) { return scenes::to_string(one); });
    auto subjects = names_of(every_subject(), [](const entry& one) { return one.name; });
    subjects.erase(std::unique(subjects.begin(), subjects.end()), subjects.end());
    command
        .add_option("--scene", scenes_, fmt::format("worlds, with commas between them: {}", fmt::join(scenes, ", ")))
        ->delimiter(',')
        ->check(one_of(scenes))
        ->type_name("NAME")
        ->capture_default_str();
    command.add_option("--counts,--count", counts_, "how many items; several with commas between them")
        ->delimiter(',')
        ->check(whole_number(1, max_count))
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--subjects,--subject", subjects_, "the competitors, separated by commas; all by default")
        ->delimiter(',')
        ->check(one_of(subjects))
        ->type_name("NAME");
    if (usual.size_option != nullptr) {
        command.add_option(usual.size_option, sizes_, usual.size_meaning)
            ->delimiter(',')
            ->check(CLI::PositiveNumber)
            ->type_name("X")
            ->capture_default_str();
    }
    if (usual.length_option != nullptr) {
        command
            .add_option(usual.length_option, length_, fmt::format("timed {} in a repetition", usual.length_option + 2))
            ->check(whole_number(1, max_ticks))
            ->type_name("N")
            ->capture_default_str();
    }
    if (usual.asks) {
        command.add_option("--caches", caches_, "warm: the same queries again and again; cold: always new ones")
            ->delimiter(',')
            ->check(one_of({"warm", "cold"}))
            ->type_name("NAME")
            ->capture_default_str();
        command.add_option("--round", round_, "with warm caches: how many different queries")
            ->check(whole_number(1, max_ticks))
            ->type_name("N")
            ->capture_default_str();
    }
    if (usual.lives || usual.asks) {
        command
            .add_option("--lived", lived_, "ticks that quadrille has lived; the others, and quadrille_fresh, are new")
            ->check(whole_number(0, max_ticks))
            ->type_name("N")
            ->capture_default_str();
    }
    if (usual.threads) {
        command
            .add_option("--threads", threads_,
                        "that quadrille works on: 1, 2, 4, 8, 16; several with commas between them")
            ->delimiter(',')
            ->check(one_of({"1", "2", "4", "8", "16"}))
            ->type_name("N")
            ->capture_default_str();
    }
    command.add_option("--repeat", repeat_, "repetitions, the subjects taking turns")
        ->check(whole_number(1, max_ticks))
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--seed", seed_, "the seed of the worlds")
        ->check(whole_number(0, UINT64_MAX))
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--format", format_, "table, or json: one object to a line")
        ->check(one_of({"table", "json"}))
        ->type_name("NAME")
        ->capture_default_str();
}

options typed_options::understood() const {
    options meant{.kinds = {},
                  .counts = counts_,
                  .subjects = {},
                  .sizes = sizes_,
                  .length = length_,
                  .repeat = repeat_,
                  .caches = {},
                  .round = round_,
                  .lived = lived_,
                  .seed = seed_,
                  .format = format_ == "json" ? format::json : format::table};
    for (const std::string& name : scenes_) {
        meant.kinds.push_back(scenes::kind_from(name).value());
    }
    for (const caches one : {caches::cold, caches::warm}) {
        if (std::find(caches_.begin(), caches_.end(), to_string(one)) != caches_.end()) {
            meant.caches.push_back(one);
        }
    }
    const auto has_threads = [&](std::uint32_t threads) {
        return std::find(threads_.begin(), threads_.end(), threads) != threads_.end();
    };
    for (const entry& one : every_subject()) {
        const bool is_left_out = one.name == "quadrille" && !has_threads(1);
        const bool is_chosen =
            subjects_.empty() || std::find(subjects_.begin(), subjects_.end(), one.name) != subjects_.end();
        if (is_chosen && !is_left_out) {
            meant.subjects.push_back(&one);
        }
    }
    for (const std::uint32_t threads : {2U, 4U, 8U, 16U}) {
        if (has_threads(threads)) {
            meant.subjects.push_back(&quadrille_on(threads));
        }
    }
    const bool all_alike =
        std::find(meant.kinds.begin(), meant.kinds.end(), scenes::kind::identical) != meant.kinds.end();
    const std::uint32_t most = *std::max_element(counts_.begin(), counts_.end());
    if (all_alike && most > max_identical) {
        throw CLI::ValidationError(
            "--count", fmt::format("wanted at most {} for the scene identical, where all intersect all, found {}",
                                   max_identical, most));
    }
    return meant;
}

} // namespace quadrille::bench
