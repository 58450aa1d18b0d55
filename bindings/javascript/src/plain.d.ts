// A module of WebAssembly, compressed and in base 64: the build writes it beside the main file.
// SPDX-License-Identifier: MIT
export const packed: string;
