// @ts-check
/** `npm run bench shell`: the cost of judging a command, and of running one with a flood of output. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { judge } from '../judge.mjs';
import { bundleSubject } from '../bundle-subject.mjs';
import { run } from '../../harness/process.mjs';
import { measureInTurn } from '../in-turn.mjs';
import { spreadOf, spreadText, threeDigits } from '../statistics.mjs';
import { startSubjectProcess } from '../subject-process.mjs';
import { tableText } from '../table.mjs';

const runtimeWasm = fileURLToPath(import.meta.resolve('web-tree-sitter/web-tree-sitter.wasm'));
const grammarWasm = fileURLToPath(import.meta.resolve('tree-sitter-bash/tree-sitter-bash.wasm'));

/** @type {import('../run.mjs').Bench} */
export async function runShellBench(options) {
  const { quick } = options;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'gatehouse-bench-'));
  try {
    const gates = await measureGates(folder, quick);
    console.log(`\n${gateTable(gates)}\n`);
    const hostile = await measureHostile(folder);
    console.log(`${hostileTable(hostile)}\n`);
    const floods = await measureFloods(quick ? 1 : 7);
    console.log(floodTable(floods));
    if (quick) {
      console.log('\nA quick run: too few calls to judge by.');
      return true;
    }
    const budgets = [...gateBudgets(gates), hostileBudget(hostile), ...floodBudgets(floods)];
    return await judge('shell', budgets, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const gatePlans = [
  { title: 'an ordinary command: read and judged', subject: 'gate', chain: 0, calls: 5_000 },
  {
    title: 'the same texts: parsed by the grammar alone',
    subject: 'parse',
    chain: 0,
    calls: 5_000,
  },
  { title: '1,000 chained commands: read and judged', subject: 'gate', chain: 1_000, calls: 40 },
  { title: 'the same texts: parsed alone', subject: 'parse', chain: 1_000, calls: 40 },
];

/**
 * @typedef {import('../statistics.mjs').Spread} Spread
 * @typedef {{ title: string; microseconds: Spread; processor: Spread }} GateCost
 */

/**
 * @param {string} folder
 * @param {boolean} quick
 * @returns {Promise<readonly GateCost[]>}
 */
async function measureGates(folder, quick) {
  const module = await bundleSubject('test/bench/shell/gate.ts', 'shell-gate');
  const started = [];
  for (const { title, calls, ...options } of gatePlans) {
    const files = { folder, runtimeWasm, grammarWasm };
    const child = await startSubjectProcess(module, { ...options, ...files });
    await child.open(title);
    // The grammar is compiled before it is called; our code only once it was called often.
    await child.measure(title, quick ? Math.ceil(calls / 10) : 2 * calls);
    started.push({ title, child, calls: quick ? Math.ceil(calls / 50) : calls });
  }
  const samples = await measureInTurn(started, quick ? 1 : 7, async ({ title, child, calls }) => {
    return child.measure(title, calls);
  });
  for (const { child } of started) await child.end();
  return [...samples].map(([{ title }, all]) => ({
    title,
    microseconds: spreadOf(all.map((sample) => sample.microseconds)),
    processor: spreadOf(all.map((sample) => sample.processorMicroseconds)),
  }));
}

/** @param {readonly GateCost[]} costs */
function gateTable(costs) {
  const rows = costs.map(({ title, microseconds, processor }) => [
    title,
    spreadText(microseconds),
    spreadText(processor),
  ]);
  return tableText(['judging', 'time, µs', 'of the processor, µs'], rows);
}

/**
 * By processor time: what waits for the disk is judged with what does not.
 *
 * @param {readonly GateCost[]} costs
 * @returns {readonly import('../budget.mjs').Budget[]}
 */
function gateBudgets(costs) {
  const [judged, parsed, chain, parsedChain] = costs.map(({ processor }) => processor.median);
  const ratio = (/** @type {number | undefined} */ ours, /** @type {number | undefined} */ bare) =>
    (ours ?? NaN) / (bare ?? NaN);
  return [
    {
      name: 'an ordinary command: judged / parsed',
      ratio: ratio(judged, parsed),
      bound: { atMost: 15 },
    },
    {
      name: '1,000 commands: judged / parsed',
      ratio: ratio(chain, parsedChain),
      bound: { atMost: 15 },
    },
  ];
}

/** @typedef {{ ordinary: number; texts: readonly (readonly [string, number])[] }} Hostile in ms */

/**
 * @param {string} folder
 * @returns {Promise<Hostile>}
 */
async function measureHostile(folder) {
  const module = await bundleSubject('test/bench/shell/hostile.ts', 'shell-hostile');
  const { code, output } = await run(
    process.execPath,
    [module, folder, runtimeWasm, grammarWasm],
    {},
  );
  if (code !== 0) throw new Error(output);
  const { ordinary, ...others } = JSON.parse(output);
  /** @type {[string, number][]} */
  const texts = Object.entries(others);
  return { ordinary, texts: texts.sort(([, a], [, b]) => b - a) };
}

/** @param {Hostile} hostile */
function hostileTable({ ordinary, texts }) {
  const rows = [['ordinary commands', ordinary], ...texts].map(([name, ms]) => [
    `${name}`,
    threeDigits(Number(ms)),
    `${threeDigits(Number(ms) / ordinary)} ×`,
    `${threeDigits(Number(ms) / 50)} ×`,
  ]);
  return tableText(
    ['50,000 characters, 50 rules', 'processor, ms', 'to ordinary', 'to 50 ms'],
    rows,
  );
}

/**
 * @param {Hostile} hostile
 * @returns {import('../budget.mjs').Budget}
 */
function hostileBudget({ ordinary, texts }) {
  const [[, worst] = ['', NaN]] = texts;
  return {
    name: '50,000 characters: the worst / an ordinary text',
    ratio: worst / ordinary,
    bound: { atMost: 3 },
  };
}

const floodBytes = 100 * 1024 * 1024;

/** @typedef {{ ms: number; cpuMs: number; lagMs: number; grownBytes: number }} Flood */
/** @typedef {ReadonlyMap<string, readonly Flood[]>} Floods */

/**
 * @param {number} runs
 * @returns {Promise<Floods>}
 */
async function measureFloods(runs) {
  const module = await bundleSubject('test/bench/shell/flood.ts', 'shell-flood');
  return measureInTurn(['ours', 'stored', 'bare'], runs, async (subject) => {
    const { code, output } = await run(process.execPath, ['--expose-gc', module, subject], {});
    if (code !== 0) throw new Error(output);
    return JSON.parse(output);
  });
}

/**
 * @param {Floods} floods
 * @param {string} subject
 * @param {keyof Flood} key
 */
function spread(floods, subject, key) {
  return spreadOf((floods.get(subject) ?? []).map((flood) => flood[key]));
}

/** @param {Floods} floods */
function floodTable(floods) {
  const titles = new Map([
    ['ours', 'Gatehouse: captured and cleaned'],
    ['stored', 'the same, and kept on disk without secrets'],
    ['bare', 'a bare spawn with pipes'],
  ]);
  const rows = [...titles].map(([subject, title]) => [
    title,
    spreadText(spread(floods, subject, 'ms')),
    spreadText(spread(floods, subject, 'cpuMs')),
    spreadText(spread(floods, subject, 'lagMs')),
    `${threeDigits(spread(floods, subject, 'grownBytes').median / 1024 / 1024)}`,
  ]);
  const head = ['100 MB of output', 'wall, ms', 'processor, ms', 'longest lag, ms', 'RSS, MB'];
  return tableText(head, rows);
}

/**
 * @param {Floods} floods
 * @returns {readonly import('../budget.mjs').Budget[]}
 */
function floodBudgets(floods) {
  const median = (/** @type {string} */ subject, /** @type {keyof Flood} */ key) =>
    spread(floods, subject, key).median;
  return [
    {
      name: '100 MB: ours / a bare spawn',
      ratio: median('ours', 'cpuMs') / median('bare', 'cpuMs'),
      bound: { atMost: 1.5 },
    },
    // Of the worse: what keeps the output on disk has more to do, and may hold as little.
    {
      name: '100 MB: longest lag / 50 ms',
      ratio: Math.max(median('ours', 'lagMs'), median('stored', 'lagMs')) / 50,
      bound: { atMost: 1 },
    },
    {
      name: '100 MB: RSS growth / 100 MB',
      ratio: Math.max(median('ours', 'grownBytes'), median('stored', 'grownBytes')) / floodBytes,
      bound: { atMost: 1 },
    },
  ];
}
