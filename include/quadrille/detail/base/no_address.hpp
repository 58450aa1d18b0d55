// An attribute for members without data, which then take no space. MSVC ignores that of C++20 and has its own.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_BASE_NO_ADDRESS_HPP
#define QUADRILLE_DETAIL_BASE_NO_ADDRESS_HPP

#ifdef _MSC_VER
#define QUADRILLE_NO_UNIQUE_ADDRESS [[msvc::no_unique_address]]
#else
#define QUADRILLE_NO_UNIQUE_ADDRESS [[no_unique_address]]
#endif

#endif
