import { readFile } from 'node:fs/promises';
import { loadOnce } from '../../core/base/load-once';
import type { ShellAnalysis } from '../../core/contracts/calls/shell-analysis';
import type { Clock } from '../../core/ports/system';
import type { ShellReader } from '../../core/ports/shell';

export interface ShellReaderDeps {
  readonly runtimeWasm: string;
  readonly grammarWasm: string;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly report: (error: unknown) => void;
}

/** A call is read for the decision, for its repetition and for Explain. */
const maxKept = 32;
const maxKeptCharacters = 10_000;

const noGrammar =
  'The bash grammar could not be loaded, so the command was not analyzed. Reinstall Gatehouse.';
const notRead = 'The command could not be analyzed because of an error in Gatehouse; see its log.';

/**
 * Reads commands with the grammar, which loads with the first one; a failed load is tried again.
 */
export function createShellReader(deps: ShellReaderDeps): ShellReader {
  const load = loadOnce(async () => {
    const [runtime, grammar, entry] = await Promise.all([
      readFile(deps.runtimeWasm),
      readFile(deps.grammarWasm),
      import('./shell-entry'),
    ]);
    return entry.loadShellGrammar({ runtime, grammar }, () => deps.clock.monotonic());
  });
  const kept = new Map<string, ShellAnalysis>();

  return {
    read: async (command) => {
      const known = kept.get(command);
      if (known !== undefined) return known;
      let parse: (command: string) => ShellAnalysis;
      try {
        parse = await load();
      } catch (error) {
        deps.report(error);
        return unread(command, noGrammar);
      }
      try {
        const reading = parse(command);
        keep(kept, command, reading);
        return reading;
      } catch (error) {
        deps.report(error);
        return unread(command, notRead);
      }
    },
  };
}

function keep(kept: Map<string, ShellAnalysis>, command: string, reading: ShellAnalysis): void {
  if (command.length > maxKeptCharacters) return;
  kept.set(command, reading);
  const [oldest] = kept.keys();
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
}

function unread(text: string, doubt: string): ShellAnalysis {
  return { text, state: 'unread', doubts: [doubt], blocked: [], parts: [] };
}
