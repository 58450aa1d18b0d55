// The help of verbs about files.
// SPDX-License-Identifier: MIT
#include "verb.hpp"

#include <fmt/format.h>

namespace quadrille::cli {

namespace {

constexpr const char* about_files =
    R"(A file is comma-separated text or GeoJSON, or XML of SUMO or GPX, or an index that quadrille
index has written, as it is or compressed by gzip or zstd. The name - means standard input.


Comma-separated text has a header with the names of its columns, in any order:
  id,x,y          points
  id,x,y,r        circles by center and radius
  id,x,y,w,h      boxes by lowest corner and size
  id,x0,y0,x1,y1  boxes by lowest and highest corner
  id,wkt          geometries as well-known text, such as POINT (1 2): read as those of GeoJSON
If shapes have times, add a column t; a time is a number, or of ISO 8601 (2026-05-01T12:30Z),
which becomes seconds since 1970. An id is a text, and spaces are part of it. Each id is there
once; with times, once at each time. Fields may be quoted as in RFC 4180. Numbers are finite
doubles (of circles up to 1e150); spaces around them are ignored. Blank lines are skipped. A row
may be as long as memory allows. Text is UTF-8, UTF-16 by its mark, else Latin-1.

Other tables are read, too, and a message on standard error says how, unless --quiet is given:
the mark between columns may be a semicolon, a tab, a bar or spaces, numbers may have a comma;
rows may be objects of JSON, on lines of their own (JSON Lines) or in an array, with the names
of the first; names may be in any case; x may be lon, long, lng, longitude or easting, y lat,
latitude or northing, or end so, as gps_lon; x0 min_x or xmin, and so on, t time, timestamp or
datetime, wkt geom or geometry, id name, vehicle, device (or these with _id), track_id,
agent_id, uid, pedID, imei or icao24; without such a column the number of a row is its id, from
1. A column NS of N and S gives latitudes their signs, EW longitudes. Other columns are left
out. A first row of numbers is data. Times may be a column time of 12:30:00 with a column date,
digits (20260501123000), numbers of --t-unit ms, frames (--fps), or 25/05/2026 12:30 as the
whole column allows, else by --t-format "%d/%m/%Y %H:%M". Lines before a table that begin with #
or % are passed over; lines end in LF, CR LF or CR. Of a table whose ids are all there once, at
several times, these do not count: it has events, unless --t says otherwise.
What may mean several things is an error, and the options say which: --x lon --y lat --id mmsi.

Reports of ships (AIS) have the id mmsi, and t BaseDateTime or # Timestamp, there with the day
first (01/05/2026 12:30:00). A row of them without a position (longitude 181, latitude 91) is
left out, and so is a point at a time whose id, time and position an earlier row has; a message
says how many. Of public transport (GTFS) stops are points, and shapes are lines through their
points by shape_pt_sequence.

GeoJSON is a FeatureCollection, a Feature or a geometry, or several of them, one behind the
other: newline-delimited (GeoJSONL) or text sequences. Lines and polygons are decided exactly, by
their vertices. A polygon has its edges, and what is inside of an odd number of its rings. With
--boxes each is replaced by the box around it; with --memory and --period that has to be given.
A feature with the geometry null is skipped; a message says how many. The id of a feature is its
property name, else its property id, else its own id, else its number, from 1. If several
features have the same id, # and the number are added to each. --id says another property. With
--t each is where one thing is at a time: a number, or of ISO 8601. Longitude and latitude are
plane coordinates; a message names another crs of the file, which --metres and --km reject.

XML is known by its root. fcd-export (SUMO --fcd-output): the vehicles, persons and containers
of each timestep are points with times. gpx: tracks with times are points; the id is the name
of the track, else its number, and behind it /1, /2, and so on if it has several segments.
Without times, tracks and routes are lines, and waypoints are points. lon is x, lat is y.

Other formats, zipped or not, and databases are read by GDAL if the package quadrille-gdal is
installed: places.gpkg, roads.shp, "PG:dbname=city". Of several layers --layer says which one.
Features are taken as those of GeoJSON are, fields as properties; the number of one is that of
its source.

If a file has an error, nothing is printed: the status is 2, and standard error says where
the error is and why. With --skip-bad bad rows and features are passed over: standard error says
how many, and what is wrong with the first ten; --quiet leaves out the ten. A row is bad, too, if
its id is there already. Bad JSON is passed over where each value has a line of its own.)";

} // namespace

std::string help_with_files(const char* answers) { return fmt::format("{}\n\n{}", about_files, answers); }

} // namespace quadrille::cli
