// The verbs that draw, for a command that was built without cairo and libwebp: they report this.
// SPDX-License-Identifier: MIT
#include "cli/command/verbs.hpp"
#include "cli/runs/run_picture.hpp"
#include "files/text/errors.hpp"

namespace quadrille::cli {

namespace {

constexpr const char* why_not = "this quadrille was built without cairo and libwebp, by which it draws; with them "
                                "there (Debian, Ubuntu: libcairo2-dev "
                                "libwebp-dev), build it again";

verb missing(const char* name, const char* about) {
    return {.name = name, .about = about, .work = [] { throw files::failure(why_not); }, .takes_any_words = true};
}

} // namespace

verb draw_verb() { return missing("draw", "Draw files of shapes as a picture (not in this build)"); }
verb film_verb() { return missing("film", "Film a scene, or a file with times (not in this build)"); }

void demand_picture_name(const std::string&) { throw files::failure(why_not); }
void draw_run(const quadtree<>&, const std::string&, const std::string&) { throw files::failure(why_not); }

} // namespace quadrille::cli
