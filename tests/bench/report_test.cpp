// The page of `quadrille-bench report`: well-formed, complete, in order. Gnuplot is replaced by a script.
// SPDX-License-Identifier: MIT
#include "tests/cli/command.hpp"

#include <cstdlib>
#include <filesystem>
#include <regex>
#include <set>
#include <string>
#include <string_view>

namespace quadrille::test {
namespace {

/// The search path of programs until the end of the test.
class search_path {
public:
    explicit search_path(const std::string& folders) : before_(getenv("PATH")) { setenv("PATH", folders.c_str(), 1); }
    search_path(const search_path&) = delete;
    search_path& operator=(const search_path&) = delete;
    ~search_path() { setenv("PATH", before_.c_str(), 1); }

private:
    std::string before_;
};

constexpr std::string_view drawing = R"(#!/bin/sh
if [ "$1" = --version ]; then echo "gnuplot 5.4 patchlevel 4"; exit 0; fi
cat >>"$0.scripts"
echo '<?xml version="1.0" encoding="utf-8" standalone="no"?>'
echo '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'
echo "<defs><circle id='dot' r='1'/></defs><use xlink:href='#dot' id=\"used\"/></svg>"
)";

/// A folder with a gnuplot that draws a dot and keeps its scripts.
class drawing_folder : public scratch_folder {
public:
    drawing_folder() {
        const std::string program = write("gnuplot", drawing);
        std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    }

    std::string search_path() const { return path("") + ":/usr/bin:/bin"; }
};

/// What is wrong with the nesting of a page's elements; empty when nothing is.
std::string fault_in_nesting(const std::string& page) {
    words open;
    std::size_t at = 0;
    while ((at = page.find('<', at)) != std::string::npos) {
        const std::size_t end = page.find('>', at);
        if (end == std::string::npos) {
            return "a tag without an end: " + page.substr(at, 40);
        }
        const std::string tag = page.substr(at + 1, end - at - 1);
        at = end;
        const std::string name = tag.substr(0, tag.find_first_of(" \n/", 1));
        if (tag.front() == '!') {
            continue;
        }
        if (tag.front() == '/') {
            if (open.empty() || "/" + open.back() != tag) {
                return "<" + tag + "> closes " + (open.empty() ? "nothing" : open.back());
            }
            open.pop_back();
        } else if (tag.back() != '/') {
            open.push_back(name);
        }
    }
    return open.empty() ? std::string() : open.back() + " is never closed";
}

/// Every name names one element, and every reference has its element.
void expect_names_without_doubles(const std::string& page) {
    std::set<std::string> ids;
    const std::regex name(" id=['\"]([^'\"]*)['\"]");
    for (auto one = std::sregex_iterator(page.begin(), page.end(), name); one != std::sregex_iterator(); ++one) {
        EXPECT_TRUE(ids.insert((*one)[1]).second) << (*one)[1] << " names two elements";
    }
    const std::regex reference("href='#([^']*)'");
    for (auto one = std::sregex_iterator(page.begin(), page.end(), reference); one != std::sregex_iterator(); ++one) {
        EXPECT_TRUE(ids.contains((*one)[1])) << (*one)[1];
    }
}

const words small_report = {
    "report",   "--tasks", "tick,query,clone", "--counts", "20,200",  "--subjects", "quadrille,grid,stream",
    "--repeat", "2",       "--lived",          "5",        "--round", "20"};

result run_report(const drawing_folder& folder, const words& more = {}) {
    const search_path replaced(folder.search_path());
    return run_command(with(small_report, with({"--page", folder.path("page.html")}, more)));
}

TEST(benchmark_report, says_that_gnuplot_is_missing_or_the_page_cannot_be_written_before_it_measures) {
    const drawing_folder folder;
    const auto report_to = [&](const char* page, const std::string& programs, int status, const char* told) {
        const search_path replaced(programs);
        const result run = run_command({"report", "--tasks", "tick", "--counts", "10", "--page", folder.path(page)});
        EXPECT_EQ(run.status, status);
        EXPECT_EQ(run.output, "");
        EXPECT_TRUE(contains(run.errors, told));
        EXPECT_FALSE(std::filesystem::exists(folder.path(page)));
    };
    for (const char* const told : {"gnuplot not found", "apt-get install gnuplot-nox"}) {
        report_to("page.html", "/there/is/no/such/folder", 2, told);
    }
    report_to("no/page.html", folder.search_path(), 1, "cannot write");
}

// promise: bench-answers: The report is one well-formed page, and names the machine and what is lost.
TEST(benchmark_report, is_one_well_formed_page_with_the_charts_of_every_task_subject_and_count) {
    const drawing_folder folder;
    const result run = run_report(folder, {"--plots", folder.path("")});
    EXPECT_EQ(run.status, 0) << run.errors;
    const std::string page = content_of(folder.path("page.html"));
    EXPECT_EQ(fault_in_nesting(page), "");
    EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
    EXPECT_FALSE(contains(page, "<?xml"));
    EXPECT_FALSE(contains(page, "src=")) << "it needs other files";
    expect_names_without_doubles(page);

    std::size_t last = 0;
    for (const std::string heading :
         {"one thread used", "report --tasks tick,query,clone", "Where we lose", "<h2 id=\"tick-uniform\"",
          "<h3>tick, uniform, 20 items", "<h3>tick, uniform, 200 items", "<h2 id=\"query-uniform-side-2-cold\"",
          "<h2 id=\"query-uniform-side-2-warm\"", "<h2 id=\"query-uniform-side-128-warm\"",
          "<h2 id=\"clone-uniform\""}) {
        const std::size_t at = page.find(heading);
        ASSERT_NE(at, std::string::npos) << heading;
        EXPECT_GT(at, last) << heading;
        last = at;
    }

    const std::string scripts = content_of(folder.path("gnuplot.scripts"));
    for (const std::string part : {"title 'quadrille'", "title 'quadrille_fresh'", "title 'grid'", "title 'stream'",
                                   "ns per item", "ns per query", "time in times of quadrille", "\n20 ", "\n200 "}) {
        EXPECT_TRUE(contains(scripts, part));
    }
    for (const std::string name : {"tick-uniform", "query-uniform-side-16-cold", "clone-uniform"}) {
        const std::string picture = content_of(folder.path(name + ".svg"));
        EXPECT_TRUE(picture.starts_with("<svg")) << name;
        EXPECT_EQ(fault_in_nesting(picture), "") << name;
    }
}

TEST(benchmark_report, has_its_tables_when_gnuplot_fails) {
    const drawing_folder folder;
    folder.write("gnuplot", "#!/bin/sh\n[ \"$1\" = --version ] && echo gnuplot 5.4\n");
    const result run = run_report(folder);
    EXPECT_EQ(run.status, 1);
    EXPECT_TRUE(contains(run.errors, "gnuplot drew nothing for tick-uniform"));
    const std::string page = content_of(folder.path("page.html"));
    EXPECT_EQ(fault_in_nesting(page), "");
    EXPECT_TRUE(contains(page, "<h3>tick, uniform, 200 items"));
}

TEST(benchmark_report, is_well_formed_as_the_installed_gnuplot_draws_it) {
    if (std::system("gnuplot --version >/dev/null 2>&1") != 0) {
        GTEST_SKIP() << "gnuplot is not installed";
    }
    const scratch_folder folder;
    answer_to(with(small_report, {"--page", folder.path("page.html")}));
    const std::string page = content_of(folder.path("page.html"));
    EXPECT_EQ(fault_in_nesting(page), "");
    expect_names_without_doubles(page);
}

} // namespace
} // namespace quadrille::test
