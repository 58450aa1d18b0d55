// Puts a layer together from features.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_LAYER_FEATURE_LAYER_HPP
#define QUADRILLE_FILES_LAYER_FEATURE_LAYER_HPP

#include "files/json/feature_sink.hpp"
#include "layer.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace quadrille::files {

class feature_layer final : public feature_sink {
public:
    explicit feature_layer(bool with_vertices) : with_vertices_(with_vertices) {}

    bool wants_vertices() const noexcept override { return with_vertices_; }

    void begin(const std::string& name) override { built_.name = name; }
    void add(const feature& one) override;
    void skip() override { ++built_.skipped; }
    void forget() override;

    layer finish() &&;

private:
    bool number_shared_ids();

    bool with_vertices_;
    layer built_;
    std::vector<std::uint32_t> numbers_; ///< of each row's feature, from 1
};

} // namespace quadrille::files

#endif
