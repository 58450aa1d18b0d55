// Reads the system's description of itself; missing values are "unknown".
// SPDX-License-Identifier: MIT
#include "machine.hpp"

#include <quadrille/quadtree.hpp>

#include <fmt/format.h>

#include <fstream>
#include <string_view>
#include <thread>

#ifdef QUADRILLE_BENCH_HIGHWAY
#include <hwy/highway.h>
#endif

#ifndef QUADRILLE_BENCH_BUILD
#define QUADRILLE_BENCH_BUILD "unknown"
#define QUADRILLE_BENCH_LIBRARY_FLAGS "unknown"
#define QUADRILLE_BENCH_PEER_FLAGS "unknown"
#endif

namespace quadrille::bench {
namespace {

std::string or_unknown(std::string text) { return text.empty() ? "unknown" : text; }

std::string cpu_model() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("model name")) {
            const std::size_t colon = line.find(": ");
            return colon == std::string::npos ? std::string() : line.substr(colon + 2);
        }
    }
    return {};
}

std::string first_word(const std::string& path) {
    std::ifstream file(path);
    std::string word;
    file >> word;
    return word;
}

/// Returns a text such as "L1d 32K, L2 1024K, L3 32768K", for the first core.
std::string cache_sizes() {
    std::string all;
    for (int i = 0;; ++i) {
        const std::string folder = fmt::format("/sys/devices/system/cpu/cpu0/cache/index{}/", i);
        const std::string level = first_word(folder + "level");
        if (level.empty()) {
            return all;
        }
        const std::string type = first_word(folder + "type");
        const std::string_view suffix = type == "Data" ? "d" : type == "Instruction" ? "i" : "";
        all += fmt::format("{}L{}{} {}", all.empty() ? "" : ", ", level, suffix, first_word(folder + "size"));
    }
}

std::string instruction_sets() {
    std::string all;
#if defined(__x86_64__)
    __builtin_cpu_init();
    all += __builtin_cpu_supports("sse4.2") ? "SSE4.2 " : "";
    all += __builtin_cpu_supports("avx2") ? "AVX2 " : "";
    all += __builtin_cpu_supports("bmi2") ? "BMI2 " : "";
    all += __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")
               ? "AVX-512 "
               : "";
    if (!all.empty()) {
        all.pop_back();
    }
#elif defined(__aarch64__)
    all = "NEON";
#endif
    return all;
}

std::string compiler_version() {
#if defined(__clang__)
    return __VERSION__;
#elif defined(__GNUC__)
    return "GCC " __VERSION__;
#else
    return {};
#endif
}

/// The peers are compiled for one instruction set: the best that the options of the compiler allow.
std::string highway_target() {
#ifdef QUADRILLE_BENCH_HIGHWAY
    return hwy::TargetName(HWY_STATIC_TARGET);
#else
    return "none";
#endif
}

} // namespace

machine this_machine() {
    return {.cpu = or_unknown(cpu_model()),
            .threads = std::thread::hardware_concurrency(),
            .caches = or_unknown(cache_sizes()),
            .instructions = or_unknown(instruction_sets()),
            .compiler = or_unknown(compiler_version()),
            .build = QUADRILLE_BENCH_BUILD,
            .library_flags = QUADRILLE_BENCH_LIBRARY_FLAGS,
            .peer_flags = QUADRILLE_BENCH_PEER_FLAGS,
            .kernels = quadtree<>().stats().kernels,
            .peer_kernels = highway_target()};
}

} // namespace quadrille::bench
