// Opens the module: at QUADRILLE_GDAL_MODULE if that is set, else relative to the command's folder or in other places.
// SPDX-License-Identifier: MIT
#include "module.hpp"

#include "files/text/errors.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

namespace quadrille::files::gdal {

namespace {

namespace fs = std::filesystem;

fs::path own_program() {
#ifdef __APPLE__
    std::string path(4096, '\0');
    auto size = static_cast<std::uint32_t>(path.size());
    return _NSGetExecutablePath(path.data(), &size) == 0 ? fs::path(path.c_str()) : fs::path();
#else
    std::error_code is_none;
    return fs::read_symlink("/proc/self/exe", is_none);
#endif
}

std::vector<std::string>& places_that_are_given() {
    static std::vector<std::string> places;
    return places;
}

/// QUADRILLE_GDAL_PLACE is the path of the module relative to the folder of the command, or an absolute path.
std::string place_of_module() {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody changes the environment
    const char* const given = std::getenv("QUADRILLE_GDAL_MODULE");
    if (given != nullptr) {
        return given;
    }
    const std::vector<std::string>& places = places_that_are_given();
    if (places.empty()) {
        return (own_program().parent_path() / QUADRILLE_GDAL_PLACE).lexically_normal().string();
    }
    std::error_code is_none;
    const auto found =
        std::find_if(places.begin(), places.end(), [&](const std::string& each) { return fs::exists(each, is_none); });
    return found == places.end() ? places.back() : *found;
}

[[noreturn]] void tell_what_is_missing(const std::string& file, const std::string& why) {
    throw failure(fmt::format(
        "{}: wanted the module over GDAL, which knows its format, found none; Debian and Ubuntu have it in the "
        "package quadrille-gdal; a build of quadrille makes it where libgdal-dev is ({})",
        file, why));
}

} // namespace

void look_for_module_in(std::vector<std::string> places) { places_that_are_given() = std::move(places); }

const functions& functions_for(const std::string& file) {
    const std::string place = place_of_module();
    void* const module = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL); // never closed: GDAL has threads
    if (module == nullptr) {
        const char* const why = dlerror();
        tell_what_is_missing(file, why == nullptr ? place : why);
    }
    const auto find = reinterpret_cast<entry>(dlsym(module, entry_name));
    const functions* const found = find == nullptr ? nullptr : find(interface_version);
    if (found == nullptr || found->bytes < sizeof(functions)) {
        tell_what_is_missing(file, fmt::format("{} is of another version of quadrille", place));
    }
    return *found;
}

} // namespace quadrille::files::gdal
