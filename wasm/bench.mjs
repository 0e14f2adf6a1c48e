// SPDX-License-Identifier: MIT
// The time of the module beside that of the program, on the first 1,000 problems of a scenario:
//   node wasm/bench.mjs build/npm/package build/release/cli/fairway MAP
// MAP.scen is beside it. Each figure is the least processor time of three runs, alternating. It fails above twice the
// native time, or if an outcome, a count of nodes or a length differs.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const [folder, program, file] = process.argv.slice(2);
const { loadFairway } = await import(resolve(folder, 'index.js'));
const RUNS = 3;
const PROBLEMS = 1000;
const cases = [
	{ name: 'auto', options: [], plan: { smooth: true } },
	{ name: 'astar', options: [], plan: { smooth: false } },
	{ name: 'jps', options: ['--smooth'], plan: { smooth: true } },
	{ name: 'theta', options: [], plan: { smooth: false } },
	{ name: 'field-dstar', options: [], plan: { smooth: false } },
	{ name: 'haastar-high', options: ['--smooth'], plan: { smooth: true } },
	{ name: 'directional', options: ['--turning-radius', '3'], plan: { unit: { turningRadius: 3 } } },
];

/** The rows of the program: outcome, expanded, length, microseconds. */
function native({ name, options }) {
	const more = name === 'directional' ? options : ['--radius', '0.4', ...options];
	const run = ['scen', file, '--method', name, '--limit', String(PROBLEMS), '--csv', '-', ...more];
	const csv = execFileSync(program, run);
	const [head, ...lines] = csv.toString().trim().split('\n');
	const names = head.split(',');
	return lines.map((line) => Object.fromEntries(line.split(',').map((value, i) => [names[i], value])));
}

const fw = await loadFairway();
const map = fw.map(readFileSync(file, 'utf8'));

/** The same rows by the module, with all that the package does for a plan, and the time of all. */
function module({ name, plan }, rows) {
	const begin = process.cpuUsage();
	const paths = rows.map((row) =>
		map.plan({
			...plan,
			method: name,
			from: { x: Number(row.sx) + 0.5, y: Number(row.sy) + 0.5 },
			to: { x: Number(row.gx) + 0.5, y: Number(row.gy) + 0.5 },
		}),
	);
	const { user, system } = process.cpuUsage(begin);
	return { paths, time: (user + system) / 1000 };
}

const sum = (rows) => rows.reduce((total, row) => total + Number(row.microseconds), 0) / 1000;
let failures = 0;
console.log(`${PROBLEMS} problems of ${file.replace(/.*\//, '')}: method, ms native, ms module, ratio`);
for (const one of cases) {
	const best = { native: Infinity, module: Infinity };
	let different = 0;
	for (let run = 0; run < RUNS; run++) {
		const rows = native(one);
		const { paths, time } = module(one, rows);
		best.native = Math.min(best.native, sum(rows));
		best.module = Math.min(best.module, time);
		different = paths.filter(
			(our, i) =>
				our.outcome !== rows[i].outcome ||
				our.counters.expanded !== Number(rows[i].expanded) ||
				Math.abs(our.length - Number(rows[i].length)) > 1e-11 * our.length,
		).length;
	}
	const ratio = best.module / best.native;
	failures += different + (ratio > 2 ? 1 : 0);
	const note = different > 0 ? `, ${different} rows differ` : '';
	console.log(`${one.name.padEnd(14)} ${best.native.toFixed(1)} ${best.module.toFixed(1)} ${ratio.toFixed(2)}${note}`);
}
process.exit(failures > 0 ? 1 : 0);
