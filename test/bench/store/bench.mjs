// @ts-check
/** `npm run bench store`: the cost of storing data, compared with files and an exported database. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { judge } from '../judge.mjs';
import { bundleSubject } from '../bundle-subject.mjs';
import { spreadText, threeDigits } from '../statistics.mjs';
import { tableText } from '../table.mjs';
import { storeBudgets } from './budgets.mjs';
import {
  appendCosts,
  checkpointCosts,
  depthCosts,
  idleCosts,
  openCosts,
  startCosts,
  writeCosts,
} from './costs.mjs';

const titles = new Map([
  ['output', 'Gatehouse: an output'],
  ['chat', 'Gatehouse: an entry of a chat'],
  ['audit', 'Gatehouse: a line of the audit log'],
  ['flushed', 'a file, written and flushed'],
  ['appendFile', 'fs.appendFile, not flushed'],
  ['export', 'sql.js, exported per write'],
]);

/** @type {import('../run.mjs').Bench} */
export async function runStoreBench(options) {
  const { quick } = options;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'gatehouse-bench-'));
  try {
    const module = await bundleSubject('test/bench/store/measurements.ts', 'store');
    const program = await bundleSubject('src/store-worker.ts', 'store-worker');
    const bench = { module, program, folder, quick };
    const appends = await appendCosts(bench);
    console.log(`\n${appendTable(appends)}`);
    const writes = await writeCosts(bench);
    console.log(`\n${writeTable(writes)}`);
    const checkpoints = await checkpointCosts(bench);
    const idle = await idleCosts(bench);
    console.log(`\n${checkpointTable(checkpoints, idle)}`);
    const opens = await openCosts(bench);
    console.log(`\n${openTable(opens)}`);
    const starts = await startCosts(bench);
    console.log(`\n${startTable(starts)}`);
    const depths = await depthCosts(bench);
    console.log(`\n${depthTable(depths)}`);
    if (quick) {
      console.log('\nA quick run: too few calls to judge by.');
      return true;
    }
    const budgets = storeBudgets({ appends, writes, checkpoints, opens, depths });
    return await judge('store', budgets, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {import('./costs.mjs').Latency} latency */
function latencyText({ p50, p99 }) {
  return `${threeDigits(p50)} / ${threeDigits(p99)}`;
}

/** @param {readonly import('./costs.mjs').AppendCost[]} costs */
function appendTable(costs) {
  const rows = [...titles].flatMap(([appender, title]) => {
    const own = costs.filter((cost) => cost.appender === appender);
    if (appender !== 'export') {
      return [[title, ...own.map(({ latency }) => latencyText(latency))]];
    }
    return own.map(({ storedMegabytes, latency }) => {
      return [`${title}, ${storedMegabytes} MB in it`, '', latencyText(latency), ''];
    });
  });
  return tableText(['one write, µs, p50 / p99', '1 KB', '10 KB', '100 KB'], rows);
}

/** @param {Awaited<ReturnType<typeof writeCosts>>} costs */
function writeTable(costs) {
  const written = new Map([
    ['ours', 'Gatehouse: guard, history and audit'],
    ['bare', 'a copy, the file and a line, each flushed'],
  ]);
  const rows = [...costs].map(([writer, spread]) => [
    written.get(writer) ?? '',
    spreadText(spread),
  ]);
  return tableText(['overwriting a file of 10 KB', 'p50, µs'], rows);
}

/**
 * @param {Awaited<ReturnType<typeof checkpointCosts>>} costs
 * @param {Awaited<ReturnType<typeof idleCosts>>} idle
 */
function checkpointTable(costs, idle) {
  const rows = costs.map(({ megabytes, ms, lagMs, grownBytes }) => [
    `${megabytes} MB`,
    spreadText(ms),
    spreadText(lagMs),
    threeDigits(grownBytes.median / 1024 / 1024),
  ]);
  return tableText(
    ['4 MB written and saved, with', 'wall, ms', 'longest stall, ms', 'RSS growth, MB'],
    [['a process that does nothing', '', spreadText(idle), ''], ...rows],
  );
}

/** @param {Awaited<ReturnType<typeof openCosts>>} costs */
function openTable(costs) {
  const rows = costs.map(({ megabytes, ms }) => [`${megabytes} MB`, spreadText(ms)]);
  return tableText(['opening a folder with', 'first answer, ms'], rows);
}

/** @param {Awaited<ReturnType<typeof startCosts>>} costs */
function startTable(costs) {
  const rows = costs.map(({ megabytes, ms }) => [
    `${megabytes} MB`,
    spreadText(ms),
    threeDigits(ms.median / megabytes),
  ]);
  return tableText(['start behind a kill, journal of', 'first answer, ms', 'ms per MB'], rows);
}

/** @param {Awaited<ReturnType<typeof depthCosts>>} costs */
function depthTable(costs) {
  const rows = costs.map(({ depth, append, page }) => [
    depth.toLocaleString('en-US'),
    latencyText(append),
    latencyText(page),
  ]);
  return tableText(['entries in the audit log', 'append, µs', '100 rows, µs'], rows);
}
