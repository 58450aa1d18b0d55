// Runs a program for wasm32-wasi: node wasi.mjs PROGRAM
// SPDX-License-Identifier: MIT
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const wasi = new WASI({ version: 'preview1', args: ['program'] });
const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]), { wasi_snapshot_preview1: wasi.wasiImport });
process.exitCode = wasi.start(instance);
