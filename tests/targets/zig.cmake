# Zig's clang, libc++ and linker for another system, each of which it has in one package. QUADRILLE_TARGET_SYSTEM names the system as Zig
# does: x86_64-linux-musl, aarch64-linux-musl, x86_64-windows-gnu, aarch64-macos. QUADRILLE_ZIG is the program.
# SPDX-License-Identifier: MIT
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES QUADRILLE_TARGET_SYSTEM QUADRILLE_ZIG)
string(REGEX MATCH "^[^-]+" CMAKE_SYSTEM_PROCESSOR ${QUADRILLE_TARGET_SYSTEM})
set(CMAKE_C_COMPILER ${QUADRILLE_ZIG} cc -target ${QUADRILLE_TARGET_SYSTEM})
set(CMAKE_CXX_COMPILER ${QUADRILLE_ZIG} c++ -target ${QUADRILLE_TARGET_SYSTEM})
foreach(tool ar ranlib) # CMake calls them by a path alone
  set(program ${CMAKE_BINARY_DIR}/zig-${tool})
  if(NOT EXISTS ${program})
    file(WRITE ${program} "#!/bin/sh\nexec '${QUADRILLE_ZIG}' ${tool} \"$@\"\n")
    file(CHMOD ${program} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
  endif()
  string(TOUPPER ${tool} name)
  set(CMAKE_${name} ${program})
endforeach()

if(QUADRILLE_TARGET_SYSTEM MATCHES "windows")
  set(CMAKE_SYSTEM_NAME Windows)
  set(CMAKE_CROSSCOMPILING_EMULATOR wine)
elseif(QUADRILLE_TARGET_SYSTEM MATCHES "macos")
  set(CMAKE_SYSTEM_NAME Darwin)
  set(CMAKE_INSTALL_NAME_TOOL true) # Zig has none, and nothing is installed
  set(CMAKE_CXX_FLAGS_INIT "-include cfloat") # Debian's GoogleTest has it from other headers elsewhere
else()
  set(CMAKE_SYSTEM_NAME Linux)
  set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${CMAKE_SYSTEM_PROCESSOR})
endif()
