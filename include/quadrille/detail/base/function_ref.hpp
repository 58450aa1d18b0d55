// A reference to a callable of any type. Code that calls it is compiled once for all types.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_BASE_FUNCTION_REF_HPP
#define QUADRILLE_DETAIL_BASE_FUNCTION_REF_HPP

#include <concepts>
#include <type_traits>
#include <utility>

namespace quadrille::detail {

template <class Signature>
class function_ref;

/// Does not own the callable, which must outlive every call.
template <class Result, class... Arguments>
class function_ref<Result(Arguments...)> {
public:
    function_ref() = default;
    template <class Callable>
        requires(!std::same_as<std::remove_cvref_t<Callable>, function_ref> &&
                 requires(std::remove_reference_t<Callable>& callable, Arguments&&... arguments) {
                     callable(std::forward<Arguments>(arguments)...);
                 })
    function_ref(Callable&& callable) noexcept {
        using type = std::remove_reference_t<Callable>;
        if constexpr (std::is_function_v<type>) {
            address_ = reinterpret_cast<void*>(&callable);
        } else {
            address_ = const_cast<void*>(static_cast<const volatile void*>(&callable));
        }
        call_ = [](void* address, Arguments... arguments) {
            if constexpr (std::is_function_v<type>) {
                return static_cast<Result>((*reinterpret_cast<type*>(address))(std::forward<Arguments>(arguments)...));
            } else {
                return static_cast<Result>((*static_cast<type*>(address))(std::forward<Arguments>(arguments)...));
            }
        };
    }

    Result operator()(Arguments... arguments) const { return call_(address_, std::forward<Arguments>(arguments)...); }
    explicit operator bool() const noexcept { return call_ != nullptr; }

private:
    void* address_ = nullptr;
    Result (*call_)(void* address, Arguments... arguments) = nullptr;
};

} // namespace quadrille::detail

#endif
