// The command, in process: arguments and files as they come, CSV, GeoJSON and indexes. It ends with one of its statuses, says why in
// one line of text, and answers the same of a file and of the index that it writes of it.
// SPDX-License-Identifier: MIT
#include "fuzz/input.hpp"

#include <nlohmann/json.hpp>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

int quadrille_main(int count, char** arguments); // cli/main.cpp, under another name

namespace quadrille::fuzz {
namespace {

namespace fs = std::filesystem;

/// A folder in memory, where there is one, in which the command runs: it cannot name files elsewhere.
class work_folder {
public:
    work_folder() {
        std::string pattern = fs::is_directory("/dev/shm")
                                  ? "/dev/shm/quadrille-fuzz-XXXXXX"
                                  : (fs::temp_directory_path() / "quadrille-fuzz-XXXXXX").string();
        expect(mkdtemp(pattern.data()) != nullptr, "no folder to work in");
        path_ = pattern;
    }
    work_folder(const work_folder&) = delete;
    work_folder& operator=(const work_folder&) = delete;
    ~work_folder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }

    std::string path(std::string_view name) const { return path_ / name; }
    const fs::path& path() const { return path_; }
    void write(std::string_view name, std::string_view content) const {
        std::ofstream(path(name), std::ios::binary) << content;
    }

private:
    fs::path path_;
};

/// A stream whose text goes to memory, or comes from there, while this lives.
class caught_stream {
public:
    explicit caught_stream(FILE*& stream) : stream_(stream), kept_(stream) { stream_ = open_memstream(&text_, &size_); }
    caught_stream(const caught_stream&) = delete;
    caught_stream& operator=(const caught_stream&) = delete;
    ~caught_stream() {
        close();
        std::free(text_);
    }

    std::string close() {
        if (kept_ != nullptr) {
            std::fclose(stream_);
            stream_ = std::exchange(kept_, nullptr);
        }
        return {text_, size_};
    }

private:
    FILE*& stream_;
    FILE* kept_;
    char* text_ = nullptr;
    std::size_t size_ = 0;
};

struct result {
    int status;
    std::string output;
    std::string errors;
};

using words = std::vector<std::string>;

/// Runs the command; `-` is the file `one`.
result run(const work_folder& folder, words arguments) {
    arguments.insert(arguments.begin(), "quadrille");
    std::vector<char*> pointers;
    for (std::string& each : arguments) {
        pointers.push_back(each.data());
    }
    pointers.push_back(nullptr);
    const fs::path before = fs::current_path();
    fs::current_path(folder.path());
    FILE* const kept = std::exchange(stdin, std::fopen(folder.path("one").c_str(), "rb"));
    caught_stream output(stdout);
    caught_stream errors(stderr);
    const int status = quadrille_main(static_cast<int>(arguments.size()), pointers.data());
    result ended{status, output.close(), errors.close()};
    std::fclose(std::exchange(stdin, kept));
    fs::current_path(before);
    return ended;
}

/// Lines up to the first empty one are arguments, of which `one` and `two` are the files that follow, up to a line `====` and behind
/// it. No argument names another file, and no world is large.
words arguments_from(const work_folder& folder, std::string_view& text) {
    words arguments;
    while (!text.empty() && arguments.size() < 24) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string word(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (word.empty()) {
            break;
        }
        std::erase(word, '\0');
        std::replace(word.begin(), word.end(), '/', '_');
        arguments.push_back(word == "one" || word == "two" || word == "out" ? folder.path(word) : word);
    }
    if (std::find(arguments.begin(), arguments.end(), "run") != arguments.end()) {
        for (const char* const given : {"--count", "--ticks", "--threads", "-j"}) { // which may be given once
            for (auto at = arguments.begin(); at != arguments.end();) {
                const bool has_value = *at == given && at + 1 != arguments.end();
                at = at->starts_with(given) ? arguments.erase(at, at + (has_value ? 2 : 1)) : at + 1;
            }
        }
        arguments.insert(arguments.end(), {"--count", "40", "--ticks", "2", "--threads", "1"});
    }
    return arguments;
}

constexpr const char* reading_options[] = {"--x",  "--y",  "--r",  "--w",  "--h",   "--id",        "--t",
                                           "--x0", "--y0", "--x1", "--y1", "--wkt", "--delimiter", "--decimal"};

bool has(const words& arguments, std::string_view word) {
    return std::find(arguments.begin(), arguments.end(), word) != arguments.end();
}

bool is_text(const std::string& said) {
    try {
        return !nlohmann::json(said).dump().empty();
    } catch (const nlohmann::json::type_error&) {
        return false; // not UTF-8
    }
}

/// A number may be one that no double can hold.
bool is_json(const std::string& text) {
    try {
        return !nlohmann::json::parse(text).is_discarded();
    } catch (const nlohmann::json::out_of_range&) {
        return true;
    } catch (const nlohmann::json::parse_error&) {
        return false;
    }
}

bool are_lines_of_json(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (!is_json(line)) {
            return false;
        }
    }
    return true;
}

void judge(const result& ended, const words& arguments) {
    expect(ended.status >= 0 && ended.status <= 2, "an unknown status");
    const bool is_told = ended.errors.starts_with("quadrille: ") && ended.errors.ends_with('\n');
    expect(ended.errors.empty() || is_told, "a message that is not one: " + ended.errors);
    expect(ended.status == 0 || is_told, "it fails, and does not say why");
    expect(std::none_of(ended.errors.begin(), ended.errors.end(),
                        [](char byte) { return static_cast<unsigned char>(byte) < ' ' && byte != '\n'; }),
           "control characters in a message: " + ended.errors);
    expect(is_text(ended.errors), "a message that is not UTF-8");
    const auto begins = [&](const char* format, const char* with) {
        return ended.status == 0 && has(arguments, format) && has(arguments, "--format") &&
               !has(arguments, "--count") && !has(arguments, "csv") && ended.output.starts_with(with);
    };
    const bool is_whole = begins("json", "[") || begins("geojson", "{\"type\"");
    expect(!is_whole || is_json(ended.output), "JSON that is none: " + ended.output);
    expect(!begins("jsonl", "{\"") || begins("geojson", "{\"type\"") || are_lines_of_json(ended.output),
           "lines that are no JSON: " + ended.output);
}

/// Options that say how a table is read; of an index there is nothing to say. They are taken from the words, with their values.
words taken_reading_options(words& arguments) {
    words taken;
    for (auto at = arguments.begin(); at != arguments.end();) {
        const std::string name = at->substr(0, at->find('='));
        const bool is_one =
            std::find(std::begin(reading_options), std::end(reading_options), name) != std::end(reading_options);
        const bool has_value = is_one && name.size() == at->size() && at + 1 != arguments.end();
        if (is_one) {
            taken.insert(taken.end(), at, at + (has_value ? 2 : 1));
            at = arguments.erase(at, at + (has_value ? 2 : 1));
        } else {
            ++at;
        }
    }
    return taken;
}

/// What the command says of a file it says of its index, too.
void compare_with_index(const work_folder& folder, const words& arguments, const result& ended) {
    const std::string file = folder.path("one");
    const std::string index = folder.path("index");
    const bool asks_for_help = std::any_of(arguments.begin(), arguments.end(), [](const std::string& word) {
        return word == "help" || word.starts_with("--version") ||
               (word.starts_with("-") && word.find_first_of("hV") != std::string::npos);
    });
    const bool has_columns = std::any_of(arguments.begin(), arguments.end(), [](const std::string& word) {
        return word.starts_with("--with") || word.ends_with("geojson");
    });
    if (ended.status != 0 || has_columns || !has(arguments, file) || has(arguments, "index") ||
        has(arguments, "info") || has(arguments, "follow") || has(arguments, "-") ||
        asks_for_help) { // an index has ids alone, and knows no crs; follow reads rows as they come
        return;
    }
    words others = arguments;
    words write = {"index", file, "-o", index};
    for (auto at = others.begin(); at != others.end(); ++at) { // what an index is told as the file would be
        if (at->starts_with("--boxes") || at->starts_with("--period") || at->starts_with("--skip-bad")) {
            write.push_back(*at);
        }
        if (*at == "--period" && at + 1 != others.end()) {
            write.push_back(at[1]);
        }
    }
    const words how = taken_reading_options(others);
    if (!how.empty() && has(others, folder.path("two"))) {
        return; // they are said of both files
    }
    write.insert(write.end(), how.begin(), how.end());
    const result written = run(folder, write);
    expect(written.status == 0, "a file of which answers are found, but no index: " + written.errors);
    std::replace(others.begin(), others.end(), file, index);
    const result again = run(folder, others);
    expect(again.status == 0 && again.output == ended.output, "other answers of the index: " + again.errors);
}

} // namespace
} // namespace quadrille::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    using namespace quadrille::fuzz;
    static const work_folder folder;
    std::string_view text(reinterpret_cast<const char*>(bytes), size);
    const words arguments = arguments_from(folder, text);
    constexpr std::string_view between = "\n====\n";
    const std::size_t end = std::min(text.find(between), text.size());
    folder.write("one", text.substr(0, end));
    folder.write("two", text.substr(std::min(end + between.size(), text.size())));
    const result ended = run(folder, arguments);
    judge(ended, arguments);
    compare_with_index(folder, arguments, ended);
    return 0;
}
