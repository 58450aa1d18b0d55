// Reports that the command was built without GeographicLib.
// SPDX-License-Identifier: MIT
#include "files/text/errors.hpp"
#include "geodesic.hpp"
#include "globe.hpp"

namespace quadrille::cli::globe {

namespace {

[[noreturn]] void tell_why_not() {
    throw files::failure(
        "this quadrille was built without GeographicLib, by which it measures on the globe (--metres, --km); with it "
        "there (Debian, Ubuntu: libgeographiclib-dev or libgeographic-dev), build it again");
}

} // namespace

double metres_between(const place&, const place&) { tell_why_not(); }
place taken_place(const place&, const std::string&) { tell_why_not(); }
void demand_degrees(const files::layer&) { tell_why_not(); }
void take_places(files::layer&) { tell_why_not(); }
box<double> grown(const box<double>&, double) { tell_why_not(); }
double metres_between(const way&, const way&) { tell_why_not(); }
bool is_right_of(const way&, const place&) { tell_why_not(); }
bool has_less_on_the_left(std::span<const place>) { tell_why_not(); }
sphere_places::sphere_places(std::span<const place> places) : places_(places) { tell_why_not(); }
disc::disc(const place& center, double metres) : center_(center), metres_(metres) { tell_why_not(); }
bool disc::contains(const sphere_places&, std::uint32_t) const { tell_why_not(); }
bool disc::contains(const place&) const { tell_why_not(); }

} // namespace quadrille::cli::globe
