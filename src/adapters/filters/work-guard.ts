import { createContext, Script } from 'node:vm';

/** Runs work; undefined when it was over its time limit, or beyond what a pattern may hold. */
export type WorkGuard = <T>(work: () => T) => T | undefined;

/**
 * Ends work that takes longer than `limitMs` (003-safety-4). The engine looks at its clock
 * while a regular expression backtracks, but only inside a script with a time limit. Work that is
 * ended stops where it stands: what it was changing must not be used any more. What else it throws
 * goes on to the caller.
 */
export function createWorkGuard(limitMs: number): WorkGuard {
  const script = new Script('work()');
  const slots = { work: idle };
  const context = createContext(slots);
  return (work) => {
    let done: { readonly value: ReturnType<typeof work> } | undefined;
    slots.work = () => {
      done = { value: work() };
    };
    try {
      script.runInContext(context, { timeout: limitMs });
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

/** A pattern that needs more memory than the engine gives it ends in a RangeError. */
function isOverLimit(error: unknown): boolean {
  if (error instanceof RangeError) return true;
  // Made inside the context, so no instance of this side's Error.
  return typeof error === 'object' && error !== null && 'code' in error && error.code === timedOut;
}

const timedOut = 'ERR_SCRIPT_EXECUTION_TIMEOUT';
