// @ts-check
/** `npm run bench files`: finding files and lines in 20,000 files, compared with other programs. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { run } from '../../harness/process.mjs';
import { judge } from '../judge.mjs';
import { bundleSubject } from '../bundle-subject.mjs';
import { measureInTurn } from '../in-turn.mjs';
import { importRival, installRivals } from '../rivals.mjs';
import { spreadOf, spreadText, threeDigits } from '../statistics.mjs';
import { startSubjectProcess } from '../subject-process.mjs';
import { tableText } from '../table.mjs';
import { searchBudgets } from './budgets.mjs';
import { subjectsOf } from './subjects.mjs';
import { counts, makeTree } from './tree.mjs';

/**
 * @typedef {import('./subjects.mjs').Task} Task
 * @typedef {import('./subjects.mjs').SubjectPlan} SubjectPlan
 *
 * @typedef {object} Cost
 * @property {Task} task
 * @property {SubjectPlan} plan
 * @property {import('../statistics.mjs').Spread} ms of one call
 * @property {{ lagMs: number; grownBytes: number }} usage
 */

/** @type {readonly { readonly task: Task; readonly head: string }[]} */
const tasks = [
  { task: 'find', head: `find **/*.json, ${counts.json} of ${counts.files} files` },
  { task: 'grep', head: `grep, ${counts.needles} lines` },
  { task: 'dense', head: 'grep for what is in every file' },
];

/** @type {import('../run.mjs').Bench} */
export async function runFilesBench(options) {
  const { quick, rivals } = options;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'gatehouse-bench-'));
  try {
    const tree = path.join(folder, 'tree');
    await makeTree(tree);
    const place = { tree, ...(rivals ? await findRivals() : noRivals) };
    const ours = await bundleSubject('test/bench/files/ours.ts', 'files');
    /** @type {Cost[]} */
    const costs = [];
    for (const { task, head } of tasks) {
      const plans = await subjectsOf(task, place, ours);
      const measured = await measureTask(task, plans, quick ? 1 : 7);
      console.log(`\n${costTable(head, measured)}`);
      costs.push(...measured);
    }
    if (quick || !rivals) {
      console.log('\nA quick run, or one without rivals: nothing to judge by.');
      return true;
    }
    const budgets = searchBudgets((task, key) => medianOf(costs, task, key));
    return await judge('files', budgets, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const noRivals = { rivals: undefined, program: undefined };

async function findRivals() {
  const rivals = await installRivals();
  const { rgPath } = await importRival(rivals, '@vscode/ripgrep');
  return { rivals, program: rgPath };
}

/**
 * @param {Task} task
 * @param {readonly SubjectPlan[]} plans
 * @param {number} runs
 * @returns {Promise<readonly Cost[]>}
 */
async function measureTask(task, plans, runs) {
  const started = [];
  for (const plan of plans) {
    const child = await startSubjectProcess(plan.module, plan.options);
    await child.open(task);
    await child.measure(task, 3);
    started.push({ plan, child });
  }
  const samples = await measureInTurn(started, runs, async ({ child }) => {
    return (await child.measure(task, 3)).microseconds / 1000;
  });
  for (const { child } of started) {
    await child.close(task);
    await child.end();
  }
  const costs = [];
  for (const [{ plan }, all] of samples) {
    costs.push({ task, plan, ms: spreadOf(all), usage: await usageOf(plan) });
  }
  return costs;
}

/**
 * @param {SubjectPlan} plan
 * @returns {Promise<{ lagMs: number; grownBytes: number }>}
 */
async function usageOf({ module, options }) {
  const script = path.join(import.meta.dirname, 'usage.mjs');
  const args = ['--expose-gc', script, module, JSON.stringify(options)];
  const { code, output } = await run(process.execPath, args, {});
  if (code !== 0) throw new Error(output);
  return JSON.parse(output.trim().split('\n').at(-1) ?? '');
}

/**
 * @param {string} head
 * @param {readonly Cost[]} costs
 */
function costTable(head, costs) {
  const rows = costs.map(({ plan, ms, usage }) => [
    plan.title,
    spreadText(ms),
    threeDigits(usage.lagMs),
    threeDigits(usage.grownBytes / 1024 / 1024),
  ]);
  return tableText([head, 'time, ms', 'longest lag, ms', 'RSS growth, MB'], rows);
}

/**
 * @param {readonly Cost[]} costs
 * @param {Task} task
 * @param {import('./subjects.mjs').Key} key
 */
function medianOf(costs, task, key) {
  return costs.find((cost) => cost.task === task && cost.plan.key === key)?.ms.median ?? NaN;
}
