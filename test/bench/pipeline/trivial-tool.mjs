// @ts-check
/** The tool that every subject runs: read-only, two fields, no work worth mentioning. */

export const toolName = 'say';

export const description = {
  tool: 'Says a text a few times.',
  text: 'What to say',
  times: 'How often',
};

/** @typedef {{ readonly text: string; readonly times: number }} SayArgs */

/**
 * Arguments of the nth call: they differ, so that nothing can answer from a cache.
 *
 * @param {number} count
 * @returns {SayArgs}
 */
export function argsOf(count) {
  return { text: `src/module-${count % 1000}/index.ts`, times: 2 };
}

/** @param {SayArgs} args */
export function sayRepeatedly({ text, times }) {
  return Array.from({ length: times }, () => text).join(' ');
}

/**
 * Checks the result: a call that does nothing would be fast.
 *
 * @param {unknown} answer
 * @param {SayArgs} args
 */
export function expectAnswer(answer, args) {
  if (answer === sayRepeatedly(args)) return;
  throw new Error(`The tool answered ${JSON.stringify(answer)} to ${JSON.stringify(args)}.`);
}
