// Who takes the features of a file as they are read: GeoJSON, and what GDAL reads.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_JSON_FEATURE_SINK_HPP
#define QUADRILLE_FILES_JSON_FEATURE_SINK_HPP

#include "files/rows/attributes.hpp"
#include "files/rows/geometry.hpp"

#include "json_reader.hpp"

#include <quadrille/geometry.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace quadrille::files {

struct feature {
    std::string_view id;  ///< empty where it has none: then its number is it
    std::uint64_t number; ///< in the file, from 1
    box<double> bounds;
    bool is_point;
    std::span<const numbered_attribute> attributes = {};
    geometry_view drawn = {};   ///< by vertices; nothing of a single point
    std::string_view type = {}; ///< of its geometry
};

class feature_sink {
public:
    feature_sink() = default;
    feature_sink(const feature_sink&) = delete;
    feature_sink& operator=(const feature_sink&) = delete;
    virtual ~feature_sink() = default;

    /// Whether features are to be drawn by vertices, and not by their bounds alone.
    virtual bool wants_vertices() const noexcept { return false; }
    /// Before all: the name of the file, as messages call it.
    virtual void begin(const std::string& name) = 0;
    virtual void add(const feature& one) = 0;
    /// A feature without a geometry.
    virtual void skip() = 0;
    /// Whether properties are told.
    virtual bool wants_properties() const noexcept { return false; }
    /// A property of a feature that comes, which may be wrong yet. The text is that of a text, number or boolean.
    virtual void property(const std::string& /*name*/, json_event /*value*/, std::string_view /*text*/) {}
    /// What was added were no features after all.
    virtual void forget() = 0;
};

/// The id of each of several features with one id: ` #` and its number are behind it.
std::string with_its_number(std::string_view id, std::uint64_t number);

} // namespace quadrille::files

#endif
