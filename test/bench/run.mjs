// @ts-check
/**
 * `npm run bench [name]`: measures against other programs in one run (decision ratio-budgets).
 * Times depend on the machine; ratios do not, so only they are judged.
 *
 *   --list       names the benchmarks
 *   --no-rivals  only our half; nothing is installed
 *   --quick      few calls: shows that it works, judges nothing
 *   --profile    writes CPU profiles of our half to out/bench
 *   --record     keeps the ratios in ratios.json, to be committed
 */
import { parseArgs } from 'node:util';
import { runFilesBench } from './files/bench.mjs';
import { runFiltersBench } from './filters/bench.mjs';
import { runMcpBench } from './mcp/bench.mjs';
import { runPageBench } from './page/bench.mjs';
import { runPipelineBench } from './pipeline/bench.mjs';
import { runRedactBench } from './redact/bench.mjs';
import { runShellBench } from './shell/bench.mjs';
import { runStoreBench } from './store/bench.mjs';
import { runTokensBench } from './tokens/bench.mjs';
import { runWebBench } from './web/bench.mjs';

/**
 * @typedef {object} BenchOptions
 * @property {boolean} rivals
 * @property {boolean} quick
 * @property {boolean} profile
 * @property {boolean} record
 *
 * @typedef {(options: BenchOptions) => Promise<boolean>} Bench answers true when no budget failed
 */

/** @type {ReadonlyMap<string, { readonly about: string; readonly run: Bench }>} */
const benches = new Map([
  ['pipeline', { about: 'time and memory of one governed tool call', run: runPipelineBench }],
  ['tokens', { about: 'the estimate of tokens, beside a tokenizer', run: runTokensBench }],
  ['files', { about: 'finding files and lines in 20,000 files', run: runFilesBench }],
  ['store', { about: 'keeping audit, outputs and chats on disk', run: runStoreBench }],
  ['filters', { about: 'what output filters save and cost', run: runFiltersBench }],
  ['redact', { about: 'finding credentials in outputs', run: runRedactBench }],
  ['page', { about: 'the page of a long chat: scrolling and memory', run: runPageBench }],
  ['shell', { about: 'judging a command, and running one that floods', run: runShellBench }],
  ['mcp', { about: "a call of an MCP server's tool, next to the bare SDK's", run: runMcpBench }],
  ['web', { about: 'a page of documentation as text and Markdown', run: runWebBench }],
]);

function listBenches() {
  for (const [name, { about }] of benches) console.log(`${name.padEnd(12)} ${about}`);
}

/** @returns {Promise<number>} the exit code */
async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    allowNegative: true,
    options: {
      list: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
      rivals: { type: 'boolean', default: true },
    },
  });
  const unknown = positionals.filter((name) => !benches.has(name));
  if (values.list || unknown.length > 0) {
    if (unknown.length > 0) console.error(`There is no benchmark ${unknown.join(', ')}. Known:`);
    listBenches();
    return unknown.length > 0 ? 2 : 0;
  }
  let passed = true;
  for (const [name, { run }] of benches) {
    if (positionals.length === 0 || positionals.includes(name)) {
      passed = (await run(values)) && passed;
    }
  }
  return passed ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  // What still measures ends with this process.
  process.exit(1);
}
