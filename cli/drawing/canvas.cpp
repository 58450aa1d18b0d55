// Draws by cairo.
// SPDX-License-Identifier: MIT
#include "canvas.hpp"

#include "files/text/errors.hpp"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <numbers>

namespace quadrille::cli {

namespace {

cairo_status_t append(void* bytes, const unsigned char* some, unsigned int count) {
    try {
        static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(some), count);
        return CAIRO_STATUS_SUCCESS;
    } catch (...) { // cairo is C
        return CAIRO_STATUS_NO_MEMORY;
    }
}

/// Returns the color as an SVG attribute.
std::string in_hex(const color& of) {
    const auto byte = [](double share) { return std::lround(share * 255); };
    return fmt::format("#{:02x}{:02x}{:02x}", byte(of.red), byte(of.green), byte(of.blue));
}

/// Escapes a text for the content of an XML element.
std::string in_xml(std::string_view text) {
    std::string escaped;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char letter = text[at];
        // XML does not allow the characters U+FFFE and U+FFFF.
        if (const std::string_view three = text.substr(at, 3); three == "\xEF\xBF\xBE" || three == "\xEF\xBF\xBF") {
            escaped += ' ';
            at += 2;
            continue;
        }
        switch (letter) {
        case '&': escaped += "&amp;"; break;
        case '<': escaped += "&lt;"; break;
        case '>': escaped += "&gt;"; break;
        default: escaped += static_cast<unsigned char>(letter) < ' ' && letter != '\n' ? ' ' : letter;
        }
    }
    return escaped;
}

void choose_font(cairo_t* drawn, double size) {
    cairo_select_font_face(drawn, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(drawn, size);
}

} // namespace

std::optional<picture_format> picture_format_of(std::string_view path) {
    const auto ends_in = [&](std::string_view ending) {
        return path.size() > ending.size() &&
               std::equal(ending.begin(), ending.end(), path.end() - static_cast<std::ptrdiff_t>(ending.size()),
                          [](char one, char other) {
                              return one == (other >= 'A' && other <= 'Z' ? other + ('a' - 'A') : other);
                          });
    };
    return ends_in(".png")   ? std::optional(picture_format::png)
           : ends_in(".svg") ? std::optional(picture_format::svg)
           : ends_in(".pdf") ? std::optional(picture_format::pdf)
                             : std::nullopt;
}

void canvas::releaser::operator()(_cairo* drawn) const noexcept { cairo_destroy(drawn); }

canvas::canvas(picture_format format, const pixel_size& size) : format_(format), size_(size) {
    cairo_surface_t* sheet = nullptr;
    if (format == picture_format::png) {
        sheet = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, size.width, size.height);
    } else if (format == picture_format::svg) {
        sheet = cairo_svg_surface_create_for_stream(append, &bytes_, size.width, size.height);
        cairo_svg_surface_set_document_unit(sheet, CAIRO_SVG_UNIT_PX);
    } else {
        sheet = cairo_pdf_surface_create_for_stream(append, &bytes_, size.width, size.height);
        // Equal pictures must have equal bytes on every day.
        cairo_pdf_surface_set_metadata(sheet, CAIRO_PDF_METADATA_CREATE_DATE, "");
    }
    drawn_.reset(cairo_create(sheet));
    cairo_surface_destroy(sheet);
    demand();
    cairo_set_line_cap(drawn_.get(), CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(drawn_.get(), CAIRO_LINE_JOIN_MITER);
}

canvas::~canvas() = default;

void canvas::demand() const {
    const cairo_status_t drawing = cairo_status(drawn_.get());
    const cairo_status_t sheet = cairo_surface_status(cairo_get_target(drawn_.get()));
    if (const cairo_status_t status = drawing != CAIRO_STATUS_SUCCESS ? drawing : sheet;
        status != CAIRO_STATUS_SUCCESS) {
        throw files::failure(fmt::format("the picture cannot be drawn: {}", cairo_status_to_string(status)));
    }
}

void canvas::add_box(const frame& where) {
    cairo_rectangle(drawn_.get(), where.left, where.top, where.width, where.height);
}

void canvas::add_circle(const point<double>& center, double radius) {
    cairo_new_sub_path(drawn_.get());
    cairo_arc(drawn_.get(), center.x, center.y, radius, 0, 2 * std::numbers::pi);
    cairo_close_path(drawn_.get());
}

void canvas::add_polygon(std::span<const point<double>> vertices) {
    cairo_new_sub_path(drawn_.get());
    for (const point<double>& vertex : vertices) {
        cairo_line_to(drawn_.get(), vertex.x, vertex.y);
    }
    cairo_close_path(drawn_.get());
}

void canvas::add_line(const point<double>& from, const point<double>& to) {
    cairo_move_to(drawn_.get(), from.x, from.y);
    cairo_line_to(drawn_.get(), to.x, to.y);
}

void canvas::fill(const color& with) { fill_and_stroke(with, with.with(0), 0); }
void canvas::stroke(const color& with, double width) { fill_and_stroke(with.with(0), with, width); }

void canvas::fill_and_stroke(const color& inside, const color& outline, double width) {
    cairo_t* const drawn = drawn_.get();
    if (inside.opacity > 0) {
        cairo_set_source_rgba(drawn, inside.red, inside.green, inside.blue, inside.opacity);
        cairo_fill_preserve(drawn);
    }
    if (outline.opacity > 0 && width > 0) {
        cairo_set_source_rgba(drawn, outline.red, outline.green, outline.blue, outline.opacity);
        cairo_set_line_width(drawn, width);
        cairo_stroke_preserve(drawn);
    }
    cairo_new_path(drawn);
    demand();
}

void canvas::begin_clip(const frame& where) {
    cairo_save(drawn_.get());
    add_box(where);
    cairo_clip(drawn_.get());
}

void canvas::end_clip() { cairo_restore(drawn_.get()); }

double canvas::width_of(std::string_view what, double size) {
    choose_font(drawn_.get(), size);
    cairo_text_extents_t extents;
    cairo_text_extents(drawn_.get(), std::string(what).c_str(), &extents);
    demand();
    return extents.x_advance;
}

void canvas::text(const point<double>& at, std::string_view what, const color& with, double size, anchor side) {
    const double width = width_of(what, size);
    const double left = at.x - (side == anchor::start ? 0 : side == anchor::middle ? width / 2 : width);
    cairo_set_source_rgba(drawn_.get(), with.red, with.green, with.blue, with.opacity);
    cairo_move_to(drawn_.get(), left, at.y);
    cairo_show_text(drawn_.get(), std::string(what).c_str());
    cairo_new_path(drawn_.get());
    demand();
}

void canvas::label(const point<double>& at, const std::string& what, double width, const color& with, const color& halo,
                   double size) {
    constexpr double halo_width = 2.5;
    if (format_ == picture_format::svg) {
        // The text keeps its measured width with every font of the reader.
        texts_ +=
            fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" textLength=\"{:.2f}\" lengthAdjust=\"spacingAndGlyphs\" "
                        "font-family=\"sans-serif\" font-size=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\" "
                        "stroke-linejoin=\"round\" paint-order=\"stroke\">{}</text>\n",
                        at.x, at.y, width, size, in_hex(with), in_hex(halo), halo_width, in_xml(what));
        return;
    }
    cairo_t* const drawn = drawn_.get();
    choose_font(drawn, size);
    cairo_move_to(drawn, at.x, at.y);
    cairo_text_path(drawn, what.c_str());
    cairo_set_line_join(drawn, CAIRO_LINE_JOIN_ROUND);
    fill_and_stroke(halo.with(0), halo, halo_width);
    cairo_set_line_join(drawn, CAIRO_LINE_JOIN_MITER);
    text(at, what, with, size);
}

void canvas::image(const point<double>& corner, const pixel_size& size, std::span<const std::uint32_t> pixels) {
    cairo_surface_t* const sheet = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, size.width, size.height);
    if (cairo_surface_status(sheet) == CAIRO_STATUS_SUCCESS) {
        unsigned char* const to = cairo_image_surface_get_data(sheet);
        const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(sheet));
        const auto width = static_cast<std::size_t>(size.width);
        for (std::size_t row = 0; row < static_cast<std::size_t>(size.height); ++row) {
            std::memcpy(to + row * stride, pixels.data() + row * width, width * sizeof(std::uint32_t));
        }
        cairo_surface_mark_dirty(sheet);
    }
    cairo_set_source_surface(drawn_.get(), sheet, corner.x, corner.y);
    cairo_surface_destroy(sheet);
    cairo_pattern_set_filter(cairo_get_source(drawn_.get()), CAIRO_FILTER_NEAREST);
    cairo_paint(drawn_.get());
    demand();
}

std::string canvas::file(std::string_view title, std::string_view description) {
    cairo_surface_t* const sheet = cairo_get_target(drawn_.get());
    if (format_ == picture_format::pdf) {
        cairo_pdf_surface_set_metadata(sheet, CAIRO_PDF_METADATA_TITLE, std::string(title).c_str());
        cairo_pdf_surface_set_metadata(sheet, CAIRO_PDF_METADATA_SUBJECT, std::string(description).c_str());
    }
    if (format_ == picture_format::png) {
        cairo_surface_flush(sheet);
        cairo_surface_write_to_png_stream(sheet, append, &bytes_);
    } else {
        cairo_show_page(drawn_.get());
        cairo_surface_finish(sheet);
    }
    const cairo_status_t status = cairo_surface_status(sheet);
    if (status != CAIRO_STATUS_SUCCESS || bytes_.empty()) {
        throw files::failure(fmt::format("the picture cannot be drawn: {}", cairo_status_to_string(status)));
    }
    if (format_ == picture_format::svg) {
        const std::size_t element = bytes_.find("<svg");
        const std::size_t end = element == std::string::npos ? element : bytes_.find('>', element);
        if (end != std::string::npos) {
            bytes_.insert(end + 1,
                          fmt::format("\n<title>{}</title>\n<desc>{}</desc>", in_xml(title), in_xml(description)));
        }
        if (const std::size_t last = bytes_.rfind("</svg>"); last != std::string::npos) {
            bytes_.insert(last, texts_);
        }
    }
    return std::move(bytes_);
}

std::vector<std::uint32_t> canvas::pixels() {
    cairo_surface_t* const sheet = cairo_get_target(drawn_.get());
    cairo_surface_flush(sheet);
    const unsigned char* const from = cairo_image_surface_get_data(sheet);
    const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(sheet));
    const auto width = static_cast<std::size_t>(size_.width);
    const auto height = static_cast<std::size_t>(size_.height);
    std::vector<std::uint32_t> copy(width * height);
    for (std::size_t row = 0; row < height; ++row) {
        std::memcpy(copy.data() + row * width, from + row * stride, width * sizeof(std::uint32_t));
    }
    return copy;
}

} // namespace quadrille::cli
