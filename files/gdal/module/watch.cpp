// Records GDAL's errors and warnings, and ends the command where GDAL would abort it.
// SPDX-License-Identifier: MIT
#include "watch.hpp"

#include <cpl_error.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace quadrille::files::gdal {

namespace {

constexpr std::size_t most_warnings = 5;
constexpr std::array<std::string_view, 3> harmless = {"Non closed ring detected", "organizePolygons()",
                                                      "successfully parsed"}; // a time with a zone

bool is_harmless(std::string_view warning) {
    return std::any_of(harmless.begin(), harmless.end(),
                       [&](auto each) { return warning.find(each) != std::string_view::npos; });
}

watch& the_watch() {
    static watch one;
    return one;
}

void CPL_STDCALL hear(CPLErr kind, CPLErrorNum, const char* text) noexcept {
    watch& heard = the_watch();
    if (kind == CE_Fatal) {
        std::fprintf(stderr, "quadrille: GDAL cannot go on: %s\n", text);
        std::_Exit(1); // GDAL would abort; usually there is no memory left
    }
    try {
        if (kind == CE_Failure) {
            heard.hear_error(text);
        } else if (kind == CE_Warning) {
            heard.hear_warning(text);
        }
    } catch (...) { // no memory for the message: the next allocation reports that
        return;
    }
}

} // namespace

watch& watch::installed() {
    static std::once_flag is_set;
    std::call_once(is_set, [] { CPLSetErrorHandlerEx(hear, nullptr); });
    return the_watch();
}

void watch::be_strict(bool yes) {
    const std::lock_guard<std::mutex> lock(guard_);
    is_strict_ = yes;
}

void watch::hear_error(std::string text) {
    const std::lock_guard<std::mutex> lock(guard_);
    if (error_.empty()) {
        error_ = text.empty() ? "an error without a text" : std::move(text);
    }
}

void watch::hear_warning(std::string text) {
    const std::lock_guard<std::mutex> lock(guard_);
    if (is_strict_) {
        error_ = error_.empty() && !is_harmless(text) ? std::move(text) : error_;
        return;
    }
    if (warnings_.size() < most_warnings && std::find(warnings_.begin(), warnings_.end(), text) == warnings_.end()) {
        warnings_.push_back(std::move(text));
    }
}

std::string watch::taken_error() {
    const std::lock_guard<std::mutex> lock(guard_);
    return std::exchange(error_, {});
}

std::string watch::taken_warning() {
    const std::lock_guard<std::mutex> lock(guard_);
    if (warnings_.empty()) {
        return {};
    }
    std::string first = std::move(warnings_.front());
    warnings_.pop_front();
    return first;
}

} // namespace quadrille::files::gdal
