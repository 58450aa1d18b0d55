// The bodies of rank_checkpoint.hpp.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_RANKS_CHECKPOINT_IPP
#define QUADRILLE_DETAIL_RANKS_CHECKPOINT_IPP

#include <quadrille/detail/ranks/whole_files.hpp>

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

namespace quadrille::ranks {

namespace detail {

/// The content of the file `checkpoint`.
struct manifest {
    struct part {
        std::uint64_t things = 0;
        std::uint64_t bytes = 0;
        std::uint64_t sum = 0;
    };
    std::uint64_t number = 0;
    std::uint64_t things = 0;
    std::uint64_t next_id = 0;
    std::uint64_t value_bytes = 0; ///< of a value that is saved as its bytes
    std::vector<part> parts;       ///< by the rank that wrote it

    std::string name_of(std::uint64_t rank) const {
        return std::to_string(number) + "-" + std::to_string(rank) + ".quadrille";
    }

    std::string written() const {
        std::string text = "quadrille ranks 1\n";
        const auto line = [&](const char* what, std::uint64_t value) {
            text += what + (" " + std::to_string(value)) + "\n";
        };
        line("checkpoint", number);
        line("things", things);
        line("next", next_id);
        line("value", value_bytes);
        line("parts", parts.size());
        for (const part& each : parts) {
            text += "part " + std::to_string(each.things) + " " + std::to_string(each.bytes) + " " +
                    std::to_string(each.sum) + "\n";
        }
        line("sum", sum_of(text));
        return text;
    }
    /// Returns nothing if the bytes are not those that were written.
    static std::optional<manifest> read(const std::string& text) {
        manifest found;
        std::uint64_t count = 0;
        std::uint64_t sum = 0;
        int at = 0;
        if (std::sscanf(text.c_str(), // NOLINT: the sum detects numbers that are too large
                        "quadrille ranks 1\ncheckpoint %" SCNu64 "\nthings %" SCNu64 "\nnext %" SCNu64
                        "\nvalue %" SCNu64 "\nparts %" SCNu64 "\n%n",
                        &found.number, &found.things, &found.next_id, &found.value_bytes, &count, &at) != 5 ||
            count > text.size()) {
            return std::nullopt;
        }
        auto from = static_cast<std::size_t>(at);
        for (; count > 0; --count) {
            part each;
            int length = 0;
            if (std::sscanf(text.c_str() + from, "part %" SCNu64 " %" SCNu64 " %" SCNu64 "\n%n", // NOLINT: as above
                            &each.things, &each.bytes, &each.sum, &length) != 3) {
                return std::nullopt;
            }
            found.parts.push_back(each);
            from += static_cast<std::size_t>(length);
        }
        const bool is_whole = std::sscanf(text.c_str() + from, "sum %" SCNu64, &sum) == 1 && // NOLINT: as above
                              sum == sum_of(text.substr(0, from)) && text == found.written();
        return is_whole ? std::optional(found) : std::nullopt;
    }
};

/// One call of `save` or `load`.
template <class Value, class Shape>
class checkpoint {
public:
    checkpoint(world<Value, Shape>& of, const std::string& folder) : of_(of), link_(of.link_), folder_(folder) {}

    report save() {
        if (const report begun = link_.agree(call("save")); !begun) {
            return of_.kept(begun);
        }
        manifest before;
        if (const report known = read_manifest(before, true); !known) {
            return of_.kept(known);
        }
        manifest next{before.number + 1, of_.total_, of_.next_id_, own_value_bytes, {}};
        manifest::part own;
        if (const report written = link_.agree(call("part"), link_.attempt([&] { return write_part(next, own); }));
            !written) {
            remove(next);
            return of_.kept(written);
        }
        if (const report gathered = link_.gather(std::span<const manifest::part>(&own, 1), next.parts); !gathered) {
            return of_.kept(gathered);
        }
        const report named = link_.agree(call("manifest"), link_.attempt([&]() -> report {
            std::string trouble;
            return link_.rank() != 0 || replace_file(folder_, "checkpoint", next.written(), trouble) ? report{}
                                                                                                     : about(trouble);
        }));
        remove(named ? before : next);
        const report removed = link_.agree(call("removed")); // no rank continues before it
        return of_.kept(named ? removed : named);
    }

    report load() {
        if (const report begun = link_.agree(call("load")); !begun) {
            return of_.kept(begun);
        }
        manifest wanted;
        if (const report known = read_manifest(wanted, false); !known) {
            return of_.kept(known);
        }
        std::vector<Shape> shapes;
        std::vector<std::uint32_t> layers;
        std::vector<thing<Value>> things;
        const report read = link_.attempt([&]() -> report {
            if (wanted.value_bytes != own_value_bytes) {
                return about(folder_ + "/checkpoint: wanted values of " + std::to_string(own_value_bytes) +
                             " bytes, found those of " + std::to_string(wanted.value_bytes));
            }
            for (auto part = std::uint64_t(link_.rank()); part < wanted.parts.size();
                 part += std::uint64_t(link_.size())) {
                if (const report one = read_part(wanted, part, shapes, layers, things); !one) {
                    return one;
                }
            }
            return {};
        });
        if (const report all = link_.agree(call("parts read"), read); !all) {
            return of_.kept(all);
        }
        std::uint64_t total = 0;
        if (const report counted = link_.sum(shapes.size(), total); !counted) {
            return of_.kept(counted);
        }
        if (total != wanted.things) {
            return of_.kept(link_.agree(call("total"), about("checkpoint: its parts have another number of things")));
        }
        return of_.replace_all(
            [&]() -> report {
                std::vector<item> added;
                of_.shapes_ = shapes;
                if (const report done = of_.told(of_.own_.insert(shapes, std::move(things), added)); !done) {
                    return done;
                }
                for (std::size_t at = 0; at < added.size(); ++at) {
                    of_.own_.set_layers(added[at], layers[at]);
                }
                return {};
            },
            wanted.things, wanted.next_id);
    }

private:
    report about(const std::string& trouble) const noexcept {
        report told{.what = trouble::file, .rank = link_.rank()};
        std::strncpy(told.text, trouble.c_str(), sizeof told.text - 1);
        return told;
    }

    /// Rank 0 reads the file for all.
    report read_manifest(manifest& into, bool may_be_absent) {
        std::string text;
        std::vector<char> bytes;
        const report read = link_.attempt([&]() -> report {
            std::string trouble;
            if (folder_.empty()) {
                return about("wanted the name of a folder, found none");
            }
            if (link_.rank() != 0) {
                return {};
            }
            if (may_be_absent && !is_there(folder_, "checkpoint")) {
                text = absent;
                return {};
            }
            return read_file(folder_, "checkpoint", text, trouble) ? report{} : about(trouble);
        });
        if (const report ready = link_.agree(call("manifest read"), read); !ready) {
            return ready;
        }
        if (const report sent = link_.gather(std::span<const char>(text.data(), text.size()), bytes); !sent) {
            return sent;
        }
        return link_.agree(call("manifest known"), link_.attempt([&]() -> report {
            const std::string listed(bytes.begin(), bytes.end());
            if (may_be_absent && listed == absent) {
                return {};
            }
            const std::optional<manifest> found = manifest::read(listed);
            if (!found) {
                return about(folder_ + "/checkpoint: wanted the list of a checkpoint's files, found other bytes");
            }
            into = *found;
            return {};
        }));
    }

    report write_part(const manifest& of, manifest::part& part) {
        const std::string name = of.name_of(std::uint64_t(link_.rank()));
        std::string trouble;
        new_file file(folder_, name);
        running_sum sum;
        const auto sink = [&](std::span<const std::byte> some) {
            sum.add(some);
            part.bytes += some.size();
            return file.write(some);
        };
        const save_report saved = quadrille::save(of_.own_, sink, [](const thing<Value>& one, byte_writer& to) {
            std::vector<std::byte> bytes;
            parcel_writer parcel(bytes);
            write_thing(one, parcel);
            to.number(std::uint64_t(bytes.size()));
            to.bytes(bytes);
        });
        part.things = of_.own_.size();
        part.sum = sum.value();
        const bool is_written = file.finish(trouble) && saved;
        return is_written ? report{} : about(trouble.empty() ? name + ": was not written" : trouble);
    }

    report read_part(const manifest& of, std::uint64_t part, std::vector<Shape>& shapes,
                     std::vector<std::uint32_t>& layers, std::vector<thing<Value>>& things) {
        const std::string name = of.name_of(part);
        const manifest::part& wanted = of.parts[static_cast<std::size_t>(part)];
        std::string text;
        std::string trouble;
        if (!read_file(folder_, name, text, trouble)) {
            return about(trouble);
        }
        const auto bytes = std::as_bytes(std::span<const char>(text.data(), text.size()));
        if (text.size() != wanted.bytes || sum_of(text) != wanted.sum) {
            return about(folder_ + "/" + name + ": wanted " + std::to_string(wanted.bytes) +
                         " bytes with their checksum, found " + std::to_string(text.size()) + " other ones");
        }
        quadtree<thing<Value>, Shape> tree;
        const load_report loaded = quadrille::load(tree, bytes, [](byte_reader& from) -> std::optional<thing<Value>> {
            std::uint64_t length = 0;
            if (!from.number(length) || length > most_bytes_of_a_value) {
                return std::nullopt;
            }
            std::vector<std::byte> own(static_cast<std::size_t>(length));
            if (!from.bytes(own)) {
                return std::nullopt;
            }
            parcel_reader parcel(own);
            return read_thing<Value>(parcel);
        });
        if (!loaded) {
            return about(folder_ + "/" + name + ": " + to_string(loaded.error));
        }
        const auto is_same = [](const point<double>& one, const point<double>& other) {
            return one.x == other.x && one.y == other.y;
        };
        if (!(tree.period() == of_.how_.tree.period) ||
            (tree.period() && !is_same(tree.origin(), of_.how_.tree.origin))) {
            return {.what = trouble::different_worlds, .rank = link_.rank()};
        }
        tree.each([&](auto hit) {
            shapes.push_back(hit.shape());
            layers.push_back(tree.layers(hit.item()));
            things.push_back(std::move(hit.value()));
            things.back().owner = link_.rank();
        });
        return {};
    }

    /// Each rank removes some of the files; a missing file is not an error.
    void remove(const manifest& of) noexcept {
        const report done = link_.attempt([&] {
            if (of.number > 0 && of.parts.empty()) {
                remove_file(folder_, of.name_of(std::uint64_t(link_.rank())));
            }
            for (auto part = std::uint64_t(link_.rank()); part < of.parts.size(); part += std::uint64_t(link_.size())) {
                remove_file(folder_, of.name_of(part));
            }
            return report{};
        });
        static_cast<void>(done); // a file that remains uses space, but is not part of a checkpoint
    }

    static constexpr const char* absent = "no checkpoint";
    /// 0 if there are no values; the greatest number if functions of the user write values, whose lengths vary.
    static constexpr std::uint64_t own_value_bytes = [] {
        if constexpr (std::is_void_v<Value>) {
            return std::uint64_t{0};
        } else {
            return is_packed_by_user<Value> ? ~std::uint64_t{0} : std::uint64_t{sizeof(Value)};
        }
    }();
    static constexpr std::uint64_t most_bytes_of_a_value = std::uint64_t{1} << 32U;

    world<Value, Shape>& of_;
    link& link_;
    const std::string& folder_;
};

} // namespace detail

template <class Value, class Shape>
report save(world<Value, Shape>& of, const std::string& folder) {
    return detail::checkpoint<Value, Shape>(of, folder).save();
}

template <class Value, class Shape>
report load(world<Value, Shape>& into, const std::string& folder) {
    return detail::checkpoint<Value, Shape>(into, folder).load();
}

} // namespace quadrille::ranks

#endif
