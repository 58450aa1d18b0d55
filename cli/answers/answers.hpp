// How verbs answer: by rows or by their number alone, in which format, and into which file.
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
    std::vector<std::string> formats = {"csv", "json", "jsonl", "geojson"}; ///< the formats of this verb
    std::string path;              ///< the output file; if empty, standard output
    std::string geometry = "line"; ///< of rows about two shapes: "a", "b" or the line between them
    std::vector<std::string> given = {};

    answer_format format() const;
    /// Returns the GDAL driver that makes the file; empty if its format is one of our own.
    std::string driver() const;
    bool has_geometry() const { return format() == answer_format::geojson; }
};

/// Adds `--format` and `--output`; `what` names the rows in the help: "pairs".
void add_format_options(verb& to, answer_options& wanted, const std::string& what);
/// Adds these, `--count` and `--explain`.
void add_answer_options(verb& to, answer_options& wanted, const std::string& what);
/// Adds `--geometry`, for rows about two shapes.
void add_geometry_option(verb& to, answer_options& wanted);

/// Throws `bad_input` if options contradict each other, or if the output file is an input file.
void demand_answerable(const answer_options& wanted, const std::vector<std::string>& files);

/// Returns the help of a verb with these options and `--with`: the formats of files, the content of rows, then
/// `answers`.
std::string help_with_answers(const char* answers);

} // namespace quadrille::cli

#endif
