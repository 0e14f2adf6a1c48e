// SPDX-License-Identifier: MIT
// Runs a WebAssembly program as if it were one of this machine: node run.mjs PROGRAM ARGUMENT...
import { readFile } from 'node:fs/promises';
import { argv, env, exit } from 'node:process';
import { WASI } from 'node:wasi';

const wasi = new WASI({ version: 'preview1', args: argv.slice(2), env, preopens: { '/': '/' } });
const module = await WebAssembly.compile(await readFile(argv[2]));
const imports = wasi.getImportObject?.() ?? { wasi_snapshot_preview1: wasi.wasiImport };
exit(wasi.start(await WebAssembly.instantiate(module, imports)) ?? 0);
