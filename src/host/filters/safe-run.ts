import type { FilterRun } from '../../core/ports/output-filters';

/**
 * A run whose faults are reported and cost the filter, not the command: what a strategy throws would
 * otherwise end the reading of the command's output.
 */
export function safeRun(run: FilterRun, log: { report(error: unknown): void }): FilterRun {
  let isBroken = false;
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      if (!isBroken) log.report(error);
      isBroken = true;
      return undefined;
    }
  };
  return {
    write: (text) => {
      if (!isBroken) attempt(() => run.write(text));
    },
    end: (exitCode) => {
      const left = attempt(() => run.end(exitCode));
      return isBroken ? undefined : left;
    },
  };
}
