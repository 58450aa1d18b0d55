// The lock and the garbage collector of the interpreter.
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

/// Pauses the cyclic garbage collector: lists of ints and tuples of ints are in no cycle, and it would visit all of
/// them again and again while they are made.
class collector_pause {
public:
#if PY_VERSION_HEX >= 0x030A0000
    collector_pause() noexcept : was_on_(PyGC_Disable() != 0) {}
    ~collector_pause() {
        if (was_on_) {
            PyGC_Enable();
        }
    }
#else
    collector_pause() noexcept {} // the interpreter has no function for it
    ~collector_pause() {}
#endif
    collector_pause(const collector_pause&) = delete;
    collector_pause& operator=(const collector_pause&) = delete;

private:
#if PY_VERSION_HEX >= 0x030A0000
    bool was_on_;
#endif
};

/// Raises the exception of a pending signal, such as Ctrl-C.
inline void look_for_signals() {
    if (PyErr_CheckSignals() != 0) {
        throw py::error_already_set();
    }
}

} // namespace quadrille::flat

#endif
