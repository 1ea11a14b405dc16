// @ts-check
/** `npm run bench pipeline`: the cost of a governed call, compared with programs with the same tasks. */
import os from 'node:os';
import path from 'node:path';
import { installRivals } from '../rivals.mjs';
import { spreadText } from '../statistics.mjs';
import { tableText } from '../table.mjs';
import { judge } from '../judge.mjs';
import { bundleSubject, outFolder } from '../bundle-subject.mjs';
import { bareBudgets, flatBudget, rivalBudgets } from './budgets.mjs';
import { measureCalls } from './calls.mjs';
import { measureDepths } from './depths.mjs';
import { quickEffort, wholeEffort } from './effort.mjs';
import { ourSubjects, rivalSubjects } from './subjects.mjs';

/** @type {import('../run.mjs').Bench} */
export async function runPipelineBench(options) {
  const effort = options.quick ? quickEffort : wholeEffort;
  const flags = options.profile ? ['--cpu-prof', `--cpu-prof-dir=${outFolder}`] : [];
  const ours = ourSubjects(await bundleSubject('test/bench/pipeline/ours.ts', 'pipeline'), flags);
  const rivals = options.rivals ? await rivalSubjects(await installRivals()) : [];

  console.log(introduction(effort));
  const calls = await measureCalls([...ours, ...rivals], effort);
  console.log(callTable(calls));

  console.log('\nThe same call once its session has made many:\n');
  const depths = await measureDepths(
    ours.filter(({ key }) => key === 'ours' || key === 'disk'),
    effort,
  );
  console.log(depthTable(depths, effort));
  if (options.profile) console.log(`\nProfile: ${path.relative('.', outFolder)}/*.cpuprofile`);

  if (options.quick) {
    console.log('\nA quick run: too few calls to judge by.');
    return true;
  }
  const budgets = [...rivalBudgets(calls), ...bareBudgets(calls), ...depths.map(flatBudget)];
  return judge('pipeline', budgets, options);
}

/** @param {import('./effort.mjs').Effort} effort */
function introduction({ runs, calls, extraCalls }) {
  const cpus = os.cpus();
  return `
A trivial read-only tool with two fields. ${runs} runs of ${digits(calls)} calls, where * stands of ${digits(extraCalls)};
each row is a process of its own, and they run in turn. Median (lowest–highest).
Node ${process.versions.node} on ${cpus.length} × ${cpus[0]?.model.trim() ?? 'an unknown processor'}.
`;
}

/** @param {readonly import('./calls.mjs').CallCost[]} costs */
function callTable(costs) {
  const ours = costs.find(({ plan }) => plan.key === 'ours')?.microseconds.median ?? NaN;
  const rows = costs.map(({ plan, microseconds, processor, retainedBytes }) => [
    `${plan.title}${plan.isExtra ? ' *' : ''}`,
    spreadText(microseconds),
    spreadText(processor),
    `${(microseconds.median / ours).toFixed(1)} ×`,
    spreadText(retainedBytes),
  ]);
  return tableText(
    ['one call', 'time, µs', 'of the processor, µs', 'to ours', 'retained, bytes'],
    rows,
  );
}

/**
 * @param {readonly import('./depths.mjs').DepthCost[]} costs
 * @param {import('./effort.mjs').Effort} effort
 */
function depthTable(costs, { depths }) {
  const head = ['time of a call, µs', ...depths.map((depth) => `after ${digits(depth)}`)];
  return tableText(
    head,
    costs.map(({ plan, microseconds }) => [plan.title, ...microseconds.map(spreadText)]),
  );
}

/** @param {number} value */
function digits(value) {
  return value.toLocaleString('en');
}
