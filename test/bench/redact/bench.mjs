// @ts-check
/** `npm run bench redact`: the cost of finding credentials in outputs, ordinary and adversarial. */
import process from 'node:process';
import { run } from '../../harness/process.mjs';
import { bundleSubject } from '../bundle-subject.mjs';
import { judge } from '../judge.mjs';
import { threeDigits } from '../statistics.mjs';
import { tableText } from '../table.mjs';

/**
 * As ours.ts prints it.
 *
 * @typedef {object} Measured
 * @property {readonly { size: number; speed: number }[]} streams
 * @property {number} ordinary
 * @property {Readonly<Record<string, number>>} hostile
 * @property {number} short
 */

/** @type {import('../run.mjs').Bench} */
export async function runRedactBench(options) {
  const { quick } = options;
  const module = await bundleSubject('test/bench/redact/ours.ts', 'redact');
  const sizes = quick ? ['4', '1'] : ['50', '5'];
  const { code, output } = await run(process.execPath, [module, ...sizes], {});
  if (code !== 0) throw new Error(output);
  /** @type {Measured} */
  const measured = JSON.parse(output);
  console.log(`\n${streamTable(measured)}\n\n${hostileTable(measured)}`);
  console.log(`\nA line without a credential: ${threeDigits(measured.short)} µs.`);
  if (quick) {
    console.log('\nA quick run: too little to judge by.');
    return true;
  }
  return judge('redact', budgetsOf(measured), options);
}

/** @param {Measured} measured */
function streamTable({ streams }) {
  const rows = streams.map(({ size, speed }) => [size.toLocaleString('en'), threeDigits(speed)]);
  return tableText(["a build's log in pieces of, characters", 'MB/s'], rows);
}

/** @param {Measured} measured */
function hostileTable({ ordinary, hostile }) {
  const rows = Object.entries(hostile)
    .sort(([, a], [, b]) => b - a)
    .map(([name, ms]) => [name, threeDigits(ms), `${threeDigits(ms / ordinary)} ×`]);
  const head = ['1 MB of', 'processor, ms', 'to ordinary'];
  return tableText(head, [['logs and code', threeDigits(ordinary), '1 ×'], ...rows]);
}

/**
 * @param {Measured} measured
 * @returns {readonly import('../budget.mjs').Budget[]}
 */
function budgetsOf({ streams, ordinary, hostile }) {
  const speeds = streams.filter(({ size }) => size >= 1000).map(({ speed }) => speed);
  const pipe = streams.find(({ size }) => size === 65_536)?.speed ?? NaN;
  return [
    {
      name: '50 MB of a build / 100 MB/s',
      ratio: pipe / 100,
      bound: { atLeast: 1 },
    },
    {
      name: 'the slowest size of pieces from 1,000 / the fastest',
      ratio: Math.max(...speeds) / Math.min(...speeds),
      bound: { atMost: 2 },
    },
    {
      name: 'the slowest adversarial MB / an ordinary one',
      ratio: Math.max(...Object.values(hostile)) / ordinary,
      bound: { atMost: 5 },
    },
  ];
}
