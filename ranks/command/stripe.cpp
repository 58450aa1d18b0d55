// Stripes of a file: each rank reads its part of the rows.
// SPDX-License-Identifier: MIT
#include "stripe.hpp"

#include "files/tables/dialect.hpp"
#include "together.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

namespace quadrille::cli {

namespace {

/// Reads the bytes of a file at any offset.
class byte_reader {
public:
    explicit byte_reader(const std::string& path) : path_(path), file_(std::fopen(path.c_str(), "rb")) {
        std::error_code failed;
        size_ = std::filesystem::file_size(path, failed);
        if (!file_ || failed) {
            throw files::bad_input(
                fmt::format("{}: wanted a file that can be read by every rank, found none", files::shown_path(path)));
        }
    }

    std::uint64_t size() const { return size_; }
    /// Calls `use(bytes)` for one piece after another until it returns false.
    template <class Use>
    void each_piece(std::uint64_t from, std::uint64_t till, const Use& use) {
        std::vector<char> piece(1U << 20U);
        if (std::fseek(file_.get(), static_cast<long>(from), SEEK_SET) != 0) {
            throw files::bad_input(files::shown_path(path_) +
                                   ": wanted a file that can be read from the middle, found another");
        }
        for (bool goes_on = true; goes_on && from < till;) {
            const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), till - from));
            const std::size_t length = std::fread(piece.data(), 1, wanted, file_.get());
            if (length == 0) {
                throw files::bad_input(files::shown_path(path_) +
                                       ": wanted a file that stays as it is, found it shorter");
            }
            goes_on = use(std::string_view(piece.data(), length));
            from += length;
        }
    }

private:
    struct closer {
        void operator()(std::FILE* file) const noexcept { std::fclose(file); }
    };

    const std::string& path_;
    std::unique_ptr<std::FILE, closer> file_;
    std::uint64_t size_ = 0;
};

/// Returns the beginning of the first row after this byte; line breaks in quotes do not end a row.
std::uint64_t row_behind(byte_reader& file, std::uint64_t at, bool is_quoted) {
    file.each_piece(at, file.size(), [&](std::string_view some) {
        for (const char byte : some) {
            ++at;
            is_quoted = is_quoted != (byte == '"');
            if (byte == '\n' && !is_quoted) {
                return false;
            }
        }
        return true;
    });
    return at;
}

/// Returns the beginning of the first line after this byte.
std::uint64_t line_behind(byte_reader& file, std::uint64_t at) {
    file.each_piece(at, file.size(), [&](std::string_view some) {
        const std::size_t end = some.find('\n');
        at += std::min(end, some.size() - 1) + 1;
        return end == std::string_view::npos;
    });
    return at;
}

/// Returns the beginning of the file in whole lines, with the first rows.
std::string sample_of(byte_reader& file) {
    constexpr std::ptrdiff_t rows = 3; // the first may name the delimiter, the second the columns
    std::string sample;
    file.each_piece(0, file.size(), [&](std::string_view some) {
        sample += some;
        return sample.size() < files::text_file::sample_bytes || std::count(sample.begin(), sample.end(), '\n') < rows;
    });
    sample.resize(sample.size() == file.size() ? sample.size() : sample.rfind('\n') + 1);
    return sample;
}

} // namespace

files::text_file stripe_of(const std::string& path, const files::reading& how) {
    int rank = 0;
    int size = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::unique_ptr<byte_reader> file;
    std::uint64_t table = 0; // its beginning: quotes before it are not those of rows
    std::uint64_t from = 0;
    std::uint64_t till = 0;
    std::uint64_t quotes = 0;
    std::string sample;
    files::dialect found;
    do_together([&] {
        file = std::make_unique<byte_reader>(path);
        sample = sample_of(*file);
        found.has_delimiter_line = files::told_delimiter(sample).has_value();
        if (files::lines_before_table(sample, how) > 0) {
            found = files::dialect_of(sample, files::shown_path(path), how);
        }
        for (std::uint64_t line = 0; line < found.lines_before; ++line) {
            table = line_behind(*file, table);
        }
        const std::uint64_t share = file->size() / std::uint64_t(size);
        from = std::max(table, share * std::uint64_t(rank));
        till = rank == size - 1 ? file->size() : std::max(table, share * std::uint64_t(rank + 1));
        file->each_piece(from, till, [&](std::string_view some) {
            quotes += static_cast<std::uint64_t>(std::count(some.begin(), some.end(), '"'));
            return true;
        });
    });
    const std::uint64_t before = sum_before(quotes);
    std::vector<char> text;
    std::uint64_t lines = 0;
    std::uint64_t lines_of_header = 0;
    do_together([&] {
        std::uint64_t header = table; // the end of the header
        for (int row = found.has_delimiter_line ? 0 : 1; row < 2; ++row) {
            header = row_behind(*file, header, false);
        }
        const auto border = [&](std::uint64_t at, std::uint64_t quotes_before) {
            return std::max(header, row_behind(*file, at, quotes_before % 2 != 0));
        };
        const std::uint64_t begin = rank == 0 ? 0 : border(from, before);
        const std::uint64_t end = rank == size - 1 ? file->size() : border(till, before + quotes);
        const auto append = [&](std::string_view some) {
            text.insert(text.end(), some.begin(), some.end());
            return true;
        };
        if (rank > 0) {
            file->each_piece(0, header, append);
            lines_of_header = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
        }
        file->each_piece(begin, end, append);
        lines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n')) - lines_of_header;
    });
    const std::uint64_t lines_before = sum_before(lines);
    return {files::shown_path(path), std::move(text), rank == 0 ? 0 : lines_before - lines_of_header, rank > 0,
            std::move(sample)};
}

} // namespace quadrille::cli
