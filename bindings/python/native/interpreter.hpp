// The lock of the interpreter.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_PYTHON_NATIVE_INTERPRETER_HPP
#define QUADRILLE_BINDINGS_PYTHON_NATIVE_INTERPRETER_HPP

#include <pybind11/pybind11.h>

namespace quadrille::flat {

namespace py = pybind11;

/// Releases the lock. It takes less time than pybind11's class, which can also detach a thread.
class interpreter_unlocked {
public:
    interpreter_unlocked() noexcept : thread_(PyEval_SaveThread()) {}
    interpreter_unlocked(const interpreter_unlocked&) = delete;
    interpreter_unlocked& operator=(const interpreter_unlocked&) = delete;
    ~interpreter_unlocked() { PyEval_RestoreThread(thread_); }

private:
    PyThreadState* thread_;
};

/// Keeps the lock, for calls that take less time than its release.
class interpreter_locked {
public:
    interpreter_locked() noexcept {} // so that an object of it is used
};

} // namespace quadrille::flat

#endif
