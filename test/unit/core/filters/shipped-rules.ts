import type { CommandText } from '../../../../src/core/filters/command-match';
import { FilterSet } from '../../../../src/core/filters/filter-set';
import { builtInRules } from '../../../../src/core/filters/built-in.gen';
import { describeCommand } from '../../../../src/core/shell/describe/describe-command';
import { analyzeCommand } from '../../../../src/core/shell/analyze-command';

/** The rules that ship, as they are used. */
export function shippedRules(): FilterSet {
  return new FilterSet(
    builtInRules.map((rule) => ({ rule, source: 'built-in' as const })),
    { limitBytes: 1024 * 1024 },
  );
}

/** A command as rules see it, read as the product reads it. */
export function commandText(command: string): CommandText {
  const reading = analyzeCommand(command, { parseTree: () => true, describe: describeCommand });
  return { whole: command, last: reading.lastCommand };
}

/** Gives a text to a run in pieces of so many characters, and answers what a model gets. */
export function filterInPieces(
  set: FilterSet,
  { command, text, exitCode }: { command: CommandText; text: string; exitCode: number },
  size: number,
): string {
  const run = set.open(command);
  for (let at = 0; at < text.length; at += size) run?.write(text.slice(at, at + size));
  return run?.end(exitCode)?.text ?? text;
}
