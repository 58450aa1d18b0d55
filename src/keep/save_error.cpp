// The text of each reason for which a tree was not saved or not loaded.
// SPDX-License-Identifier: MIT
#include <quadrille/vocabulary.hpp>

namespace quadrille {

const char* to_string(save_error reason) noexcept {
    switch (reason) {
    case save_error::none: return "saved";
    case save_error::sink: return "the sink took no more bytes";
    case save_error::tree_changed: return "the tree was changed by the sink or by the function that writes values";
    }
    return "unknown error";
}

const char* to_string(load_error reason) noexcept {
    switch (reason) {
    case load_error::none: return "loaded";
    case load_error::no_memory: return "an allocation failed";
    case load_error::not_a_tree: return "not a quadrille file";
    case load_error::version: return "a quadrille file in another version of the format";
    case load_error::other_tree: return "a tree of another kind";
    case load_error::cut_short: return "cut short";
    case load_error::checksum: return "a checksum differs";
    case load_error::damaged: return "not a sound tree, though its checksums are right";
    case load_error::value: return "a value was rejected, or not read as it was written";
    case load_error::too_long: return "there are more bytes after the end";
    case load_error::other_file: return "a quadrille file of the other sort: a recording is no saved tree";
    }
    return "unknown error";
}

} // namespace quadrille
