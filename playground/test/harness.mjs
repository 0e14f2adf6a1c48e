// SPDX-License-Identifier: MIT
// What the tests share: a server of static files, and a browser whose pages fail the test on any error they report.
// CHROMIUM names the browser; else it is the first of those below in PATH.
import assert from 'node:assert/strict';
import { accessSync, constants, mkdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { delimiter, dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
export const site = join(root, 'out/playground');
const pictures = join(root, 'out/playground-test');

const TYPES = {
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript',
	'.mjs': 'text/javascript',
	'.css': 'text/css',
	'.svg': 'image/svg+xml',
	'.json': 'application/json',
};
const HEADERS = { 'cache-control': 'no-store', 'content-encoding': 'gzip' };

/**
 * Serves folders and texts by the beginning of their address, gzipped. `sent` counts the bytes of all answers.
 * Files without a type above, such as the module, get none, as from simple servers.
 */
export async function serve(places, headers = {}) {
	const told = { sent: 0, missing: [] };
	const find = (path) => {
		const [prefix, place] = Object.entries(places)
			.sort(([a], [b]) => b.length - a.length)
			.find(([each]) => path.startsWith(each));
		if (typeof place !== 'string') {
			return Buffer.from(place.text);
		}
		const file = join(place, path.slice(prefix.length));
		assert.ok(resolve(file).startsWith(resolve(place)), path);
		return readFileSync(statSync(file).isDirectory() ? join(file, 'index.html') : file);
	};
	const server = createServer((request, response) => {
		const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
		let body;
		try {
			body = gzipSync(find(path));
		} catch {
			told.missing.push(path);
			response.writeHead(404).end();
			return;
		}
		const type = TYPES[path.endsWith('/') ? '.html' : extname(path)];
		response.writeHead(200, { ...HEADERS, ...headers, ...(type && { 'content-type': type }) }).end(body);
		told.sent += body.length;
	});
	server.listen(0, '127.0.0.1');
	await new Promise((done) => server.once('listening', done));
	const close = () => {
		server.close();
		server.closeAllConnections?.();
	};
	return { base: `http://127.0.0.1:${server.address().port}`, told, close };
}

function executable() {
	const names = ['chromium', 'chromium-browser', 'google-chrome'];
	const inPath = (name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
	const found = [process.env.CHROMIUM ?? '', ...names.flatMap(inPath)].find((file) => {
		try {
			accessSync(file, constants.X_OK);
			return true;
		} catch {
			return false;
		}
	});
	assert.ok(found, `no browser: CHROMIUM is not set, and PATH has none of ${names.join(', ')}`);
	return found;
}

/** A browser without network but for our own servers. Its sandbox cannot be had as root. */
export async function browse() {
	const args = ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'];
	return chromium.launch({ executablePath: executable(), args });
}

/**
 * A new page at an address. Errors of the page, of its console and of its requests are collected: `calm()` fails on
 * any, and closes the page.
 */
export async function openPage(browser, address, options = {}) {
	const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
	const page = await context.newPage();
	const errors = [];
	page.on('pageerror', (error) => errors.push(error.stack ?? String(error)));
	page.on('console', (message) => {
		if (['error', 'warning'].includes(message.type())) {
			errors.push(`${message.type()}: ${message.text()}`);
		}
	});
	page.on('requestfailed', (request) => errors.push(`${request.url()}: ${request.failure()?.errorText}`));
	await page.goto(address);
	const calm = async () => {
		assert.deepEqual(errors, []);
		await context.close();
	};
	return { page, context, errors, calm };
}

/** Waits until the condition holds; the test runner has the time limit. */
export async function until(condition) {
	while (!(await condition())) {
		await new Promise((done) => setTimeout(done, 20));
	}
}

/** A screenshot among the artefacts. */
export async function picture(page, name) {
	mkdirSync(pictures, { recursive: true });
	return page.screenshot({ path: join(pictures, `${name}.png`) });
}
