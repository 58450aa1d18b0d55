# Unpacks the inputs that a fuzzer keeps: cmake -D ARCHIVE=….tar -D FOLDER=… -P unpack.cmake. What was in FOLDER is removed.
# SPDX-License-Identifier: MIT
cmake_minimum_required(VERSION 3.25)
if(NOT EXISTS "${ARCHIVE}")
  message(FATAL_ERROR "${ARCHIVE}: wanted an archive of inputs (tests/fuzz/pack.sh makes it), found no file")
endif()
file(REMOVE_RECURSE "${FOLDER}")
file(MAKE_DIRECTORY "${FOLDER}")
file(ARCHIVE_EXTRACT INPUT "${ARCHIVE}" DESTINATION "${FOLDER}")
file(GLOB inputs "${FOLDER}/*")
if(NOT inputs)
  message(FATAL_ERROR "${ARCHIVE}: wanted an archive of inputs, found none in it")
endif()
