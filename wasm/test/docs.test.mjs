// SPDX-License-Identifier: MIT
// The examples of the manual and of the package's page run as they are printed.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';

/** What the page's blocks of JavaScript print, one after the other. */
function run(page) {
	const blocks = [...readFileSync(page, 'utf8').matchAll(/^```js\n(.*?)^```$/gms)].map((match) => match[1]);
	assert.ok(blocks.length > 0);
	const file = page.replace('.md', '.page.mjs');
	writeFileSync(file, blocks.join('\n'));
	return execFileSync(process.execPath, [file]).toString();
}

test('the examples of the manual', () => {
	const text = run('javascript.md');
	assert.match(text, /^0\.50 0\.50\n.*\n5\.50 2\.50\n/s);
	assert.match(text, /unit\.radius is -1; it must be 0 to 64 tiles\nunit\.radius\n/);
	assert.match(text, /arrived 0\n/);
	assert.equal(text.match(/^true$/gm).length, 2);
});

test('the example of the package', () => {
	assert.match(run('README.md'), /^true 4\.\d+ \[/);
});
