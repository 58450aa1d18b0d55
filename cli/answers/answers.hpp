// How verbs answer: rows or their number alone, the format of rows, and where they go.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_ANSWERS_ANSWERS_HPP
#define QUADRILLE_CLI_ANSWERS_ANSWERS_HPP

#include "cli/command/verb.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace quadrille::cli {

enum class answer_format : std::uint8_t { csv, json, jsonl, geojson };

/// The options `--count`, `--format`, `--output` and `--geometry`.
struct answer_options {
    bool count = false;
    std::string format_word = "csv";
    std::vector<std::string> formats = {"csv", "json", "jsonl", "geojson"}; ///< that there are
    std::string path;              ///< of the file that rows go to; none: standard output
    std::string geometry = "line"; ///< of rows about two shapes: "a", "b" or the line between them
    std::vector<std::string> given = {};

    answer_format format() const;
    /// That of GDAL's which makes the file; none where its format is one of ours.
    std::string driver() const;
    bool has_geometry() const { return format() == answer_format::geojson; }
};

/// Adds `--format` and `--output`; `what` are written: "pairs".
void add_format_options(verb& to, answer_options& wanted, const std::string& what);
/// Adds these, `--count` and `--explain`.
void add_answer_options(verb& to, answer_options& wanted, const std::string& what);
/// Adds `--geometry`, for rows about two shapes.
void add_geometry_option(verb& to, answer_options& wanted);

/// Throws `bad_input` where options contradict each other, or rows would go to a file that is read.
void demand_answerable(const answer_options& wanted, const std::vector<std::string>& files);

/// The help of a verb that has them and `--with`: what files may be like, what rows may have, then what its answers are.
std::string help_with_answers(const char* answers);

} // namespace quadrille::cli

#endif
