// @ts-check
import { measureInTurn } from '../in-turn.mjs';
import { spreadOf } from '../statistics.mjs';
import { startSubjectProcess } from '../subject-process.mjs';

/** @typedef {import('../statistics.mjs').Spread} Spread */
/** @typedef {import('./effort.mjs').Effort} Effort */
/** @typedef {import('./subjects.mjs').SubjectPlan} SubjectPlan */

/**
 * @typedef {object} CallCost
 * @property {SubjectPlan} plan
 * @property {Spread} microseconds of one call
 * @property {Spread} processor microseconds of one call
 * @property {Spread} retainedBytes of one call
 */

const name = 'calls';

/**
 * What one call costs, for each subject in a process of its own.
 *
 * @param {readonly SubjectPlan[]} plans
 * @param {Effort} effort
 * @returns {Promise<readonly CallCost[]>}
 */
export async function measureCalls(plans, effort) {
  const started = [];
  for (const plan of plans) {
    const child = await startSubjectProcess(plan.module, plan.options, plan.flags);
    await child.open(name);
    await child.measure(name, effort.warmUp);
    started.push({ plan, child });
  }
  const samples = await measureInTurn(started, effort.runs, ({ plan, child }) =>
    child.measure(name, plan.isExtra ? effort.extraCalls : effort.calls),
  );
  for (const { child } of started) {
    await child.close(name);
    await child.end();
  }
  return [...samples].map(([{ plan }, all]) => ({
    plan,
    microseconds: spreadOf(all.map(({ microseconds }) => microseconds)),
    processor: spreadOf(all.map(({ processorMicroseconds }) => processorMicroseconds)),
    retainedBytes: spreadOf(all.map(({ retainedBytes }) => retainedBytes)),
  }));
}
