// The receivers of answers over a runner; the verbs select their form by these types.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_THREADS_RECEIVERS_HPP
#define QUADRILLE_DETAIL_THREADS_RECEIVERS_HPP

namespace quadrille::parallel {

/// A receiver of answers that calls one visitor per piece: see `per_piece`.
template <class Make>
struct visitor_per_piece {
    Make make;
};

/// A receiver of answers that calls one visitor, in order: see `in_order`.
template <class Visitor, class Workspace>
struct visitor_in_order {
    Visitor visitor;
    Workspace* workspace; ///< or null
};

} // namespace quadrille::parallel

#endif
