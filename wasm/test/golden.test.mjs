// SPDX-License-Identifier: MIT
// The same bits as the native build: the problems of tests/golden/paths.csv as plans, all methods, without and with
// passes. golden.jsonl has what a native build found; scripts/npm has it written.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadFairway } from 'fairway';

const skip = !existsSync('golden.jsonl') && 'without a native build: scripts/npm PROGRAM';

test('golden problems give the bits of the native build', { skip }, async (t) => {
	const fw = await loadFairway();
	const rows = readFileSync('golden.jsonl', 'utf8').trim().split('\n').map((line) => JSON.parse(line));
	const maps = rows
		.filter((row) => row.rows !== undefined)
		.map((row) => {
			const map = fw.map(row.rows);
			map.setTerrain('swamp', { cost: row.swamp });
			return map;
		});
	const table = new Map();
	for (const line of readFileSync('paths.csv', 'utf8').trim().split('\n').slice(1)) {
		const [problem, outcome, , cost, , expanded, , path] = line.split(',');
		table.set(problem, `${outcome} ${Number(cost)} ${expanded} ${path}`);
	}
	const same = new Map(fw.methods.map((method) => [method.name, 0]));
	let refused = 0;
	const problems = rows.filter((row) => row.plan !== undefined);
	for (const row of problems) {
		const plan = row.plan;
		plan.cleanUp = plan.secondTry = plan.smooth;
		plan.lattice = ['gaps', 'tiles', 'half'][row.lattice];
		plan.options.heuristic = ['best', 'octile'][row.heuristic];
		plan.options.anchor = ['center', 'corner'][row.anchor];
		plan.options.corners = ['closed', 'open'][row.corners];
		let path;
		try {
			path = maps[row.map].plan(plan);
		} catch (error) {
			assert.equal(row.status, 11, `${row.problem}: ${error.message}`);
			assert.equal(error.status, 'unsupported');
			refused++;
			continue;
		}
		const found = {
			outcome: path.outcome,
			cost: path.cost,
			expanded: path.counters.expanded,
			generated: path.counters.generated,
			path: path.hash.toString(16).padStart(16, '0'),
		};
		const { outcome, cost, expanded, generated, path: hash } = row;
		assert.deepEqual(found, { outcome, cost, expanded, generated, path: hash }, row.problem);
		if (!plan.smooth && table.get(row.problem) === `${outcome} ${cost} ${expanded} ${hash}`) {
			same.set(plan.method, same.get(plan.method) + 1);
		}
	}
	assert.ok(problems.length - refused > 8000);
	t.diagnostic(`${problems.length} plans, ${refused} refused alike; equal to a row of paths.csv, by method:`);
	t.diagnostic([...same].map(([method, count]) => `${method} ${count}`).join(', '));
	// Methods of plans have no rows, or rows of ways that go leg by leg, which are other problems.
	const legs = ['midpoint', 'compass'];
	const inTable = [...same].filter(
		([name]) => !legs.includes(name) && [...table.keys()].some((key) => key.includes(`-${name}-`)),
	);
	assert.ok(inTable.length >= 20);
	inTable.forEach(([name, count]) => assert.ok(count > 0, `no plan by ${name} equals its row`));
});
