// SPDX-License-Identifier: MIT
// Films of searches, and the unit that drives its path.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from './harness.mjs';
import { difference, mapBox, openSite, settled, start, stop } from './site.mjs';

before(start);
after(stop);

const press = (page, label) => page.click(`button:text-is("${label}"):visible`);
const nodes = (page) => page.textContent('output[aria-label=Nodes]').then((text) => Number(text.match(/[\d,]+/)[0].replace(/,/g, '')));
const shot = async (page) => page.screenshot({ clip: await mapBox(page) });

test('a search can be watched, stopped and stepped', async () => {
	const { page, calm } = await openSite('#map=gates&methods=astar');
	const all = await page.evaluate(() => playground.app.main.expanded);
	const bare = await shot(page);
	await press(page, 'Watch the search');
	await until(async () => (await nodes(page)) > 0);
	await press(page, 'Pause');
	const some = await nodes(page);
	assert.ok(some < all, `${some} of ${all}`);
	await press(page, 'Step');
	await until(async () => (await nodes(page)) > some);
	assert.ok((await difference(page, bare, await shot(page))) > 100, 'nodes are drawn');
	await press(page, 'Play');
	await until(() => page.isVisible('button:text-is("Again")'));
	assert.equal(await nodes(page), all);
	await press(page, 'Close');
	await settled(page);
	assert.ok((await difference(page, bare, await shot(page))) < 100, 'the film is gone');
	await calm();
});

test('the unit drives its path', async () => {
	const { page, calm } = await openSite('#map=meadow');
	const bare = await shot(page);
	await press(page, '▶ Drive');
	await until(async () => (await difference(page, bare, await shot(page))) > 100);
	await calm();
});
