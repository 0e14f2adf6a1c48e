// SPDX-License-Identifier: MIT
// Builds the page into out/playground: static files that work from any folder of any server.
import { defineConfig } from 'vite';

export default defineConfig({
	base: './',
	build: { outDir: '../out/playground', emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
	worker: { format: 'es' },
	optimizeDeps: { exclude: ['fairway'] },
	server: { fs: { allow: ['..'] } },
});
