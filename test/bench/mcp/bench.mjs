// @ts-check
/** `npm run bench mcp`: a call of an MCP server's tool, next to the bare SDK's in the same process. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { bundleSubject } from '../bundle-subject.mjs';
import { measureInTurn } from '../in-turn.mjs';
import { judge } from '../judge.mjs';
import { spreadOf, spreadText } from '../statistics.mjs';
import { tableText } from '../table.mjs';

const root = path.resolve(import.meta.dirname, '../../..');
const script = path.join(root, 'test/fixtures/mcp/server.mjs');
const sqlJsWasm = fileURLToPath(import.meta.resolve('sql.js/dist/sql-wasm.wasm'));
const idleServers = 5;

/** @typedef {Awaited<ReturnType<typeof import('./ours.ts')['openCalls']>>} OurCalls */

/** @type {import('../run.mjs').Bench} */
export async function runMcpBench({ quick, ...options }) {
  /** @type {typeof import('./ours.ts')} */
  const ours = createRequire(import.meta.url)(await bundleSubject('test/bench/mcp/ours.ts', 'mcp'));
  const [rounds, calls] = quick ? [1, 20] : [7, 300];
  const perCall = await callTimes(ours, rounds, calls);
  const starts = await measureInTurn([startOurs(ours), startBare], quick ? 1 : 7, (start) =>
    start(),
  );
  const lists = await listTimes(ours, quick ? 1 : 7);
  const memory = await idleMemory(ours);
  const [bare, own, governed] = perCall.map((each) => each.median);
  const [ourStart, bareStart] = [...starts.values()].map(spreadOf);
  if (!bare || !own || !governed || !ourStart || !bareStart) {
    throw new Error('Nothing was measured.');
  }
  const head = ['', 'ours', 'bare SDK'];
  const rows = [
    ['a call, µs', spreadText(perCall[2]), spreadText(perCall[0])],
    ['our own trivial call, flushed, µs', spreadText(perCall[1]), ''],
    ['start to tools listed, ms', spreadText(ourStart), spreadText(bareStart)],
    ['700 tools listed, ms (we take 512)', spreadText(lists.ours), spreadText(lists.bare)],
    ['the longest slice of that, ms', spreadText(lists.slice), ''],
    [`heap of ${idleServers} idle servers, KB`, memory.ours.toFixed(0), memory.bare.toFixed(0)],
  ];
  console.log(`\n${tableText(head, rows)}`);
  if (quick) {
    console.log('\nA quick run: nothing to judge by.');
    return true;
  }
  const bound = /** @type {const} */ ({ atMost: 1 });
  const budgets = [
    {
      name: 'our call / (bare call + 1.3 × our flushed call)',
      ratio: governed / (bare + 1.3 * own),
      bound,
    },
    {
      name: 'start to tools listed / bare',
      ratio: ourStart.low / bareStart.low,
      bound: { atMost: 1.5 },
    },
  ];
  return judge('mcp', budgets, options);
}

/**
 * Of a bare call, our own and a governed one, in turn.
 *
 * @param {typeof import('./ours.ts')} ours
 * @param {number} rounds
 * @param {number} calls
 */
async function callTimes(ours, rounds, calls) {
  const opened = await ours.openCalls(launch('plain'), sqlJsWasm);
  const client = await connectBare('plain');
  const bare = () => client.callTool({ name: 'echo', arguments: { text: 'hi' } });
  const items = [bare, opened.trivial, opened.call];
  for (const call of items) await timeOf(call, calls);
  const measured = await measureInTurn(items, rounds, (call) => timeOf(call, calls));
  await client.close();
  await opened.close();
  return [...measured.values()].map(spreadOf);
}

/**
 * @param {() => Promise<unknown>} call
 * @param {number} times
 * @returns {Promise<number>} microseconds of one
 */
async function timeOf(call, times) {
  const start = performance.now();
  for (let count = 0; count < times; count += 1) await call();
  return ((performance.now() - start) * 1000) / times;
}

/** @param {typeof import('./ours.ts')} ours */
function startOurs(ours) {
  return async () => {
    const start = performance.now();
    const connection = await ours.connect(launch('plain'));
    await ours.listTools(connection);
    const ms = performance.now() - start;
    await connection.end('now');
    return ms;
  };
}

async function startBare() {
  const start = performance.now();
  const client = await connectBare('plain');
  await client.listTools();
  const ms = performance.now() - start;
  await client.close();
  return ms;
}

/**
 * @param {typeof import('./ours.ts')} ours
 * @param {number} rounds
 */
async function listTimes(ours, rounds) {
  const connection = await ours.connect(launch('huge'));
  const client = await connectBare('huge');
  /** @type {number[]} */
  const slices = [];
  const items = [
    async () => void slices.push((await ours.listTools(connection)).slice),
    () => client.listTools(),
  ];
  const measured = await measureInTurn(
    items,
    rounds,
    async (list) => (await timeOf(list, 1)) / 1000,
  );
  await connection.end('now');
  await client.close();
  const [own, bare] = [...measured.values()].map(spreadOf);
  if (!own || !bare) throw new Error('Nothing was measured.');
  return { ours: own, bare, slice: spreadOf(slices) };
}

/** @param {typeof import('./ours.ts')} ours */
async function idleMemory(ours) {
  setFlagsFromString('--expose-gc');
  /** @type {() => void} */
  const collect = runInNewContext('gc');
  const heapNow = async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      await sleep(100);
      collect();
    }
    return process.memoryUsage().heapUsed;
  };
  /** @param {() => Promise<() => Promise<unknown>>} open */
  const grown = async (open) => {
    // The first one loads what all share.
    await (
      await open()
    )();
    const before = await heapNow();
    const ends = [];
    for (let count = 0; count < idleServers; count += 1) ends.push(await open());
    const bytes = (await heapNow()) - before;
    for (const end of ends) await end();
    return bytes / 1000;
  };
  return {
    ours: await grown(async () => {
      const connection = await ours.connect(launch('plain'));
      await ours.listTools(connection);
      return () => connection.end('now');
    }),
    bare: await grown(async () => {
      const client = await connectBare('plain');
      await client.listTools();
      return () => client.close();
    }),
  };
}

/** @param {string} behavior of the test's server */
function launch(behavior) {
  const env = { PATH: process.env['PATH'] ?? '' };
  return { command: process.execPath, args: [script, behavior], cwd: root, env, confidential: [] };
}

/** @param {string} behavior */
async function connectBare(behavior) {
  const client = new Client({ name: 'bench', version: '0' });
  const { command, args, cwd, env } = launch(behavior);
  await client.connect(new StdioClientTransport({ command, args, cwd, env, stderr: 'ignore' }));
  return client;
}
