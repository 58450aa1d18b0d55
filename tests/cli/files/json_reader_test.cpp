// Events of a JSON text equal those of an independent parser, whatever its bytes.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"

#include "files/json/json_reader.hpp"
#include "files/text/errors.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::test {

namespace {

using namespace std::string_literals;
using files::json_event;
using nlohmann::json;

/// The value that the events describe; empty when the text was rejected.
std::optional<json> built_from(const std::string& path) {
    struct container {
        json value;
        std::string name;
    };
    files::json_reader reader((files::text_file(path)));
    std::vector<container> open(1);
    open[0].value = json::array();
    const auto add = [&](json value) {
        container& into = open.back();
        if (into.value.is_array()) {
            into.value.push_back(std::move(value));
        } else {
            into.value[into.name] = std::move(value);
        }
    };
    try {
        while (reader.next() != files::json_event::finish) {
            switch (reader.event()) {
            case files::json_event::object: open.push_back({json::object(), {}}); break;
            case files::json_event::array: open.push_back({json::array(), {}}); break;
            case files::json_event::key: open.back().name = reader.text(); break;
            case files::json_event::text: add(std::string(reader.text())); break;
            case files::json_event::number:
                if (std::isinf(reader.number())) { // which the other parser rejects
                    return std::nullopt;
                }
                add(reader.number());
                break;
            case files::json_event::boolean: add(reader.text() == "true"); break;
            case files::json_event::null: add(nullptr); break;
            case files::json_event::end: {
                json value = std::move(open.back().value);
                open.pop_back();
                add(std::move(value));
                break;
            }
            case files::json_event::finish: break;
            }
            EXPECT_EQ(reader.depth(), open.size() - 1);
        }
    } catch (const files::bad_input&) {
        return std::nullopt;
    }
    return open[0].value.at(0);
}

TEST(json_reader, reads_what_another_parser_reads_and_rejects_what_it_rejects) {
    const std::string whole =
        "\xEF\xBB\xBF {\"a\":[1,-0.5e+3,0,12E-1,true,false,null,\"\",\"x\\u00e9\\n\\\"\\ud834\\udd1eé𝄞\",{}"
        ",[ ]],\r\n\t\"b\" : { \"\":[[[-0]]],\"b\":{\"c\":7}}} ";
    const scratch_folder folder;
    int read = 0;
    int rejected = 0;
    const auto compare = [&](const std::string& text) {
        const std::optional<json> found = built_from(folder.write("text.json", text));
        const json expected = json::parse(text, nullptr, false);
        ASSERT_EQ(found.has_value(), !expected.is_discarded()) << text;
        if (found) {
            ASSERT_EQ(*found, expected) << text;
        }
        ++(found ? read : rejected);
    };
    compare(whole);
    for (std::size_t at = 0; at < whole.size(); ++at) {
        compare(whole.substr(0, at));
        compare(whole.substr(at));
        for (const char byte : "\",:9.-e\\ [}n\xC3"s) {
            std::string damaged = whole;
            damaged[at] = byte;
            compare(damaged);
            compare(whole.substr(0, at) + byte + whole.substr(at));
        }
    }
    EXPECT_GT(rejected, 2000);
    EXPECT_GT(read, 200);
}

} // namespace

} // namespace quadrille::test
