// What the command and its module over GDAL call each other by: plain structs and functions, so that either may be built anew alone.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_GDAL_INTERFACE_HPP
#define QUADRILLE_FILES_GDAL_INTERFACE_HPP

#include <cstdint>

namespace quadrille::files::gdal {

/// Of this file. What is added behind the last function leaves it as it is: `bytes` says which functions there are.
inline constexpr std::uint32_t interface_version = 3;

/// Text or bytes of the module's. They last until the next call with the source that they are of.
struct bytes_view {
    const char* begin; ///< null where there is none
    std::uint64_t size;
};

/// Why a call failed. Without `wanted`, `found` is what GDAL said.
struct fault {
    bytes_view wanted;
    bytes_view found;
    std::uint64_t row; ///< from 1; 0 where it is no row that is wrong
};

/// A file, folder or database that GDAL has opened.
struct source;

/// What is read. What is null is not asked for.
struct wish {
    const char* layer;         ///< may be null where there is one alone
    const char* where;         ///< SQL: the rows that it is true for
    const char* crs;           ///< such as EPSG:25832: what coordinates are brought into
    const char* const* fields; ///< names of those that are attributes
    std::uint64_t field_count;
    std::uint8_t all_fields;      ///< all are
    std::uint8_t crs_is_optional; ///< a layer that does not say what its coordinates are is read as it is
    const char*
        id; ///< the field with the ids of rows, or "-" for the numbers that the source has; else a name, or an id
    const char* time; ///< the field with their times
};

/// What is known of a layer before its first row.
struct layer_facts {
    bytes_view name;
    std::uint64_t rows; ///< as the file says; 0 where it does not
    bytes_view
        crs; ///< the name of the reference system that rows come in; none where the layer has none and none was asked for
    bytes_view reprojected_of; ///< the name of the layer's own, where coordinates are changed
    const bytes_view*
        taken; ///< names of the attributes of rows, in their order: as they are wanted, or as the layer has them
    std::uint64_t taken_count;
    const bytes_view* others; ///< names of further fields, where some are wanted
    std::uint64_t others_count;
    bytes_view driver;        ///< its short name
    const bytes_view* layers; ///< names of all with shapes
    std::uint64_t layer_count;
    std::uint8_t has_numbers_as_ids; ///< no field of the layer has ids
};

/// An attribute of a row.
struct value {
    bytes_view text;       ///< none where it has none
    std::uint8_t is_plain; ///< a number or boolean as JSON has it
};

/// A row. The geometry is WKB, of either byte order, without curves.
struct row {
    bytes_view geometry; ///< none where it has none
    bytes_view id;   ///< as it is wanted; where rows have no times, those without one have the number of their source
    bytes_view time; ///< as ISO 8601, where the source knows it to be a time; else as it is written
    const value* values; ///< as many as attributes are taken
};

/// Rows that are at hand.
struct batch {
    const row* rows;
    std::uint64_t count; ///< 0 at the end
};

/// A file that is made of one of GeoJSON. One whose first member behind its type is `"crs":null` is in no known reference system.
struct translation {
    const char* from;
    const char* to;
    const char* driver;
    const char* layer;        ///< the name of the one that is made
    bool (*is_interrupted)(); ///< asked now and then: whether to stop
};

struct functions {
    std::uint32_t version;
    std::uint32_t bytes; ///< of this struct

    /// Opens what GDAL can open by this name, by this driver where it is not null. Null when it cannot; then `*why` lasts until the next
    /// call of it.
    source* (*open)(const char* name, const char* driver, fault* why);
    void (*close)(source* of);
    /// Begins to read a layer. False when it cannot.
    bool (*begin)(source* of, const wish* wanted, layer_facts* facts, fault* why);
    /// The next rows. False when one cannot be read; those before it do not come then.
    bool (*next)(source* of, batch* rows, fault* why);
    /// What GDAL has warned of since the last call, one a call; none at the end.
    bytes_view (*warning)(source* of);

    /// Whether there is a driver of this name, and it can write. `*why` as of `open`.
    bool (*can_write)(const char* driver, fault* why);
    /// Makes a file. False when it cannot; what has been written by then is left. `*why` as of `open`.
    bool (*translate)(const translation* wanted, fault* why);
};

/// The name and type of the function that a module has: its functions; null if they are of another version.
inline constexpr const char* entry_name = "quadrille_gdal_functions";
using entry = const functions* (*)(std::uint32_t version);

} // namespace quadrille::files::gdal

#endif
