# A compiler for another processor or system, and the emulator that runs what it builds. QUADRILLE_TARGET_SYSTEM names both, as
# Debian's packages do: aarch64-linux-gnu, i686-linux-gnu, s390x-linux-gnu, x86_64-w64-mingw32.
# SPDX-License-Identifier: MIT
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES QUADRILLE_TARGET_SYSTEM)
string(REGEX MATCH "^[^-]+" CMAKE_SYSTEM_PROCESSOR ${QUADRILLE_TARGET_SYSTEM})
set(CMAKE_CXX_COMPILER ${QUADRILLE_TARGET_SYSTEM}-g++)
set(CMAKE_C_COMPILER ${QUADRILLE_TARGET_SYSTEM}-gcc)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)

if(QUADRILLE_TARGET_SYSTEM MATCHES "mingw32")
  set(CMAKE_SYSTEM_NAME Windows)
  set(CMAKE_CXX_COMPILER ${QUADRILLE_TARGET_SYSTEM}-g++-posix) # the one with std::thread
  set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
  set(CMAKE_CROSSCOMPILING_EMULATOR wine)
else()
  set(CMAKE_SYSTEM_NAME Linux)
  set(emulator ${CMAKE_SYSTEM_PROCESSOR})
  if(emulator STREQUAL "i686")
    set(emulator i386)
    set(CMAKE_CXX_FLAGS_INIT "-msse2 -mfpmath=sse") # x87 rounds twice
  endif()
  set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${emulator} -L /usr/${QUADRILLE_TARGET_SYSTEM})
endif()
