// @ts-check
/** `npm run bench tokens`: how right and how fast the estimate is, beside a tokenizer. */
import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';
import { judge } from '../judge.mjs';
import { bundleSubject } from '../bundle-subject.mjs';
import { measureInTurn } from '../in-turn.mjs';
import { importRival, installRivals, rivalVersion } from '../rivals.mjs';
import { spreadOf, threeDigits } from '../statistics.mjs';
import { tableText } from '../table.mjs';

/**
 * @typedef {{ readonly name: string; readonly text: string; readonly tokens: number }} Sample
 *
 * @typedef {object} Counter
 * @property {string} name
 * @property {(text: string) => number} count
 */

/** Characters that one measurement counts, in texts of every kind. */
const measuredChars = 4_000_000;
/** What one run of letters costs a tokenizer is told, not judged: it would take minutes. */
const runOfLetters = 'a'.repeat(20_000);

/** @type {import('../run.mjs').Bench} */
export async function runTokensBench(options) {
  const { quick, rivals } = options;
  const ours = createRequire(import.meta.url)(
    await bundleSubject('test/bench/tokens/ours.ts', 'tokens'),
  );
  /** @type {readonly Sample[]} */
  const samples = ours.tokenSamples;
  /** @type {Counter[]} */
  const counters = [
    { name: 'gatehouse', count: ours.estimateTokens },
    { name: 'characters by four', count: ({ length }) => length / 4 },
    ...(rivals ? [await tokenizer()] : []),
  ];
  const rows = counters.map(({ name, count }) => [name, percent(worstError(samples, count))]);
  console.log(`\n${tableText(['estimate', 'worst error'], rows)}`);
  const [estimate, byFour, exact] = counters;
  if (quick || estimate === undefined || byFour === undefined || exact === undefined) {
    console.log('\nA quick run, or one without rivals: nothing to judge by.');
    return true;
  }
  const speeds = await measureSpeeds([estimate, exact], samples);
  const budgets = [
    {
      name: 'worst error, characters by four / ours',
      ratio: worstError(samples, byFour.count) / worstError(samples, estimate.count),
      bound: { atLeast: 2 },
    },
    {
      name: `speed, ours / ${exact.name}`,
      ratio: (speeds.get(exact) ?? 0) / (speeds.get(estimate) ?? Number.POSITIVE_INFINITY),
      bound: { atLeast: 10 },
    },
    {
      name: `speed on ${runOfLetters.length} letters in a row`,
      ratio: milliseconds(exact, runOfLetters) / milliseconds(estimate, runOfLetters),
      bound: { atLeast: 10 },
    },
  ];
  return judge('tokens', budgets, options);
}

/** @returns {Promise<Counter>} */
async function tokenizer() {
  const { countTokens } = await importRival(await installRivals(), 'gpt-tokenizer');
  return { name: `gpt-tokenizer ${await rivalVersion('gpt-tokenizer')}`, count: countTokens };
}

/**
 * Milliseconds for the same texts.
 *
 * @param {readonly Counter[]} counters
 * @param {readonly Sample[]} samples
 */
async function measureSpeeds(counters, samples) {
  const text = samples.map((sample) => sample.text).join('\n');
  const repeated = text.repeat(Math.ceil(measuredChars / text.length));
  const measured = await measureInTurn(counters, 5, async (counter) =>
    milliseconds(counter, repeated),
  );
  return new Map([...measured].map(([counter, times]) => [counter, spreadOf(times).median]));
}

/**
 * @param {Counter} counter
 * @param {string} text
 */
function milliseconds({ count }, text) {
  const start = performance.now();
  count(text);
  return performance.now() - start;
}

/**
 * @param {readonly Sample[]} samples
 * @param {Counter['count']} count
 */
function worstError(samples, count) {
  return Math.max(...samples.map(({ text, tokens }) => Math.abs(count(text) / tokens - 1)));
}

/** @param {number} share */
function percent(share) {
  return `${threeDigits(share * 100)} %`;
}
