// @ts-check
/** What the store costs, measured in processes of their own. */
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { run } from '../../harness/process.mjs';
import { measureInTurn } from '../in-turn.mjs';
import { spreadOf } from '../statistics.mjs';

const KB = 1024;
const MB = 1024 * KB;
const script = path.join(import.meta.dirname, 'measure.mjs');
const sqlJsWasm = fileURLToPath(import.meta.resolve('sql.js/dist/sql-wasm.wasm'));

/**
 * @typedef {object} Bench
 * @property {string} module the bundled measurements
 * @property {string} program the bundle of the store's thread
 * @property {string} folder
 * @property {boolean} quick
 *
 * @typedef {{ p50: number; p99: number }} Latency microseconds
 *
 * @typedef {{ appender: string; kilobytes: number; storedMegabytes?: number; latency: Latency }} AppendCost
 */

/**
 * Measures in a fresh folder; `again` measures in the folder that the first has left. Answers what
 * the last one does, or each of several.
 *
 * @param {Bench} bench
 * @param {string} name
 * @param {object} options
 * @param {string[]} again
 */
async function measure({ module, program, folder }, name, options, ...again) {
  const own = await mkdtemp(path.join(folder, 'store-'));
  try {
    const answers = [];
    for (const each of [name, ...again]) {
      const settings = JSON.stringify({ ...options, folder: own, program, sqlJsWasm });
      const args = ['--expose-gc', script, module, each, settings];
      let printed = '';
      const { code, output } = await run(process.execPath, args, {
        onOutput: (text) => {
          printed += text;
        },
      });
      if (code !== 0) throw new Error(output);
      answers.push(JSON.parse(printed.trim().split('\n').at(-1) ?? ''));
    }
    return again.length > 1 ? answers.slice(1) : answers.at(-1);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** @param {readonly number[]} times @returns {Latency} */
function latencyOf(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const p99 = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))];
  return { p50: spreadOf(sorted).median, p99: p99 ?? NaN };
}

/** @param {Bench} bench @returns {Promise<readonly AppendCost[]>} */
export async function appendCosts(bench) {
  const appenders = ['output', 'chat', 'audit', 'flushed', 'appendFile'];
  const costs = [];
  for (const kilobytes of [1, 10, 100]) {
    for (const appender of appenders) {
      const options = { appender, bytes: kilobytes * KB, calls: bench.quick ? 20 : 1000 };
      const times = await measure(bench, 'measureAppends', options);
      costs.push({ appender, kilobytes, latency: latencyOf(times) });
    }
  }
  for (const storedMegabytes of bench.quick ? [1] : [1, 10, 100]) {
    const stored = { storedBytes: storedMegabytes * MB, bytes: 10 * KB };
    const options = { appender: 'export', ...stored, calls: storedMegabytes === 100 ? 20 : 50 };
    const times = await measure(bench, 'measureAppends', options);
    const latency = latencyOf(times);
    costs.push({ appender: 'export', kilobytes: 10, storedMegabytes, latency });
  }
  return costs;
}

/**
 * Overwriting a file of 10 KB, ours and bare in turn.
 *
 * @param {Bench} bench
 * @returns {Promise<ReadonlyMap<string, import('../statistics.mjs').Spread>>} medians
 */
export async function writeCosts(bench) {
  const calls = bench.quick ? 10 : 200;
  const samples = await measureInTurn(['ours', 'bare'], bench.quick ? 1 : 7, async (writer) => {
    const times = await measure(bench, 'measureWrites', { writer, bytes: 10 * KB, calls });
    return latencyOf(times).p50;
  });
  return new Map([...samples].map(([writer, all]) => [writer, spreadOf(all)]));
}

/** @param {Bench} bench */
export async function checkpointCosts(bench) {
  const costs = [];
  for (const megabytes of bench.quick ? [2] : [10, 100]) {
    const runs = [];
    for (let count = 0; count < (bench.quick ? 1 : 5); count += 1) {
      const options = { storedBytes: megabytes * MB };
      runs.push(await measure(bench, 'leaveStore', options, 'measureCheckpoint'));
    }
    const spread = (/** @type {'ms' | 'lagMs' | 'grownBytes'} */ key) =>
      spreadOf(runs.map((each) => each[key]));
    costs.push({
      megabytes,
      ms: spread('ms'),
      lagMs: spread('lagMs'),
      grownBytes: spread('grownBytes'),
    });
  }
  return costs;
}

/** @param {Bench} bench */
export async function startCosts(bench) {
  const costs = [];
  for (const megabytes of bench.quick ? [1] : [1, 4, 16]) {
    const runs = [];
    for (let count = 0; count < (bench.quick ? 1 : 5); count += 1) {
      const options = { journalBytes: megabytes * MB };
      runs.push(await measure(bench, 'leaveJournal', options, 'measureStart'));
    }
    costs.push({ megabytes, ms: spreadOf(runs) });
  }
  return costs;
}

/**
 * Opening a folder with so much history, until the list of chats is there; 0 is an empty one.
 *
 * @param {Bench} bench
 */
export async function openCosts(bench) {
  const costs = [];
  for (const megabytes of bench.quick ? [0, 1] : [0, 1, 100, 1000]) {
    const options = { storedBytes: megabytes * MB, journalBytes: 0 };
    const runs = await measure(bench, 'leaveStore', options, ...Array(7).fill('measureStart'));
    costs.push({ megabytes, ms: spreadOf(runs) });
  }
  return costs;
}

/** @param {Bench} bench @returns {Promise<import('../statistics.mjs').Spread>} milliseconds */
export async function idleCosts(bench) {
  const runs = [];
  for (let count = 0; count < (bench.quick ? 1 : 5); count += 1) {
    runs.push(await measure(bench, 'measureIdle', {}));
  }
  return spreadOf(runs);
}

/** @param {Bench} bench */
export async function depthCosts(bench) {
  const depths = bench.quick ? [200, 1000] : [1000, 100_000];
  const calls = bench.quick ? 20 : 500;
  const found = await measure(bench, 'measureDepths', { depths, calls });
  return depths.map((depth, at) => ({
    depth,
    append: latencyOf(found[at].append),
    page: latencyOf(found[at].page),
  }));
}
