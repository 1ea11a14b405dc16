// @ts-check
/** The budgets of the search (decision ratio-budgets). */

/**
 * @typedef {import('../budget.mjs').Budget} Budget
 * @typedef {import('./subjects.mjs').Key} Key
 * @typedef {import('./subjects.mjs').Task} Task
 */

/**
 * @param {(task: Task, key: Key) => number} median of the time of a call
 * @returns {readonly Budget[]}
 */
export function searchBudgets(median) {
  return [
    {
      name: 'find_path: GlobTool / ours',
      ratio: median('find', 'gemini') / median('find', 'ours'),
      bound: { atLeast: 7 },
    },
    {
      name: 'find_path: ours / bare ripgrep',
      ratio: median('find', 'ours') / median('find', 'ripgrep'),
      bound: { atMost: 1.4 },
    },
    {
      name: 'find_path: server-filesystem / ours',
      ratio: median('find', 'server') / median('find', 'ours'),
      bound: { atLeast: 30 },
    },
    {
      name: 'grep: ours / GrepTool',
      ratio: median('grep', 'ours') / median('grep', 'gemini'),
      bound: { atMost: 1 },
    },
    {
      name: 'grep: ours / bare ripgrep',
      ratio: median('grep', 'ours') / median('grep', 'ripgrep'),
      bound: { atMost: 2 },
    },
    {
      name: 'grep for what is everywhere: ours / bare ripgrep',
      ratio: median('dense', 'ours') / median('dense', 'ripgrep'),
      bound: { atMost: 0.2 },
    },
  ];
}
