// The functions of the module; no exception leaves it.
// SPDX-License-Identifier: MIT
#include "drivers.hpp"
#include "files/gdal/interface.hpp"
#include "source.hpp"
#include "translation.hpp"

#include <exception>
#include <memory>
#include <utility>

namespace quadrille::files::gdal {

namespace {

/// Stores the error in `kept`, and returns it as a `fault`.
fault told(failed& kept, failed wrong) {
    kept = std::move(wrong);
    return {view_of(kept.wanted), view_of(kept.found), kept.row};
}

/// Calls `work`. If it throws, sets `*why` and returns false.
template <class Work>
bool done(failed& kept, fault* why, const Work& work) noexcept {
    try {
        work();
        return true;
    } catch (failed& wrong) {
        *why = told(kept, std::move(wrong));
    } catch (const std::bad_alloc&) {
        *why = {{}, view_of("there is not enough memory for this"), 0};
    } catch (const std::exception&) {
        *why = {{}, view_of("an error of GDAL's that it does not name"), 0};
    }
    return false;
}

source* open(const char* name, const char* driver, fault* why) {
    static failed kept;
    std::unique_ptr<source> made;
    watch::installed();
    done(kept, why, [&] { made = std::make_unique<source>(name, driver); });
    return made.release();
}

void close(source* of) { delete of; }

bool begin(source* of, const wish* wanted, layer_facts* facts, fault* why) {
    return done(of->wrong, why, [&] { *facts = of->begin(*wanted); });
}

bool next(source* of, batch* rows, fault* why) {
    return done(of->wrong, why, [&] { *rows = of->next(); });
}

bytes_view warning(source* of) {
    of->warning = watch::installed().taken_warning();
    return of->warning.empty() ? bytes_view{} : view_of(of->warning);
}

/// The error of the last call that has no source.
failed& kept_of_all() {
    static failed kept;
    return kept;
}

bool can_write(const char* driver, fault* why) {
    return done(kept_of_all(), why, [&] { demand_writing_driver(driver); });
}

bool translate(const translation* wanted, fault* why) {
    return done(kept_of_all(), why, [&] { make_of(*wanted); });
}

constexpr functions all = {interface_version, sizeof(functions), open,     close, begin, next,
                           warning,           can_write,         translate};

} // namespace

} // namespace quadrille::files::gdal

extern "C" __attribute__((visibility("default"))) const quadrille::files::gdal::functions*
quadrille_gdal_functions(std::uint32_t version) {
    return version == quadrille::files::gdal::interface_version ? &quadrille::files::gdal::all : nullptr;
}
