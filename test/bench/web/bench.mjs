// @ts-check
/** `npm run bench web`: a page of documentation as text and Markdown, next to other converters. */
import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { bundleSubject } from '../bundle-subject.mjs';
import { measureInTurn } from '../in-turn.mjs';
import { judge } from '../judge.mjs';
import { importRival, installRivals, rivalVersion } from '../rivals.mjs';
import { spreadOf, spreadText, threeDigits } from '../statistics.mjs';
import { tableText } from '../table.mjs';
import { samplePage } from './sample-page.mjs';

/**
 * @typedef {object} Converter
 * @property {string} name
 * @property {(html: string) => Promise<string>} convert
 *
 * @typedef {object} Measured
 * @property {number} ms
 * @property {number} length of the text
 */

const pageBytes = 1_000_000;
const runs = 4;

/** @type {import('../run.mjs').Bench} */
export async function runWebBench(options) {
  const { convert } = createRequire(import.meta.url)(
    await bundleSubject('test/bench/web/ours.ts', 'web'),
  );
  const html = samplePage(pageBytes);
  /** @type {number[]} */
  const slices = [];
  /** @type {(format: string) => Converter['convert']} */
  const ours = (format) => async (page) => {
    const { text, longest } = await convert(page, format);
    slices.push(longest);
    return text;
  };
  /** @type {Converter[]} */
  const converters = [
    { name: 'gatehouse, Markdown', convert: ours('markdown') },
    { name: 'gatehouse, text', convert: ours('text') },
    ...(options.rivals ? await rivals() : []),
  ];
  const collect = exposedGc();
  const measured = await measureInTurn(converters, options.quick ? 1 : 7, (converter) =>
    measure(converter, html),
  );
  const slice = spreadOf(slices);
  // Last, because collecting garbage makes the engine forget what it has compiled.
  const heap = await measureInTurn(converters, options.quick ? 1 : 3, (converter) =>
    heapGrowth(converter, html, collect),
  );
  console.log(`\n${table(measured, heap)}`);
  console.log(`\nThe longest slice of a page, ms: ${spreadText(slice)}.`);
  if (options.quick || !options.rivals) {
    console.log('\nA quick run, or one without rivals: nothing to judge by.');
    return true;
  }
  return judge('web', budgets(measured, slice.low), options);
}

/** @returns {Promise<Converter[]>} */
async function rivals() {
  const folder = await installRivals();
  const [{ load }, { default: TurndownService }, { convert }] = await Promise.all([
    importRival(folder, 'cheerio'),
    importRival(folder, 'turndown'),
    importRival(folder, 'html-to-text'),
  ]);
  return [
    {
      name: `cheerio ${await rivalVersion('cheerio')}, text`,
      convert: async (html) => load(html).root().text(),
    },
    {
      name: `html-to-text ${await rivalVersion('html-to-text')}`,
      convert: async (html) => convert(html),
    },
    {
      name: `turndown ${await rivalVersion('turndown')}, Markdown`,
      convert: async (html) => new TurndownService().turndown(html),
    },
  ];
}

/** @returns {() => void} */
function exposedGc() {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}

/**
 * The best of some runs in a row: the first ones only make the engine compile.
 *
 * @param {Converter} converter
 * @param {string} html
 * @returns {Promise<Measured>}
 */
async function measure({ convert }, html) {
  let ms = Number.POSITIVE_INFINITY;
  let length = 0;
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    ({ length } = await convert(html));
    ms = Math.min(ms, performance.now() - start);
  }
  return { ms, length };
}

/**
 * What the heap grows by, in MB, with the garbage that is not collected yet.
 *
 * @param {Converter} converter
 * @param {string} html
 * @param {() => void} collect
 */
async function heapGrowth({ convert }, html, collect) {
  collect();
  const before = process.memoryUsage().heapUsed;
  await convert(html);
  return Math.max(0, (process.memoryUsage().heapUsed - before) / 1e6);
}

/**
 * @param {ReadonlyMap<Converter, readonly Measured[]>} measured
 * @param {ReadonlyMap<Converter, readonly number[]>} heap
 */
function table(measured, heap) {
  const rows = [...measured].map(([converter, samples]) => [
    converter.name,
    spreadText(spreadOf(samples.map(({ ms }) => ms))),
    spreadText(spreadOf(heap.get(converter) ?? [])),
    threeDigits((samples[0]?.length ?? 0) / 1000),
  ]);
  return tableText(['1 MB of documentation by', 'ms', 'heap growth, MB', 'text, K'], rows);
}

/**
 * The fastest runs are compared: others waited for the machine.
 *
 * @param {ReadonlyMap<Converter, readonly Measured[]>} measured
 * @param {number} slice
 * @returns {readonly import('../budget.mjs').Budget[]}
 */
function budgets(measured, slice) {
  const [markdown, text, cheerio, htmlToText, turndown] = [...measured.values()].map(
    (samples) => spreadOf(samples.map(({ ms }) => ms)).low,
  );
  if (!markdown || !text || !cheerio || !htmlToText || !turndown) {
    throw new Error('Nothing was measured.');
  }
  return [
    { name: 'cheerio, text / our Markdown', ratio: cheerio / markdown, bound: { atLeast: 2 } },
    { name: 'html-to-text / our text', ratio: htmlToText / text, bound: { atLeast: 2 } },
    { name: 'turndown / our Markdown', ratio: turndown / markdown, bound: { atLeast: 8 } },
    { name: 'the longest slice of the best run / 25 ms', ratio: slice / 25, bound: { atMost: 1 } },
  ];
}
