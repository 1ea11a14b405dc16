// @ts-check
import { measureInTurn } from '../in-turn.mjs';
import { spreadOf } from '../statistics.mjs';
import { startSubjectProcess } from '../subject-process.mjs';

/** @typedef {import('../statistics.mjs').Spread} Spread */
/** @typedef {import('../subject-process.mjs').SubjectProcess} SubjectProcess */
/** @typedef {import('./effort.mjs').Effort} Effort */
/** @typedef {import('./subjects.mjs').SubjectPlan} SubjectPlan */

/**
 * @typedef {object} DepthCost
 * @property {SubjectPlan} plan
 * @property {readonly Spread[]} microseconds of one call, for each depth
 */

/**
 * What a call costs once a session has made many.
 *
 * @param {readonly SubjectPlan[]} plans
 * @param {Effort} effort
 * @returns {Promise<readonly DepthCost[]>}
 */
export async function measureDepths(plans, effort) {
  const costs = [];
  for (const plan of plans) {
    const child = await startSubjectProcess(plan.module, plan.options);
    costs.push({ plan, microseconds: await depthSpreads(child, effort) });
    await child.end();
  }
  return costs;
}

/**
 * One session for each depth, all in one process and in turn. The one without a past is a new one
 * each time; the others grow by what is measured.
 *
 * @param {SubjectProcess} child
 * @param {Effort} effort
 */
async function depthSpreads(child, { runs, extraCalls, warmUp, depths }) {
  const sessions = depths.map((depth) => ({ name: `after ${depth}`, depth }));
  for (const { name } of sessions) {
    await child.open(name);
    await child.measure(name, warmUp);
  }
  for (const { name, depth } of sessions) await child.pass(name, depth);
  const samples = await measureInTurn(sessions, runs, async ({ name, depth }) => {
    if (depth === 0) {
      await child.close(name);
      await child.open(name);
    }
    return (await child.measure(name, extraCalls)).microseconds;
  });
  for (const { name } of sessions) await child.close(name);
  return [...samples.values()].map(spreadOf);
}
