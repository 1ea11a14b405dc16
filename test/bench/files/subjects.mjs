// @ts-check
import path from 'node:path';
import { rivalVersion } from '../rivals.mjs';

/**
 * `find`: every fifth file by its name. `grep`: a word in 40 lines. `dense`: a word in nearly all
 * lines, of which nobody wants more than some.
 *
 * @typedef {'find' | 'grep' | 'dense'} Task
 *
 * @typedef {'ours' | 'gemini' | 'server' | 'ripgrep'} Key
 *
 * @typedef {object} SubjectPlan
 * @property {Key} key
 * @property {string} title
 * @property {string} module
 * @property {object} options of its `openSubject`
 *
 * @typedef {object} Place
 * @property {string} tree
 * @property {string | undefined} rivals where they are installed
 * @property {string | undefined} program ripgrep's file
 */

/** @param {string} name */
const beside = (name) => path.join(import.meta.dirname, name);

/**
 * @param {Task} task
 * @param {Place} place
 * @param {string} module our bundle
 * @returns {Promise<readonly SubjectPlan[]>}
 */
export async function subjectsOf(task, { tree, rivals, program }, module) {
  /** @type {SubjectPlan[]} */
  const plans = [{ key: 'ours', title: 'Gatehouse', module, options: { tree, task, program } }];
  if (program !== undefined) {
    plans.push({
      key: 'ripgrep',
      title: `ripgrep of @vscode/ripgrep ${await rivalVersion('@vscode/ripgrep')}, bare`,
      module: beside('raw-ripgrep.mjs'),
      options: { tree, task, program },
    });
  }
  if (rivals === undefined) return plans;
  plans.push({
    key: 'gemini',
    title: `gemini-cli-core ${await rivalVersion('@google/gemini-cli-core')} ${task === 'find' ? 'GlobTool' : 'GrepTool'}`,
    module: beside('gemini-tools.mjs'),
    options: { rivals, tree, task },
  });
  if (task !== 'find') return plans;
  const server = '@modelcontextprotocol/server-filesystem';
  plans.push({
    key: 'server',
    title: `server-filesystem ${await rivalVersion(server)} search_files`,
    module: beside('server-filesystem.mjs'),
    options: { rivals, tree },
  });
  return plans;
}
