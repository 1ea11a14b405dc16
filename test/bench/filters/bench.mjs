// @ts-check
/** `npm run bench filters`: the savings and the cost of output filters. */
import { createRequire } from 'node:module';
import process from 'node:process';
import { performance } from 'node:perf_hooks';
import { run } from '../../harness/process.mjs';
import { judge } from '../judge.mjs';
import { bundleSubject } from '../bundle-subject.mjs';
import { measureInTurn } from '../in-turn.mjs';
import { importRival, installRivals, rivalVersion } from '../rivals.mjs';
import { spreadOf, spreadText, threeDigits } from '../statistics.mjs';
import { tableText } from '../table.mjs';
import { savingRows, savingsOf, unclaimedCalls } from './savings.mjs';

/** @type {import('../run.mjs').Bench} */
export async function runFiltersBench(options) {
  const { quick, rivals } = options;
  const ours = createRequire(import.meta.url)(
    await bundleSubject('test/bench/filters/ours.ts', 'filters'),
  );
  const { name, count } = await counter(rivals, ours.estimateTokens);
  const savings = savingsOf(
    ours,
    [...ours.readFilterFixtures(), ...(await unclaimedCalls())],
    count,
  );
  console.log(`\nTokens as counted by ${name}:\n`);
  console.log(
    tableText(['rule', 'calls', 'tokens', 'left', 'saved', 'lines'], savingRows(savings)),
  );

  const streams = await measureStreams(quick ? 1 : 5, quick ? 8 : 100);
  console.log(`\n${streamTable(streams)}`);
  if (quick) {
    console.log('\nA quick run: too little to judge by.');
    return true;
  }
  const long = await stream('whole', 400);
  const short = measureShort(ours);
  console.log(
    `\n342 lines: ${threeDigits(short.ours)} µs, a bare loop ${threeDigits(short.bare)} µs.`,
  );
  const budgets = budgetsOf({ savings, streams, long, short });
  return judge('filters', budgets, options);
}

/**
 * @param {boolean} rivals
 * @param {(text: string) => number} estimate
 * @returns {Promise<{ name: string; count: (text: string) => number }>}
 */
async function counter(rivals, estimate) {
  if (!rivals) return { name: 'our own estimate', count: estimate };
  const { countTokens } = await importRival(await installRivals(), 'gpt-tokenizer');
  return { name: `gpt-tokenizer ${await rivalVersion('gpt-tokenizer')}`, count: countTokens };
}

/**
 * As stream.ts prints it.
 *
 * @typedef {{ bytes: number; cpuMs: number; longestMs: number; peakBytes: number; linesLeft: number }} Streamed
 * @typedef {ReadonlyMap<string, readonly Streamed[]>} Streams
 */

const titles = new Map([
  ['whole', 'Gatehouse: escapes, carriage returns and rules'],
  ['rules', 'Gatehouse: the rules alone'],
  ['naive', 'split, strip, every pattern on every line'],
  ['readline', 'readline, strip, every pattern on every line'],
]);

/** @type {string | undefined} */
let streamModule;

/**
 * @param {string} subject
 * @param {number} megabytes
 * @returns {Promise<Streamed>}
 */
async function stream(subject, megabytes) {
  streamModule ??= await bundleSubject('test/bench/filters/stream.ts', 'filters-stream');
  const { code, output } = await run(
    process.execPath,
    [streamModule, subject, String(megabytes)],
    {},
  );
  if (code !== 0) throw new Error(output);
  return JSON.parse(output);
}

/**
 * @param {number} rounds
 * @param {number} megabytes
 * @returns {Promise<Streams>}
 */
function measureStreams(rounds, megabytes) {
  return measureInTurn([...titles.keys()], rounds, (subject) => stream(subject, megabytes));
}

/** @param {Streamed} streamed */
function speed({ bytes, cpuMs }) {
  return bytes / 1000 / cpuMs;
}

/**
 * @param {Streams} streams
 * @param {string} subject
 * @param {(streamed: Streamed) => number} value
 */
function spread(streams, subject, value) {
  return spreadOf((streams.get(subject) ?? []).map(value));
}

/** @param {Streams} streams */
function streamTable(streams) {
  const rows = [...titles].map(([subject, title]) => [
    title,
    spreadText(spread(streams, subject, speed)),
    // A stream works in the background.
    subject === 'readline'
      ? ''
      : threeDigits(spread(streams, subject, ({ longestMs }) => longestMs).median),
    threeDigits(spread(streams, subject, ({ peakBytes }) => peakBytes).median / 1024 / 1024),
  ]);
  return tableText(['a build log', 'MB/s of processor time', 'longest, ms', 'RSS, MB'], rows);
}

const shortRounds = 400;

/**
 * Microseconds for one test run of 342 lines: through our rules, and through a bare loop over its
 * lines with as many expressions as there are preserved patterns.
 *
 * @param {any} ours
 */
function measureShort(ours) {
  const fixture = ours
    .readFilterFixtures()
    .find((/** @type {{ name: string }} */ { name }) => name === 'cargo-test/green-342-lines');
  const set = ours.shippedRules();
  const command = ours.commandText(fixture.command);
  const { raw } = ours.filterText(set, command, fixture.output, fixture.exitCode);
  const kept = Object.values(ours.preservedPatterns)
    .flat()
    .map((sequence) => new RegExp(sequence[0].source, 'i'));
  const dropped = ['^test .* ok$', '^\\s*Compiling ', '^\\s*Finished ', '^running ', '^\\s*$'].map(
    (pattern) => new RegExp(pattern),
  );
  const fits = (/** @type {RegExp[]} */ patterns, /** @type {string} */ line) =>
    patterns.some((pattern) => pattern.test(line));
  const works = {
    ours: () => {
      const opened = set.open(command);
      opened.write(raw);
      return opened.end(fixture.exitCode).text;
    },
    bare: () =>
      raw
        .split('\n')
        .filter((/** @type {string} */ line) => fits(kept, line) || !fits(dropped, line))
        .join('\n'),
  };
  return { ours: medianOf(works.ours), bare: medianOf(works.bare) };
}

/**
 * The median of many, in microseconds.
 *
 * @param {() => unknown} work
 */
function medianOf(work) {
  const times = Array.from({ length: shortRounds }, () => {
    const from = performance.now();
    work();
    return (performance.now() - from) * 1000;
  });
  return spreadOf(times.slice(shortRounds / 4)).median;
}

/**
 * @param {{ savings: readonly import('./savings.mjs').Saving[]; streams: Streams; long: Streamed;
 *   short: { ours: number; bare: number } }} measured
 * @returns {readonly import('../budget.mjs').Budget[]}
 */
function budgetsOf({ savings, streams, long, short }) {
  const claimed = savings.filter((saving) => saving.isClaimed);
  const left = claimed.reduce((sum, saving) => sum + saving.left, 0);
  const tokens = claimed.reduce((sum, saving) => sum + saving.tokens, 0);
  const median = (/** @type {string} */ subject) => spread(streams, subject, speed).median;
  const peak = spread(streams, 'whole', ({ peakBytes }) => peakBytes).median;
  const longest = spread(streams, 'whole', ({ longestMs }) => longestMs).median;
  return [
    {
      name: 'tokens saved where a rule applies / 80 %',
      ratio: (1 - left / tokens) / 0.8,
      bound: { atLeast: 1 },
    },
    {
      name: 'speed of the rules / naive',
      ratio: median('rules') / median('naive'),
      bound: { atLeast: 1.4 },
    },
    // What follows depends on the machine.
    {
      name: 'speed of the rules / 150 MB/s',
      ratio: median('rules') / 150,
      bound: { atLeast: 1 },
      isWish: true,
    },
    {
      name: 'speed of everything / 150 MB/s',
      ratio: median('whole') / 150,
      bound: { atLeast: 1 },
      isWish: true,
    },
    {
      name: 'speed of everything / naive',
      ratio: median('whole') / median('naive'),
      bound: { atLeast: 0.9 },
    },
    {
      name: 'speed of everything / readline',
      ratio: median('whole') / median('readline'),
      bound: { atLeast: 1.1 },
      isWish: true,
    },
    { name: 'RSS at 400 MB / at 100 MB', ratio: long.peakBytes / peak, bound: { atMost: 1.1 } },
    { name: 'the longest piece of work / 25 ms', ratio: longest / 25, bound: { atMost: 1 } },
    { name: '342 lines, ours / a bare loop', ratio: short.ours / short.bare, bound: { atMost: 3 } },
  ];
}
