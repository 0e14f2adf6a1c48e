// SPDX-License-Identifier: MIT
// The built page, for tests: opens it, waits for its worker, and compares what it looks like.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { browse, openPage, picture, serve, site } from './harness.mjs';

const looks = join(dirname(fileURLToPath(import.meta.url)), 'looks.json');

let browser;
const servers = [];

export async function start() {
	assert.ok(existsSync(join(site, 'index.html')), 'the page is not built: scripts/playground build');
	browser = await browse();
}

export async function stop() {
	await browser?.close();
	servers.forEach((server) => server.close());
}

/** Waits until the worker has answered all but the steps of a crowd, which never end, and the canvas has drawn it. */
export async function settled(page) {
	await page.waitForFunction(() => {
		const { app, canvas, store } = playground;
		const judged = store.get().mode !== 'plan' || canvas.paths.every((path) => path?.faults !== undefined && !path.stale);
		return judged && [...app.client.waiting.values()].every(({ kind }) => kind === 'crowd-step');
	});
	await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Opens the page from a server of its own, and waits for the first path. */
export async function openSite(hash = '', options = {}, headers = {}) {
	const server = await serve({ '/': site }, headers);
	servers.push(server);
	const opened = await openPage(browser, `${server.base}/${hash}`, options);
	await opened.page.waitForSelector('html[data-ready]');
	await settled(opened.page);
	return { ...opened, told: server.told, base: server.base };
}

/** Changes the situation, and waits for the paths. */
export async function set(page, change) {
	await page.evaluate((value) => playground.store.set(value), change);
	await settled(page);
}

/** The bytes of a file that a button of the tab saves. */
export async function saved(page, key) {
	await page.click('#tab-files');
	const [download] = await Promise.all([page.waitForEvent('download'), page.click(`[data-save=${key}]`)]);
	return readFileSync(await download.path());
}

/** Where the map is in the window. */
export async function mapBox(page) {
	const { x, y, width, height } = await page.evaluate(() => playground.canvas.element.getBoundingClientRect().toJSON());
	return { x, y, width, height };
}

/** The number of pixels that differ. */
export async function difference(page, a, b) {
	return page.evaluate(
		async (texts) => {
			const pixels = async (text) => {
				const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
				const picture = await createImageBitmap(new Blob([bytes]));
				const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
				context.drawImage(picture, 0, 0);
				return new Uint32Array(context.getImageData(0, 0, picture.width, picture.height).data.buffer);
			};
			const [one, other] = await Promise.all(texts.map(pixels));
			return one.reduce((sum, value, i) => sum + (value === other[i] ? 0 : 1), 0);
		},
		[a.toString('base64'), b.toString('base64')],
	);
}

/** The part of the segments of the first path that have its color in their middle. */
export async function inkOnPath(page) {
	return page.evaluate(() => {
		const { canvas, app } = playground;
		const { element } = canvas;
		const [red, green, blue] = getComputedStyle(document.documentElement)
			.getPropertyValue('--path1')
			.match(/[0-9a-f]{2}/gi)
			.map((digits) => parseInt(digits, 16));
		// Once: more readings are worth a warning to the browser.
		const { data } = element.getContext('2d').getImageData(0, 0, element.width, element.height);
		const ratio = element.width / element.clientWidth;
		const has = ({ kind, from, to, center, radius, start, sweep }) => {
			const angle = start + sweep / 2;
			const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
			const bend = { x: center.x + radius * Math.cos(angle), y: center.y + radius * Math.sin(angle) };
			const { x, y } = canvas.toScreen(kind === 'arc' ? bend : middle);
			return [-1, 0, 1].some((dy) =>
				[-1, 0, 1].some((dx) => {
					const i = 4 * ((Math.round(y * ratio) + dy) * element.width + Math.round(x * ratio) + dx);
					return data[i] === red && data[i + 1] === green && data[i + 2] === blue;
				}),
			);
		};
		const { segments } = app.main;
		return segments.filter(has).length / segments.length;
	});
}

/** Mean colors of a grid of cells: what a screenshot looks like from afar. */
async function fromAfar(page, png) {
	return page.evaluate(async (text) => {
		const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
		const image = await createImageBitmap(new Blob([bytes]), { resizeWidth: 16, resizeHeight: 16, resizeQuality: 'high' });
		const context = new OffscreenCanvas(16, 16).getContext('2d');
		context.drawImage(image, 0, 0);
		return [...context.getImageData(0, 0, 16, 16).data].filter((_, i) => i % 4 !== 3);
	}, png.toString('base64'));
}

/** At most this much may the colors differ: fonts and smoothing do, a missing panel or map does not pass [of 255]. */
const MEAN = 6;
const WORST = 60;

/**
 * Keeps a screenshot, and compares it loosely with what the page looked like before. With LOOKS=write it is the new
 * look.
 */
export async function like(page, name) {
	const seen = await fromAfar(page, await picture(page, name));
	const kept = existsSync(looks) ? JSON.parse(readFileSync(looks, 'utf8')) : {};
	if (process.env.LOOKS === 'write') {
		kept[name] = Buffer.from(seen).toString('base64');
		writeFileSync(looks, `${JSON.stringify(kept, null, '\t')}\n`);
		return;
	}
	assert.ok(kept[name], `${name} has no look yet: LOOKS=write`);
	const before = Buffer.from(kept[name], 'base64');
	const far = seen.map((value, i) => Math.abs(value - before[i]));
	const mean = far.reduce((a, b) => a + b, 0) / far.length;
	const worst = Math.max(...far);
	assert.ok(mean <= MEAN && worst <= WORST, `${name} looks different: ${mean.toFixed(1)} on average, ${worst} at most`);
}
