// @ts-check
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { childEnv } from '../harness/process.mjs';

/** @typedef {import('./child.mjs').Order} Order */
/** @typedef {import('./child.mjs').Sample} Sample */

/**
 * A process that holds one kind of subject; several may be open in it, by name.
 *
 * @typedef {object} SubjectProcess
 * @property {(name: string) => Promise<void>} open
 * @property {(name: string) => Promise<void>} close
 * @property {(name: string, calls: number) => Promise<void>} pass makes calls, many at once
 * @property {(name: string, calls: number) => Promise<Sample>} measure one call after another
 * @property {() => Promise<void>} end
 */

/**
 * @param {string} module file that exports `openSubject(options)`
 * @param {object} options
 * @param {readonly string[]} [flags] of Node
 * @returns {Promise<SubjectProcess>}
 */
export async function startSubjectProcess(module, options, flags = []) {
  const child = fork(
    path.join(import.meta.dirname, 'child.mjs'),
    [module, JSON.stringify(options)],
    {
      env: childEnv({ NODE_ENV: 'production' }),
      execArgv: ['--expose-gc', ...flags],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  const exited = once(child, 'exit');
  const gone = exited.then(([code, signal]) => {
    throw new Error(`The process of ${module} ended early (${signal ?? `exit code ${code}`}).`);
  });
  // Everyone who waits for an answer hears of it; nobody does at the end.
  gone.catch(() => undefined);

  const answered = async () => {
    const [message] = await Promise.race([once(child, 'message'), gone]);
    if (message.error !== undefined) throw new Error(message.error);
    return message.answer;
  };
  const give = (/** @type {Order} */ order) => {
    const answer = answered();
    child.send(order);
    return answer;
  };

  await answered();
  return {
    open: (name) => give({ kind: 'open', name }),
    close: (name) => give({ kind: 'close', name }),
    pass: (name, calls) => give({ kind: 'pass', name, calls }),
    measure: (name, calls) => give({ kind: 'measure', name, calls }),
    end: async () => {
      child.disconnect();
      await exited;
    },
  };
}
