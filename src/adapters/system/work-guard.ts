import { createContext, Script } from 'node:vm';

/** Runs work; undefined if it exceeds its time limit or the engine's limits. */
export type WorkGuard = <T>(work: () => T, limitMs?: number) => T | undefined;

/**
 * Stops work that takes longer than `limitMs` or its own limit (003-safety-4). The engine checks the time while a
 * regular expression backtracks, but only inside a script with a time limit. Stopped work leaves
 * its data incomplete: do not use it. Other errors are passed on.
 */
export function createWorkGuard(limitMs: number): WorkGuard {
  const script = new Script('work()');
  const slots = { work: idle };
  const context = createContext(slots);
  return (work, ms = limitMs) => {
    let done: { readonly value: ReturnType<typeof work> } | undefined;
    slots.work = () => {
      done = { value: work() };
    };
    try {
      script.runInContext(context, { timeout: ms });
    } catch (error) {
      if (!isOverLimit(error)) throw error;
    } finally {
      slots.work = idle;
    }
    return done?.value;
  };
}

function idle(): void {
  // Holds on to no output between two runs.
}

/** A pattern that runs out of engine memory ends in a RangeError. */
function isOverLimit(error: unknown): boolean {
  if (error instanceof RangeError) return true;
  // The error comes from the context, so `instanceof` does not work.
  return typeof error === 'object' && error !== null && 'code' in error && error.code === timedOut;
}

const timedOut = 'ERR_SCRIPT_EXECUTION_TIMEOUT';
