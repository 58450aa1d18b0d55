// The text of each reason why a tree was not saved or not loaded.
// SPDX-License-Identifier: MIT
#include <quadrille/vocabulary.hpp>

namespace quadrille {

const char* to_string(save_refusal why) noexcept {
    switch (why) {
    case save_refusal::none: return "saved";
    case save_refusal::sink: return "the sink took no more bytes";
    case save_refusal::changed: return "the tree was changed by the sink or by the function that writes values";
    }
    return "unknown refusal";
}

const char* to_string(load_refusal why) noexcept {
    switch (why) {
    case load_refusal::none: return "loaded";
    case load_refusal::no_memory: return "an allocation failed";
    case load_refusal::not_a_tree: return "not a quadrille file";
    case load_refusal::version: return "a quadrille file in another version of the format";
    case load_refusal::other_tree: return "a tree of another kind";
    case load_refusal::cut_short: return "cut short";
    case load_refusal::checksum: return "a checksum differs";
    case load_refusal::damaged: return "not a sound tree, though its checksums are right";
    case load_refusal::value: return "a value was refused, or not read as it was written";
    case load_refusal::too_long: return "there are more bytes after the end";
    case load_refusal::other_file: return "a quadrille file of the other sort: a recording is no saved tree";
    }
    return "unknown refusal";
}

} // namespace quadrille
