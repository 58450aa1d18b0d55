// Rows of shapes on disk: each with its number, its id and, if there are times, its time.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_DISK_SPILLED_ROWS_HPP
#define QUADRILLE_CLI_DISK_SPILLED_ROWS_HPP

#include "spill_file.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace quadrille::cli {

/// Writes fields of fixed and of variable size; the reader reads them in the order of the calls of `add` and `text`.
class field_writer {
public:
    template <class Value>
    void add(const Value& value) {
        static_assert(std::is_trivially_copyable_v<Value>);
        add(&value, sizeof value);
    }
    void text(std::string_view text) {
        add(static_cast<std::uint32_t>(text.size()));
        add(text.data(), text.size());
    }
    std::size_t size() const noexcept { return size_; }
    std::span<const std::byte> bytes() const noexcept { return std::span(bytes_).first(size_); }
    void clear() noexcept { size_ = 0; }

private:
    void add(const void* from, std::size_t count) {
        if (count > bytes_.size() - size_) {
            bytes_.resize(2 * (size_ + count));
        }
        if (count > 0) {
            std::memcpy(bytes_.data() + size_, from, count);
        }
        size_ += count;
    }

    std::vector<std::byte> bytes_;
    std::size_t size_ = 0;
};

class field_reader {
public:
    explicit field_reader(std::span<const std::byte> rest) : rest_(rest) {}

    bool is_empty() const noexcept { return rest_.empty(); }
    std::size_t rest() const noexcept { return rest_.size(); }
    template <class Value>
    Value take() noexcept {
        Value value;
        std::memcpy(&value, rest_.data(), sizeof value);
        rest_ = rest_.subspan(sizeof value);
        return value;
    }
    std::string_view text() noexcept {
        const auto size = take<std::uint32_t>();
        const std::string_view text(reinterpret_cast<const char*>(rest_.data()), size);
        rest_ = rest_.subspan(size);
        return text;
    }

private:
    std::span<const std::byte> rest_;
};

/// Records of one kind, in the order in which they were added, in chunks of a spill file.
class spilled_records {
public:
    /// Adds a record that `write(field_writer&)` writes. Chunks have about `chunk_bytes` bytes.
    template <class Write>
    void add(spill_file& to, std::size_t chunk_bytes, const Write& write) {
        write(pending_);
        ++count_;
        if (pending_.size() >= chunk_bytes) {
            flush(to);
        }
    }
    /// Writes the last chunk. Call it after the last record.
    void finish(spill_file& to) {
        flush(to);
        pending_ = {};
    }

    std::uint64_t count() const noexcept { return count_; }
    std::uint64_t bytes() const noexcept { return bytes_; }

    /// Calls `take(field_reader&)` for each record; `take` reads the fields that were written.
    template <class Take>
    void each(spill_file& from, const Take& take) const {
        std::vector<std::byte> chunk;
        for (const spilled_bytes& where : chunks_) {
            chunk.resize(where.size);
            from.read(where, chunk);
            field_reader reader(chunk);
            while (!reader.is_empty()) {
                take(reader);
            }
        }
    }
    /// Does the same for the records of a chunk, 0 … chunk_count() − 1.
    std::size_t chunk_count() const noexcept { return chunks_.size(); }
    void read_chunk(spill_file& from, std::size_t which, std::vector<std::byte>& into) const {
        into.resize(chunks_[which].size);
        from.read(chunks_[which], into);
    }

private:
    void flush(spill_file& to) {
        if (pending_.size() > 0) {
            chunks_.push_back(to.append(pending_.bytes()));
            bytes_ += pending_.size();
            pending_.clear();
        }
    }

    field_writer pending_;
    std::vector<spilled_bytes> chunks_;
    std::uint64_t count_ = 0;
    std::uint64_t bytes_ = 0;
};

/// Reads the records one by one, in their order.
class record_cursor {
public:
    record_cursor(const spilled_records& of, spill_file& from) : of_(of), from_(from) {}

    /// Returns the reader of the next record, which must exist. It is valid until the next call.
    field_reader& next() {
        if (reader_.is_empty()) {
            of_.read_chunk(from_, which_++, chunk_);
            reader_ = field_reader(chunk_);
        }
        return reader_;
    }

private:
    const spilled_records& of_;
    spill_file& from_;
    std::size_t which_ = 0;
    std::vector<std::byte> chunk_;
    field_reader reader_{{}};
};

/// The size of a chunk while a file is read.
inline constexpr std::size_t row_chunk_bytes = 1 << 16;

/// A row of a file of shapes. The id is valid as long as the record that it was read from.
template <class Shape>
struct spilled_row {
    Shape shape;
    double t;
    std::uint32_t number; ///< in its file, from 0
    std::string_view id;

    static spilled_row taken(field_reader& from) {
        const auto shape = from.template take<Shape>();
        const auto t = from.template take<double>();
        const auto number = from.template take<std::uint32_t>();
        return {shape, t, number, from.text()};
    }
    void write(field_writer& to) const {
        to.add(shape);
        to.add(t);
        to.add(number);
        to.text(id);
    }
};

/// Rows with shapes of one kind.
template <class Shape>
struct spilled_rows {
    spilled_records records;

    void add(spill_file& to, std::size_t chunk_bytes, const spilled_row<Shape>& row) {
        records.add(to, chunk_bytes, [&](field_writer& out) { row.write(out); });
    }
    template <class Use>
    void each(spill_file& from, const Use& use) const {
        records.each(from, [&](field_reader& in) { use(spilled_row<Shape>::taken(in)); });
    }
};

} // namespace quadrille::cli

#endif
