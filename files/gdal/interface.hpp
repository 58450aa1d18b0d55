// The interface of the command and its GDAL module: plain structs and functions, so that each can be rebuilt alone.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_GDAL_INTERFACE_HPP
#define QUADRILLE_FILES_GDAL_INTERFACE_HPP

#include <cstdint>

namespace quadrille::files::gdal {

/// The version of this file. A new function after the last one does not change it: `bytes` tells which functions exist.
inline constexpr std::uint32_t interface_version = 3;

/// Text or bytes of the module. They are valid until the next call with the same source.
struct bytes_view {
    const char* begin; ///< null if there is none
    std::uint64_t size;
};

/// Why a call failed. If `wanted` is empty, `found` is the message of GDAL.
struct fault {
    bytes_view wanted;
    bytes_view found;
    std::uint64_t row; ///< from 1; 0 if the error is not in a row
};

/// A file, folder or database that GDAL has opened.
struct source;

/// What to read. A null pointer requests nothing.
struct wish {
    const char* layer;         ///< may be null if there is only one
    const char* where;         ///< SQL: the condition for the rows
    const char* crs;           ///< the target system of coordinates, such as EPSG:25832
    const char* const* fields; ///< names of the fields that become attributes
    std::uint64_t field_count;
    std::uint8_t all_fields;      ///< all fields become attributes
    std::uint8_t crs_is_optional; ///< a layer without a reference system is read as it is
    const char*
        id; ///< the field with the ids of rows, or "-" for the numbers that the source has; else a name, or an id
    const char* time; ///< the field with the times of rows
};

/// The facts about a layer that are known before its first row.
struct layer_facts {
    bytes_view name;
    std::uint64_t rows; ///< from the file; 0 if the file does not have it
    bytes_view crs;     ///< the name of the rows' reference system; empty if the layer has none and none was requested
    bytes_view reprojected_of; ///< the name of the layer's own system, if coordinates are transformed
    const bytes_view* taken; ///< names of the rows' attributes, in their order: as requested, or as the layer has them
    std::uint64_t taken_count;
    const bytes_view* others; ///< names of further fields, if only some are requested
    std::uint64_t others_count;
    bytes_view driver;        ///< the short name
    const bytes_view* layers; ///< names of all layers with shapes
    std::uint64_t layer_count;
    std::uint8_t has_numbers_as_ids; ///< no field of the layer has ids
};

/// An attribute of a row.
struct value {
    bytes_view text;       ///< empty if the row has none
    std::uint8_t is_plain; ///< a number or boolean in the form of JSON
};

/// A row. The geometry is WKB in either byte order, without curves.
struct row {
    bytes_view geometry; ///< empty if there is none
    bytes_view id;       ///< as requested; if rows have no times, a row without an id has its number in the source
    bytes_view time;     ///< ISO 8601 if the source knows that it is a time; else the original text
    const value* values; ///< as many as `taken` of the layer
};

/// The next rows.
struct batch {
    const row* rows;
    std::uint64_t count; ///< 0 at the end
};

/// A file to make from GeoJSON. If the first member after its type is `"crs":null`, the reference system is unknown.
struct translation {
    const char* from;
    const char* to;
    const char* driver;
    const char* layer;        ///< the name of the new layer
    bool (*is_interrupted)(); ///< called now and then; true stops the work
};

struct functions {
    std::uint32_t version;
    std::uint32_t bytes; ///< the size of this struct

    /// Opens a source by its name, with `driver` unless that is null. Returns null if GDAL cannot open it; then `*why`
    /// is valid until the next call of `open`.
    source* (*open)(const char* name, const char* driver, fault* why);
    void (*close)(source* of);
    /// Begins to read a layer. Returns false on failure.
    bool (*begin)(source* of, const wish* wanted, layer_facts* facts, fault* why);
    /// Reads the next rows. Returns false if one of them cannot be read; then it does not return the rows before it
    /// either.
    bool (*next)(source* of, batch* rows, fault* why);
    /// Returns one warning of GDAL since the last call; call it until it returns an empty one.
    bytes_view (*warning)(source* of);

    /// Returns whether there is a driver of this name that can write. `*why` is as for `open`.
    bool (*can_write)(const char* driver, fault* why);
    /// Makes a file. Returns false on failure, and leaves what it has written. `*why` is as for `open`.
    bool (*translate)(const translation* wanted, fault* why);
};

/// The name and type of the function that a module exports. It returns the functions of the module; null if their
/// version is another one.
inline constexpr const char* entry_name = "quadrille_gdal_functions";
using entry = const functions* (*)(std::uint32_t version);

} // namespace quadrille::files::gdal

#endif
